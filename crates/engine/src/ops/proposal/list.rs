//! List what waits, longest first.

use super::Item;
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{
    effect::Read,
    proposal::{Proposal, Status},
    text::Query,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::ProposalFilter;

/// Lists proposals.
#[derive(Debug)]
pub struct List;

/// Proposals that words are looked for in.
const LOOKED_AT: i64 = 10_000;

/// Which status a list wants.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Wanted {
    /// Those that wait
    #[default]
    Pending,
    /// Those that wait and you did not put off
    Inbox,
    /// Those a human agreed to
    Approved,
    /// Those a human refused
    Rejected,
    /// Those nobody answered
    Expired,
    /// All of them
    All,
}

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Status to list (pending if left out)
    #[serde(default)]
    pub status: Wanted,
    /// Only this kind: decision, learning, idea or an operation
    #[serde(default, rename = "type", alias = "as")]
    pub kind: Option<String>,
    /// Words to look for
    #[serde(default)]
    pub query: Option<Query>,
    /// Most items to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// What waits.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Proposals, oldest first, or best match first
    pub proposals: Vec<Item>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("proposal.list", "List proposals: what waits for a human, and what became of the rest")
        .http(Method::Get, "/v1/proposals")
        .empty("Nothing to show. Agents propose with `store`; unless another status is asked for, only what waits is listed.")
        .also(&[(Dialect::Memory, "proposals"), (Dialect::Palace, "proposals")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let status = match input.status {
            Wanted::Pending | Wanted::Inbox => Some(Status::Pending),
            Wanted::Approved => Some(Status::Approved),
            Wanted::Rejected => Some(Status::Rejected),
            Wanted::Expired => Some(Status::Expired),
            Wanted::All => None,
        };
        let (now, most) = (cx.call.now, limit(input.limit, 20));
        let me = cx.call.actor.name().to_owned();
        let awake_for = matches!(input.status, Wanted::Inbox).then(|| me.clone());
        let filter = ProposalFilter {
            status: status.map(|status| (status, now)),
            kind: input.kind,
            awake_for,
            limit: if input.query.is_some() { LOOKED_AT } else { most },
        };
        let mut found = cx.proposals(&filter)?;
        if let Some(query) = &input.query {
            found = crate::memory::rank(query.as_str(), found, |proposal| &proposal.input);
            found.truncate(usize::try_from(most).unwrap_or(0));
        }
        let mut snoozed = cx.snoozed(&me, now)?;
        let item = |p: Proposal| {
            let snoozed_until = snoozed.remove(&p.id).filter(|_| p.status == Status::Pending);
            Ok(Item { snoozed_until, ..Item::of(p, now)? })
        };
        Ok(Output { proposals: found.into_iter().map(item).collect::<Result<_, Error>>()? })
    }
}

/// How many proposals wait that share a word with a question.
pub(crate) fn waiting(cx: &mut Look<'_>, question: &str) -> Result<usize, Error> {
    let filter = ProposalFilter { status: Some((Status::Pending, cx.call.now)), limit: LOOKED_AT, ..ProposalFilter::default() };
    Ok(crate::memory::rank(question, cx.proposals(&filter)?, |proposal| &proposal.input).len())
}
