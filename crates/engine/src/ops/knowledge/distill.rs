//! Distil a candidate from evidence. Nobody has agreed to it yet: it is never woken, and only a human lets it be believed.

use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    knowledge::lifecycle::{Named, id_of, make},
    memory::require_no_secrets,
};
use kernel::{
    anchor::Anchor,
    claim::{Domain, Form, Importance, Lesson, Roles, Status, Tier, TriggerHints},
    drawer::GENERAL,
    effect::Propose,
    id::KnowledgeId,
    refusal::Code,
    text::{Content, Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where knowledge lies when nobody says.
pub(crate) const WING: &str = "mempal";
pub(crate) const ROOM: &str = "knowledge";
/// How much it matters when nobody says.
pub(crate) const IMPORTANCE: u8 = 3;

/// Makes a candidate.
#[derive(Debug)]
pub struct Distill;

/// What the evidence amounts to.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// The sentence to wake it by
    pub statement: Note,
    /// What explains it: why, and where it ends
    pub content: Content,
    /// qi (a tool), shu (a method) or dao_ren (a law of a field); dao_tian is raised from dao_ren
    pub tier: Tier,
    /// Evidence for it (can be repeated)
    #[schemars(extend("format" = "id"))]
    pub supporting_refs: Vec<Name>,
    /// Evidence against it (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub counterexample_refs: Vec<Name>,
    /// What a human taught (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub teaching_refs: Vec<Name>,
    /// Evidence that checked it again (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub verification_refs: Vec<Name>,
    /// Whom it is for (project if left out)
    #[serde(default)]
    pub domain: Domain,
    /// What it is about (general if left out)
    #[serde(default)]
    pub field: Option<Name>,
    /// Part of the palace
    #[serde(default)]
    pub wing: Option<Name>,
    /// Room of that part
    #[serde(default)]
    pub room: Option<Name>,
    /// Where it does not hold
    #[serde(default)]
    pub scope_constraints: Option<Note>,
    /// What it leans towards
    #[serde(default)]
    pub trigger_hints: TriggerHints,
    /// How much it matters, from 0 to 5 (3 if left out)
    #[serde(default)]
    pub importance: Option<Importance>,
    /// Only say what would be made
    #[serde(default)]
    pub dry_run: bool,
}

/// The candidate.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The candidate
    pub drawer_id: KnowledgeId,
    /// Whether it is new
    pub created: bool,
    /// Whether nothing was written
    pub dry_run: bool,
    /// How far it is believed
    pub status: Status,
}

impl Operation for Distill {
    const SPEC: Spec = Spec::new("knowledge.distill", "Distil candidate knowledge from evidence; a human decides whether it is believed")
        .http(Method::Post, "/v1/knowledge")
        .positional(&["statement"])
        .also(&[(Dialect::Mind, "mempal_knowledge_distill")])
        .mind("knowledge distill");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        distil(cx, input)
    }
}

/// Makes a candidate, or finds the one that says it on the same ground.
pub(crate) fn distil(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
    if input.tier == Tier::DaoTian {
        return Err(Code::InputInvalid
            .refuse("tier", "distill only allows candidate dao_ren, shu or qi")
            .next("Distil a dao_ren and have it promoted; `knowledge raise` then proposes it as dao_tian")
            .into());
    }
    if input.supporting_refs.is_empty() {
        return Err(Code::EvidenceShort.refuse("supportingRefs", "knowledge is distilled from at least one piece of evidence").into());
    }
    let anchor = if input.domain == Domain::Global { Anchor::Global } else { cx.call.anchor.clone() };
    input.domain.require_anchor(&anchor)?;
    let mut roles = Roles::default();
    let refs = Named {
        supporting: &input.supporting_refs,
        counterexample: &input.counterexample_refs,
        teaching: &input.teaching_refs,
        verification: &input.verification_refs,
    };
    refs.join(cx, &mut roles)?;
    let lesson = Lesson {
        statement: input.statement,
        content: input.content,
        tier: input.tier,
        domain: input.domain,
        field: input.field.map_or_else(|| named(GENERAL), Ok)?,
        wing: input.wing.map_or_else(|| named(WING), Ok)?,
        room: input.room.map_or_else(|| named(ROOM), Ok)?,
        importance: input.importance.unwrap_or(Importance::of(IMPORTANCE)),
        anchor,
        scope_constraints: input.scope_constraints,
        trigger_hints: input.trigger_hints,
        made_from: None,
    };
    require_no_secrets("knowledge", &lesson)?;
    let id = id_of(Form::Drawer.prefix(), &lesson, &roles)?;
    if let Some(known) = cx.knowledge(&id)? {
        cx.about(&id);
        return Ok(Output { drawer_id: id, created: false, dry_run: input.dry_run, status: known.standing.status() });
    }
    if !input.dry_run {
        make(cx, &id, lesson, &roles, "distilled from evidence")?;
    }
    cx.about(&id);
    Ok(Output { drawer_id: id, created: !input.dry_run, dry_run: input.dry_run, status: Status::Candidate })
}

pub(crate) fn named(word: &str) -> Result<Name, Error> {
    Ok(Name::parse(word).map_err(|e| Code::InputInvalid.refuse(word, e.to_string()))?)
}
