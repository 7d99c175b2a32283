//! What would become of knowledge drawers if each were made a card. Nothing changes.

use super::{Which, backfill::Backfill};
use crate::{
    Error, Look, Method, Operation, Spec,
    knowledge::backfill::{Fate, Planned, plan},
};
use kernel::{
    anchor::{Anchor, AnchorKind},
    claim::{Domain, Form, Status, Tier},
    effect::Read,
    id::KnowledgeId,
    refusal::Code,
    text::Name,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Plans it.
#[derive(Debug)]
pub struct Plan;

/// What would come of it, or what came of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether anything was written
    pub writes: bool,
    /// Drawers that can become cards
    pub ready: usize,
    /// Drawers that cannot
    pub skipped: usize,
    /// Drawers whose card is there
    pub already_exists: usize,
    /// Cards that were made
    pub created: usize,
    /// One for each drawer
    pub items: Vec<Item>,
}

/// A drawer and its card.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// The knowledge
    pub drawer_id: KnowledgeId,
    /// The card it would become
    pub card_id: KnowledgeId,
    /// ready, skipped or already_exists
    pub status: Fate,
    /// Why it is skipped, or why the card would only be a candidate
    pub reasons: Vec<String>,
    /// How high it stands
    pub tier: Tier,
    /// How far the drawer is believed
    pub drawer_status: Status,
    /// How far the card would be believed
    pub card_status: Status,
    /// The sentence that is woken
    pub statement: String,
}

impl Output {
    pub(crate) fn of(planned: Vec<Planned>, created: Option<usize>) -> Self {
        let count = |fate: Fate| planned.iter().filter(|p| p.fate == fate).count();
        let (ready, skipped, already_exists) = (count(Fate::Ready), count(Fate::Skipped), count(Fate::AlreadyExists));
        let item = |p: Planned| Item {
            card_id: p.card,
            status: p.fate,
            reasons: p.reasons,
            tier: p.drawer.lesson.tier,
            drawer_status: p.drawer.standing.status(),
            card_status: p.status,
            statement: p.drawer.lesson.statement.into(),
            drawer_id: p.drawer.id,
        };
        let items = planned.into_iter().map(item).collect();
        Self { writes: created.is_some_and(|made| made > 0), ready, skipped, already_exists, created: created.unwrap_or(0), items }
    }
}

/// Of which knowledge.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Of this tier
    #[serde(default)]
    pub tier: Option<Tier>,
    /// Believed so far
    #[serde(default)]
    pub status: Option<Status>,
    /// For these
    #[serde(default)]
    pub domain: Option<Domain>,
    /// About this
    #[serde(default)]
    pub field: Option<Name>,
    /// Lying at such a place
    #[serde(default)]
    pub anchor_kind: Option<AnchorKind>,
    /// Lying there
    #[serde(default)]
    pub anchor_id: Option<Anchor>,
    /// Make them: a human's word
    #[serde(default)]
    pub execute: bool,
}

impl Operation for Plan {
    const SPEC: Spec = Spec::new("card.backfill_plan", "What would become of knowledge drawers as cards; a person may have it done")
        .http(Method::Get, "/v1/cards/backfill")
        .switch_of_humans("execute", Backfill::SPEC.name)
        .mind("knowledge-card backfill-plan|knowledge-card backfill-apply");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { tier, status, domain, field, anchor_kind, anchor_id, execute }: Input) -> Result<Output, Error> {
        if execute {
            return Err(Code::ModeHumanOnly
                .refuse("execute", "cards are made by a person, under a seal")
                .next("Leave `execute` out, or propose it with card.backfill")
                .into());
        }
        let which = Which { tier, status, domain, field, anchor_kind, anchor_id, limit: None };
        let (house, filter) = (cx.house, which.filter(Form::Drawer, i64::MAX));
        Ok(Output::of(plan(cx, house, &filter)?, None))
    }
}
