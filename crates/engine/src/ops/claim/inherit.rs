//! Bring in records that predate governance, once, under one seal. They stay marked as such for ever.

use crate::{Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, ops::missing};
use kernel::{
    call::Call,
    claim::{Claim, Draft, Move, Standing},
    effect::Govern,
    gate::Agents,
    id::ClaimId,
    proposal::Source,
    refusal::Code,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::View;

/// Records brought in with legacy authority.
#[derive(Debug)]
pub struct Inherit;

/// The records.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Records that predate governance
    pub records: Vec<Draft>,
}

/// What they became.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The new claims, in the order given
    pub ids: Vec<ClaimId>,
    /// The contract's word for how far they are believed
    pub authority: &'static str,
}

/// Records under one seal at most: a person must be able to look at them.
const RECORDS_MAX: usize = 10_000;

impl Operation for Inherit {
    const SPEC: Spec = Spec::new("claim.inherit", "Bring in records that predate governance, as legacy_approved, under one seal")
        .http(Method::Post, "/v1/claims/inherit")
        .agents(Agents::Never);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn drafts(input: &mut Json) -> Vec<&mut Json> {
        input.get_mut("records").and_then(Json::as_array_mut).map_or_else(Vec::new, |records| records.iter_mut().collect())
    }

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        if input.records.is_empty() || input.records.len() > RECORDS_MAX {
            return Err(Code::InputInvalid
                .refuse("records", format!("between 1 and {RECORDS_MAX} records are taken; {} were given", input.records.len()))
                .into());
        }
        let drafts = input.records.iter().map(|d| d.clone().settled()).collect::<Result<Vec<_>, _>>()?;
        for id in drafts.iter().flat_map(|draft| &draft.evidence) {
            view.evidence(id)?.ok_or_else(|| missing("evidence", id))?;
        }
        Ok(Shown { covers: drafts.iter().map(Draft::digest).collect(), what: json!({ "records": drafts }) })
    }

    fn run(cx: &mut Reviewed<'_>, Input { records }: Input) -> Result<Output, Error> {
        let standing = Standing::Candidate.step(&Move::Inherit(&cx.review))?;
        let mut ids = Vec::new();
        for draft in records {
            let draft = draft.settled()?;
            let claim = Claim {
                id: ClaimId::mint(draft.kind.prefix(), &cx.call.tail()),
                draft,
                standing,
                seal: Some(cx.review.seal()),
                promoted_from: None,
                source: Source::Import.name().into(),
                created_at: cx.call.now,
                updated_at: cx.call.now,
            };
            cx.put_claim(&claim)?;
            ids.push(claim.id);
        }
        cx.about(format!("{} records", ids.len()));
        Ok(Output { ids, authority: standing.authority() })
    }
}
