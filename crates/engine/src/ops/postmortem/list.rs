//! List postmortems, newest first.

use super::{Item, judged};
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{
    effect::Read,
    work::{PostmortemStatus, Severity},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists postmortems.
#[derive(Debug)]
pub struct List;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Only those that stand so
    #[serde(default)]
    pub status: Option<PostmortemStatus>,
    /// Only those that were so bad
    #[serde(default)]
    pub severity: Option<Severity>,
    /// Most items to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// The postmortems.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Postmortems, newest first
    pub postmortems: Vec<Item>,
    /// How many there are before the limit
    pub total: usize,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("postmortem.list", "List postmortems: what went wrong here, and whether it still can")
        .http(Method::Get, "/v1/postmortems")
        .empty("Nothing like that went wrong here. Write a postmortem with `store-postmortem`.")
        .also(&[(Dialect::Palace, "get_postmortems")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let (house, project) = (cx.house, cx.call.anchor.project());
        let mut found = judged(cx, house, &project)?;
        found.retain(|j| input.status.is_none_or(|s| s == j.status) && input.severity.is_none_or(|s| s == j.postmortem.severity));
        let total = found.len();
        found.truncate(usize::try_from(limit(input.limit, 20)).unwrap_or(0));
        Ok(Output { postmortems: found.into_iter().map(Item::from).collect(), total })
    }
}
