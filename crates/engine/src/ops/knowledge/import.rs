//! Bring in one piece of knowledge from another palace's export: as a candidate here, on evidence that is here, and with the
//! wish to believe it filed for a human. Another palace's seal does not hold here.

use crate::{
    Error, Method, Operation, Spec, Work,
    knowledge::{
        lifecycle::{Named, id_of, make_told},
        premises::ask,
    },
    memory::require_no_secrets,
};
use kernel::{
    anchor::Anchor,
    claim::{Domain, Form, Importance, Lesson, Roles, Status, Tier, TriggerHints, weigh_knowledge},
    effect::Propose,
    id::{KnowledgeId, ProposalId},
    text::{Content, Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Brings it in.
#[derive(Debug)]
pub struct Import;

/// What the other palace says.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// The palace it comes from
    pub palace: Name,
    /// Its id there
    pub record: KnowledgeId,
    /// How far it is believed there
    pub status: Status,
    /// The sentence that is woken
    pub statement: Note,
    /// What explains it
    pub content: Content,
    /// How high it stands there
    pub tier: Tier,
    /// Whom it is for
    #[serde(default)]
    pub domain: Domain,
    /// What it is about
    pub field: Name,
    /// Part of the palace
    pub wing: Name,
    /// Room of that part
    pub room: Name,
    /// How much it matters
    pub importance: Importance,
    /// Where it does not hold
    #[serde(default)]
    pub scope_constraints: Option<Note>,
    /// What it leans towards
    #[serde(default)]
    pub trigger_hints: TriggerHints,
    /// Evidence for it, under its ids here (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub supporting_refs: Vec<Name>,
    /// Evidence that checked it, under its ids here (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub verification_refs: Vec<Name>,
    /// Evidence against it, under its ids here (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub counterexample_refs: Vec<Name>,
    /// Teachings, under their ids here (can be repeated)
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub teaching_refs: Vec<Name>,
}

/// What it is here.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The candidate
    pub id: KnowledgeId,
    /// Whether it is new
    pub created: bool,
    /// How far it is believed here
    pub status: Status,
    /// The wish to believe it, if its evidence passes the gate here
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal_id: Option<ProposalId>,
}

impl Operation for Import {
    const SPEC: Spec =
        Spec::new("knowledge.import", "Bring in knowledge from another palace's export, as a candidate").http(Method::Post, "/v1/knowledge/import");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let anchor = if input.domain == Domain::Global { Anchor::Global } else { cx.call.anchor.clone() };
        input.domain.require_anchor(&anchor)?;
        let mut roles = Roles::default();
        let refs = Named {
            supporting: &input.supporting_refs,
            verification: &input.verification_refs,
            counterexample: &input.counterexample_refs,
            teaching: &input.teaching_refs,
        };
        refs.join(cx, &mut roles)?;
        let lesson = Lesson {
            statement: input.statement,
            content: input.content,
            // A law of everything knows no candidates: it comes as a law of its field, and is raised here.
            tier: input.tier.min(Tier::DaoRen),
            domain: input.domain,
            field: input.field,
            wing: input.wing,
            room: input.room,
            importance: input.importance,
            anchor,
            scope_constraints: input.scope_constraints,
            trigger_hints: input.trigger_hints,
            made_from: None,
        };
        require_no_secrets("knowledge", &lesson)?;
        let id = id_of(Form::of(&input.record).prefix(), &lesson, &roles)?;
        cx.about(&id);
        if let Some(known) = cx.knowledge(&id)? {
            return Ok(Output { id, created: false, status: known.standing.status(), proposal_id: None });
        }
        let passes = weigh_knowledge(lesson.tier, &roles, true).allowed();
        let told = json!({ "palace": input.palace, "record": input.record });
        let knowledge = make_told(cx, &id, lesson, &roles, "brought in from another palace", told.clone())?;
        let (house, call) = (cx.house, cx.call);
        let why = format!("{} in palace {}", input.status.name(), input.palace);
        let proposal_id = if passes && input.status.is_active() { ask(cx, house, call, &knowledge, &why, Some(told))? } else { None };
        Ok(Output { id, created: true, status: Status::Candidate, proposal_id })
    }
}
