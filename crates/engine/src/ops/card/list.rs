//! List cards, candidates included.

use super::Which;
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    ops::{
        knowledge::{Known, list::list},
        limit,
    },
};
use kernel::{claim::Form, effect::Read};
use schemars::JsonSchema;
use serde::Serialize;

/// How many, when nobody says.
const DEFAULT: i64 = 100;

/// Lists them.
#[derive(Debug)]
pub struct List;

/// What is there.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Oldest first
    pub cards: Vec<Known>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("card.list", "List knowledge cards by tier, status, field and place")
        .http(Method::Get, "/v1/cards")
        .action(Dialect::Mind, "mempal_knowledge_cards", "list", "")
        .mind("knowledge-card list")
        .empty("There is no such card. Make candidates with `palace card create`, or from knowledge with `palace card backfill-plan`");
    type Effect = Read;
    type Input = Which;
    type Output = Output;

    fn run(cx: &mut Look<'_>, which: Which) -> Result<Output, Error> {
        let (house, filter) = (cx.house, which.filter(Form::Card, limit(which.limit, DEFAULT)));
        Ok(Output { cards: list(cx, house, &filter)? })
    }
}
