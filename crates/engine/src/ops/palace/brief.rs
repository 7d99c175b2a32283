//! Brief someone who just arrived: what holds here, and how much waits.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    ops::claim::{Line, lines},
};
use kernel::{
    claim::Kind,
    effect::Read,
    scope::{ProjectPath, Scope},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Briefs a newcomer.
#[derive(Debug)]
pub struct Brief;

/// About what.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// File to be briefed on; the whole palace if left out
    #[serde(default, alias = "filePath", alias = "path")]
    pub file: Option<String>,
}

/// What holds here.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Decisions that hold, narrowest scope first
    pub decisions: Vec<Line>,
    /// Learnings that hold, narrowest scope first
    pub learnings: Vec<Line>,
    /// Proposals that wait for a human
    pub pending: i64,
}

impl Operation for Brief {
    const SPEC: Spec = Spec::new("palace.brief", "Brief a newcomer: the decisions and learnings that hold here, and how much waits")
        .http(Method::Get, "/v1/brief")
        .positional(&["file"])
        .also(&[(Dialect::Palace, "brief")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { file }: Input) -> Result<Output, Error> {
        let scope = file.map_or(Ok(Scope::Palace), |path| ProjectPath::parse(&path).map(Scope::File))?;
        let (decisions, learnings) = (lines(cx, Kind::Decision, &scope)?, lines(cx, Kind::Learning, &scope)?);
        let now = cx.call.now;
        Ok(Output { decisions, learnings, pending: cx.waiting(now)? })
    }
}
