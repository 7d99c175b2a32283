//! Ask what holds, what held then, or what we knew then.

use super::{LIMIT, Triple};
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{effect::Read, text::Term, time::MomentOrDay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::FactFilter;

/// Asks for facts.
#[derive(Debug)]
pub struct Query;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Only what is about this
    #[serde(default)]
    pub subject: Option<Term>,
    /// Only what says this
    #[serde(default)]
    pub predicate: Option<Term>,
    /// Only what says it of this
    #[serde(default)]
    pub object: Option<Term>,
    /// Only what holds now
    #[serde(default = "yes")]
    pub active_only: bool,
    /// Only what held at this moment instead, or by the end of this day in UTC
    #[serde(default)]
    pub as_of: Option<MomentOrDay>,
    /// As it was known at this moment, or by the end of this day in UTC (now if left out)
    #[serde(default)]
    pub known_at: Option<MomentOrDay>,
    /// Ask everywhere, not only of the project the caller stands in
    #[serde(default)]
    pub anywhere: bool,
    /// Most items to give (100 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

const fn yes() -> bool {
    true
}

/// The facts.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Facts, newest beginning first
    pub triples: Vec<Triple>,
}

impl Operation for Query {
    const SPEC: Spec = Spec::new("fact.query", "Ask what holds between things, what held at a moment, or what was known then")
        .http(Method::Get, "/v1/facts/query")
        .positional(&["subject"])
        .empty("No such fact holds. `fact timeline` tells what ever did; `fact add` says one.")
        .action(Dialect::Mind, "mempal_kg", "query", "")
        .mind("kg query")
        .flags(&[("activeOnly", "!all")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let now = cx.call.now;
        let known = input.known_at.map_or(now, |at| at.last().min(now));
        let text = |term: Option<Term>| term.map_or_else(String::new, String::from);
        let filter = FactFilter {
            project: cx.call.anchor.project(),
            anywhere: input.anywhere,
            subject: text(input.subject),
            predicate: text(input.predicate),
            object: text(input.object),
            at: input.as_of.map(MomentOrDay::last).or(input.active_only.then_some(now)),
            known: Some(known),
            limit: limit(input.limit, LIMIT),
        };
        let triples = cx.facts(&filter)?.into_iter().map(|fact| Triple::at(fact, known)).collect();
        Ok(Output { triples })
    }
}
