//! Make a card. It begins as a candidate, whoever makes it: nothing is believed because somebody wrote it down.

use crate::{
    Error, Method, Operation, Spec, Work,
    knowledge::lifecycle::{id_of, make},
    memory::require_no_secrets,
    ops::knowledge::distill::{IMPORTANCE, ROOM, WING, named},
};
use kernel::{
    anchor::{Anchor, AnchorKind},
    claim::{Domain, Form, Importance, Lesson, Roles, Status, Tier, TriggerHints},
    drawer::GENERAL,
    effect::Propose,
    id::KnowledgeId,
    refusal::Code,
    text::{Content, Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Makes a candidate card.
#[derive(Debug)]
pub struct Create;

/// What it says.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// The sentence to wake it by
    pub statement: Note,
    /// What explains it: why, and where it ends
    pub content: Content,
    /// qi (a tool), shu (a method) or dao_ren (a law of a field); dao_tian is raised from dao_ren
    pub tier: Tier,
    /// candidate: anything more is decided by a human
    #[serde(default)]
    pub status: Option<Status>,
    /// Whom it is for (project if left out)
    #[serde(default)]
    pub domain: Domain,
    /// What it is about (general if left out)
    #[serde(default)]
    pub field: Option<Name>,
    /// Kind of place it lies at, if it should be checked
    #[serde(default)]
    pub anchor_kind: Option<AnchorKind>,
    /// Where it lies (where the caller stands if left out)
    #[serde(default)]
    pub anchor_id: Option<Anchor>,
    /// Repository of that checkout, if it should be checked
    #[serde(default)]
    pub parent_anchor_id: Option<Anchor>,
    /// Where it does not hold
    #[serde(default)]
    pub scope_constraints: Option<Note>,
    /// What it leans towards
    #[serde(default)]
    pub trigger_hints: TriggerHints,
}

/// The card.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The card
    pub card_id: KnowledgeId,
    /// Whether it is new
    pub created: bool,
    /// How far it is believed
    pub status: Status,
}

impl Operation for Create {
    const SPEC: Spec = Spec::new("card.create", "Make a candidate knowledge card; a human decides whether it is believed")
        .http(Method::Post, "/v1/cards")
        .positional(&["statement"])
        .mind("knowledge-card create");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        if let Some(status) = input.status.filter(|status| *status != Status::Candidate) {
            let what = format!("a card begins as a candidate, not as {}", status.name());
            return Err(Code::InputInvalid
                .refuse("status", what)
                .next("Leave status out, link evidence with `palace card link`, then ask with `palace card promote`")
                .into());
        }
        if input.tier == Tier::DaoTian {
            return Err(Code::InputInvalid
                .refuse("tier", "dao_tian only allows canonical or demoted, and a card begins as a candidate")
                .next("Make a dao_ren and have it promoted; `palace knowledge raise` then proposes it as dao_tian")
                .into());
        }
        let anchor = place(cx, &input)?;
        input.domain.require_anchor(&anchor)?;
        let lesson = Lesson {
            statement: input.statement,
            content: input.content,
            tier: input.tier,
            domain: input.domain,
            field: input.field.map_or_else(|| named(GENERAL), Ok)?,
            wing: named(WING)?,
            room: named(ROOM)?,
            importance: Importance::of(IMPORTANCE),
            anchor,
            scope_constraints: input.scope_constraints,
            trigger_hints: input.trigger_hints,
            made_from: None,
        };
        require_no_secrets("card", &lesson)?;
        let id = id_of(Form::Card.prefix(), &lesson, &Roles::default())?;
        cx.about(&id);
        if let Some(known) = cx.knowledge(&id)? {
            return Ok(Output { card_id: id, created: false, status: known.standing.status() });
        }
        make(cx, &id, lesson, &Roles::default(), "made by hand")?;
        Ok(Output { card_id: id, created: true, status: Status::Candidate })
    }
}

/// Where the card lies: where the caller stands, or further out from there. Nobody writes into a project they are not in.
fn place(cx: &Work<'_>, input: &Input) -> Result<Anchor, Error> {
    let here = if input.domain == Domain::Global { Anchor::Global } else { cx.call.anchor.clone() };
    let anchor = input.anchor_id.clone().unwrap_or_else(|| here.clone());
    let refuse = |field: &str, what: String| Err(Code::InputInvalid.refuse(field, what).next("Leave it out, or stand in that project").into());
    if !cx.call.anchor.outwards().contains(&anchor) {
        return refuse("anchorId", format!("{anchor} is not where you stand, which is {}", cx.call.anchor));
    }
    if input.anchor_kind.is_some_and(|kind| kind.name() != anchor.kind()) {
        return refuse("anchorKind", format!("{anchor} is a {} anchor", anchor.kind()));
    }
    if input.parent_anchor_id.as_ref().is_some_and(|parent| *parent != anchor.project()) {
        return refuse("parentAnchorId", format!("{anchor} belongs to {}", anchor.project()));
    }
    Ok(anchor)
}
