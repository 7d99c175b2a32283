//! Ask where the words of a question lead. It is advice: whoever searches may lean on it.

use super::POSTS_MAX;
use crate::{
    Error, Look, Method, Operation, Spec,
    knowledge::taxonomy::{Route as Way, route},
};
use kernel::{effect::Read, text::Query};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Asks for the way.
#[derive(Debug)]
pub struct Route;

/// The question.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Question whose words may lead somewhere
    pub query: Query,
}

/// Where it leads.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The place, if its words lead anywhere
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route: Option<Way>,
}

impl Operation for Route {
    const SPEC: Spec = Spec::new("taxonomy.route", "Ask which place the words of a question lead to, how surely, and why")
        .http(Method::Get, "/v1/taxonomy/route")
        .positional(&["query"])
        .empty("Its words lead nowhere in particular: everything is searched alike.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { query }: Input) -> Result<Output, Error> {
        Ok(Output { route: route(query.as_str(), &cx.signposts(POSTS_MAX)?) })
    }
}
