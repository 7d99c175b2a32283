//! What would become of knowledge drawers if each were made a card. Nothing changes.

use super::Which;
use crate::{
    Error, Look, Method, Operation, Spec,
    mind::backfill::{Fate, Planned, plan},
};
use kernel::{
    claim::{Form, Status, Tier},
    effect::Read,
    id::KnowledgeId,
};
use schemars::JsonSchema;
use serde::Serialize;

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

impl Operation for Plan {
    const SPEC: Spec = Spec::new("card.backfill_plan", "What would become of knowledge drawers as cards; nothing changes")
        .http(Method::Get, "/v1/cards/backfill")
        .mind("knowledge-card backfill-plan");
    type Effect = Read;
    type Input = Which;
    type Output = Output;

    fn run(cx: &mut Look<'_>, which: Which) -> Result<Output, Error> {
        let (house, filter) = (cx.house, which.filter(Form::Drawer, which.limit.map_or(i64::MAX, i64::from)));
        Ok(Output::of(plan(cx, house, &filter)?, None))
    }
}
