//! Raise knowledge one tier: a method that proved itself becomes a law of its field, and rarely a law of everything. The
//! higher gate weighs all that it rests on; what stood below is put away, and says what took its place.

use super::Gate;
use crate::{
    Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    knowledge::lifecycle::{Happened, Named, happen, id_of, rest},
    ops::missing,
};
use kernel::{
    call::Call,
    canonical,
    claim::{Happening, Knowledge, Lesson, Move, Roles, Standing, Status, Tier, Weighed, vouched, weigh_knowledge},
    effect::Govern,
    gate::Agents,
    id::KnowledgeId,
    refusal::Code,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::View;

/// Raises it.
#[derive(Debug)]
pub struct Raise;

/// Which, and what more speaks for it.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Promoted knowledge to raise by one tier
    pub drawer_id: KnowledgeId,
    /// More evidence for it (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub supporting_refs: Vec<Name>,
    /// More evidence that checked it (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub verification_refs: Vec<Name>,
    /// What a human taught (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub teaching_refs: Vec<Name>,
    /// Why it holds more widely
    pub reason: Note,
}

/// How it stands now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The knowledge of the higher tier
    pub drawer_id: KnowledgeId,
    /// What it was raised from, kept for history
    pub raised_from: KnowledgeId,
    /// The tier it left
    pub old_tier: Tier,
    /// The tier it has
    pub new_tier: Tier,
    /// How far it is believed
    pub status: Status,
    /// What the gate said
    pub gate: Gate,
}

struct Ground {
    below: Knowledge,
    id: KnowledgeId,
    lesson: Lesson,
    roles: Roles,
    weighed: Weighed,
}

fn ground(view: &mut View<'_>, house: &PalaceState, input: &Input) -> Result<Ground, Error> {
    let below = view.knowledge(&input.drawer_id)?.ok_or_else(|| missing("knowledge", &input.drawer_id))?;
    if !crate::knowledge::is_believed(view, house, &below)? {
        let what = format!("`{}` is {}; only believed knowledge is raised", below.id, below.standing.status().name());
        return Err(Code::NoSuchMove.refuse(below.id.to_string(), what).next("Have it promoted first").into());
    }
    let Some(tier) = below.lesson.tier.above() else {
        return Err(Code::NoSuchMove.refuse(below.id.to_string(), "nothing stands above dao_tian").next("Nothing is left to do").into());
    };
    let mut roles = crate::knowledge::roles(view, &below.id)?;
    let more =
        Named { supporting: &input.supporting_refs, verification: &input.verification_refs, teaching: &input.teaching_refs, ..Named::default() };
    more.join(view, &mut roles)?;
    let lesson = Lesson { tier, anchor: below.anchor.clone(), made_from: Some(below.id.clone()), ..below.lesson.clone() };
    let id = id_of(below.form().prefix(), &lesson, &roles)?;
    let weighed = weigh_knowledge(tier, &roles, true);
    Ok(Ground { below, id, lesson, roles, weighed })
}

impl Operation for Raise {
    const SPEC: Spec = Spec::new("knowledge.raise", "Raise believed knowledge by one tier, through the higher gate; agents propose it")
        .http(Method::Post, "/v1/knowledge/{drawerId}/raise")
        .positional(&["drawerId"])
        .agents(Agents::Propose)
        .mind("knowledge raise");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let g = ground(view, house, input)?;
        g.weighed.pass()?;
        let status = g.lesson.tier.target();
        let covers =
            vec![vouched(&g.id, &g.lesson, status, &g.roles.premises()), canonical::digest(&(Self::SPEC.name, &g.below.id, &g.id, &input.reason))?];
        let what = json!({
            "knowledge": g.lesson,
            "id": g.id,
            "from": g.below.lesson.tier,
            "to": g.lesson.tier,
            "status": status,
            "reason": input.reason,
            "counts": g.weighed.counts,
            "evidence": crate::knowledge::evidence_shown(&g.roles),
        });
        Ok(Shown { covers, what })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let house = cx.house;
        let Ground { below, id, lesson, roles, weighed } = ground(cx, house, &input)?;
        let pass = weighed.pass()?;
        let status = lesson.tier.target();
        let with = if status == Status::Canonical { Move::Canonize(pass, &cx.review) } else { Move::Promote(pass, &cx.review) };
        let (by, now, seal, tier) = (cx.call.actor.name().to_owned(), cx.call.now, cx.review.seal(), lesson.tier);
        let raised = Knowledge {
            id: id.clone(),
            standing: Standing::Candidate.step(&with)?,
            seal: Some(seal),
            anchor: lesson.anchor.clone(),
            promoted_from: cx.from.as_ref().map(|p| p.id.clone()),
            principal: below.principal.clone(),
            created_at: now,
            updated_at: now,
            lesson,
        };
        cx.put_knowledge(&raised)?;
        rest(cx, &id, &roles, "")?;
        let made = Happened {
            what: Happening::Promoted,
            from: None,
            to: Some(status),
            reason: input.reason.as_str(),
            metadata: json!({ "raisedFrom": below.id, "tier": tier }),
            seal: Some(seal),
        };
        happen(cx, &id, &by, now, made)?;
        let (old_tier, before) = (below.lesson.tier, below.standing.status());
        let retired = Knowledge { standing: below.standing.step(&Move::Retire(&cx.review))?, seal: Some(seal), updated_at: now, ..below };
        cx.put_knowledge(&retired)?;
        let put_away = Happened {
            what: Happening::Retired,
            from: Some(before),
            to: Some(Status::Retired),
            reason: input.reason.as_str(),
            metadata: json!({ "raisedTo": id }),
            seal: Some(seal),
        };
        happen(cx, &retired.id, &by, now, put_away)?;
        cx.about(&id);
        let gate = Gate::of(&raised, status, status, weighed);
        Ok(Output { drawer_id: id, raised_from: retired.id, old_tier, new_tier: tier, status, gate })
    }
}
