//! Tell everything that was ever said of a thing, in the order in which it began.

use super::{LIMIT, Triple};
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{effect::Read, text::Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Tells a thing's past.
#[derive(Debug)]
pub struct Timeline;

/// Whose.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Thing that facts are about, on either side
    pub subject: Term,
    /// Most items to give (100 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Its past.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Facts, in the order in which they began
    pub triples: Vec<Triple>,
}

impl Operation for Timeline {
    const SPEC: Spec = Spec::new("fact.timeline", "Tell everything ever said of a thing, in the order in which it began")
        .http(Method::Get, "/v1/facts/timeline")
        .positional(&["subject"])
        .empty("Nothing was ever said of it here. Say what holds with `fact add`.")
        .action(Dialect::Mind, "mempal_kg", "timeline", "")
        .mind("kg timeline");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let (now, project) = (cx.call.now, cx.call.anchor.project());
        let found = cx.timeline(&project, input.subject.as_str(), limit(input.limit, LIMIT))?;
        Ok(Output { triples: found.into_iter().map(|fact| Triple::at(fact, now)).collect() })
    }
}
