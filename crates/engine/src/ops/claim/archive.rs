//! Put away learnings that nobody confirmed for long and that few were ever sure of: one seal over the listed claims.

use super::{WINDOW, authoritative_standings, newest};
use crate::governance::claims::{ARCHIVE, archive_digest};
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, governance::claim_state::beside};
use kernel::{
    call::Call,
    claim::{Claim, Confidence, Kind, Move},
    effect::Govern,
    gate::Agents,
    id::ClaimId,
    refusal::Code,
    settings::Days,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::{ClaimFilter, View};

/// Puts learnings away.
#[derive(Debug)]
pub struct Archive;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Days since anyone confirmed it (90 if left out)
    #[serde(default, alias = "unused_days")]
    pub unused_days: Option<Days>,
    /// Most that we may be sure of it (0.3 if left out)
    #[serde(default, alias = "max_confidence")]
    pub max_confidence: Option<Confidence>,
}

/// What was put away.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The learnings
    pub archived: Vec<ClaimId>,
    /// Why they were put away
    pub reason: String,
    /// Whether there may be more of them: a thousand are put away at once, of the newest 2,000 learnings
    #[serde(rename = "atLeast", skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// Claims under one seal at most: a person must be able to look at them.
const ARCHIVED_MAX: usize = 1_000;

impl Operation for Archive {
    const SPEC: Spec = Spec::new(ARCHIVE, "Archive learnings that nobody confirmed for long and that we are not sure of, under one seal")
        .http(Method::Post, "/v1/claims/archive")
        .agents(Agents::Never)
        .also(&[(Dialect::Palace, "recall_archive")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        let (old, at_least) = unused(view, house, call, input)?;
        let lines: Vec<Json> = old.iter().map(|(claim, told)| json!({ "id": claim.id, "content": claim.draft.content, "why": told })).collect();
        let covers = old.iter().map(|(claim, _)| archive_digest(claim)).collect::<Result<_, _>>()?;
        Ok(Shown { covers, what: json!({ "archived": lines, "reason": reason(input), "at least": at_least }) })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let mut archived = Vec::new();
        let (old, at_least) = unused(cx, house, call, &input)?;
        for (mut claim, _) in old {
            claim.standing = claim.standing.step(&Move::Archive(&cx.review))?;
            claim.seal = Some(cx.review.seal());
            claim.updated_at = call.now;
            cx.put_claim(&claim)?;
            archived.push(claim.id);
        }
        cx.about(format!("{} learnings", archived.len()));
        Ok(Output { archived, reason: reason(&input), at_least })
    }
}

fn limits(input: &Input) -> (Days, Confidence) {
    (input.unused_days.unwrap_or(Days::of(90)), input.max_confidence.unwrap_or(Confidence::hundredths(30)))
}

fn reason(input: &Input) -> String {
    let (days, most) = limits(input);
    format!("nobody confirmed them for {} days, and we are sure of them to at most {}", days.get(), f64::from(most))
}

/// The learnings that are meant, longest unconfirmed first, each with what is told of it; and whether there may be more.
fn unused(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<(Vec<(Claim, String)>, bool), Error> {
    let (days, most) = limits(input);
    let filter = ClaimFilter { kind: Some(Kind::Learning), standings: authoritative_standings(), limit: WINDOW, ..ClaimFilter::default() };
    let (learnings, older) = newest(view, house, filter)?;
    let mut all = beside(view, house, &learnings.iter().map(|claim| &claim.id).collect::<Vec<_>>())?;
    let mut found = Vec::new();
    for claim in learnings {
        let aging = all.remove(&claim.id).unwrap_or_default().aging(&claim);
        let unconfirmed = aging.days(call.now);
        if unconfirmed >= u32::from(days.get()) && aging.present <= most && house.is_authoritative(view, &claim)? {
            let told = format!("{unconfirmed} days, {}", f64::from(aging.present));
            found.push((unconfirmed, claim, told));
        }
    }
    if found.is_empty() {
        return Err(Code::NotFound
            .refuse("learnings", "no learning is that old and that unsure")
            .next("Ask for fewer days or more confidence, or leave things as they are")
            .into());
    }
    found.sort_by(|(a, x, _), (b, y, _)| b.cmp(a).then_with(|| (x.created_at, &x.id).cmp(&(y.created_at, &y.id))));
    let more = older || found.len() > ARCHIVED_MAX;
    found.truncate(ARCHIVED_MAX);
    Ok((found.into_iter().map(|(_, claim, told)| (claim, told)).collect(), more))
}
