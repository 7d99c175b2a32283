//! Assemble what to know before a task: laws first, then methods, then tools, and evidence where it is asked for.
//!
//! Only what is believed is here. It is read and ranked once for all tiers, from where the caller stands outwards.

use crate::{
    Dialect, Error, Look, Method, Operation, PalaceState, Spec,
    governance::claim_state::settings,
    knowledge::{
        assemble::{Asked, Section, assemble, bounds, field},
        context_ranking::chain,
        distill_suggestions::{Suggestion, ripe},
    },
};
use kernel::{
    claim::Domain,
    effect::Read,
    text::{Name, Query},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::View;

/// Assembles it.
#[derive(Debug)]
pub struct Context;

/// What for.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// The task or question at hand
    pub query: Query,
    /// What it is about (general if left out); what other fields have to say follows where it answers
    #[serde(default)]
    pub field: Option<Name>,
    /// Whom it is for (project if left out); what is for everyone is always part of it
    #[serde(default)]
    pub domain: Domain,
    /// Also what was seen
    #[serde(default)]
    pub include_evidence: bool,
    /// Also cards (as this palace is set if left out)
    #[serde(default)]
    pub include_cards: Option<bool>,
    /// Most items (12 if left out)
    #[serde(default)]
    pub max_items: Option<u32>,
    /// Most laws of everything (1 if left out; 0 for none)
    #[serde(default)]
    pub dao_tian_limit: Option<u32>,
    /// Say which fields are worth distilling (true if left out)
    #[serde(default)]
    pub include_distill_suggestions: Option<bool>,
}

/// What to know.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// What was asked
    pub query: String,
    /// Whom it is for
    pub domain: Domain,
    /// What it is about
    pub field: String,
    /// Where was looked, nearest first
    pub anchors: Vec<Place>,
    /// What to read, in this order; empty sections are left out
    pub sections: Vec<Section>,
    /// Fields of this project with much evidence and nothing believed
    pub distill_suggestions: Vec<Suggestion>,
}

/// A place.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Place {
    /// What it is
    pub anchor_kind: &'static str,
    /// Which
    pub anchor_id: String,
}

impl Operation for Context {
    const SPEC: Spec = Spec::new("memory.context", "Assemble what is believed about a task: laws, methods, tools, then evidence, each cited")
        .http(Method::Get, "/v1/memory/context")
        .positional(&["query"])
        .also(&[(Dialect::Mind, "mempal_context")])
        .mind("context")
        .flags(&[("includeDistillSuggestions", "!no-distill-suggestions")])
        .empty("Nothing is believed about that here. Distil candidates from evidence with `palace knowledge distill`");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let (max_items, dao_tian_limit) = bounds(input.max_items, input.dao_tian_limit)?;
        let (house, anchor) = (cx.house, cx.call.anchor.clone());
        let cards = match input.include_cards {
            Some(asked) => asked,
            None => cards_by_default(cx, house)?,
        };
        let field = field(input.field.as_ref());
        let asked =
            Asked { query: input.query.as_str(), field, domain: input.domain, evidence: input.include_evidence, cards, max_items, dao_tian_limit };
        let sections = assemble(cx, &asked)?;
        let distill_suggestions = if input.include_distill_suggestions.unwrap_or(true) { ripe(cx, house, &anchor)? } else { Vec::new() };
        let places = chain(&anchor).iter().map(|anchor| Place { anchor_kind: anchor.kind(), anchor_id: anchor.to_string() }).collect();
        let (query, field) = (input.query.as_str().to_owned(), field.to_owned());
        Ok(Output { query, domain: input.domain, field, anchors: places, sections, distill_suggestions })
    }
}

/// Whether cards are part of it when nobody says: not until a human decides so.
fn cards_by_default(view: &mut View<'_>, house: &PalaceState) -> Result<bool, Error> {
    Ok(settings(view, house)?.context.include_cards_default)
}
