//! Show the ledger, newest first.

use super::{Item, body_of};
use crate::{
    Error, Look, Method, Operation, Spec,
    ops::{limit, missing},
};
use kernel::{effect::Read, ledger::Digest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use store::EntryFilter;

/// Shows entries.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// One entry, with what was said
    #[serde(default)]
    pub entry: Option<u64>,
    /// Only by this actor
    #[serde(default)]
    pub actor: Option<String>,
    /// Only this operation
    #[serde(default)]
    pub op: Option<String>,
    /// Only about this id
    #[serde(default)]
    #[schemars(extend("format" = "id"))]
    pub subject: Option<String>,
    /// Only refusals
    #[serde(default)]
    pub refused: bool,
    /// Also what agents only looked at
    #[serde(default)]
    pub reads: bool,
    /// Only entries before this one
    #[serde(default)]
    pub before: Option<u64>,
    /// Most entries to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Entries.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// How many entries the ledger has
    pub size: u64,
    /// Hash of the last
    pub head: Digest,
    /// Entries, newest first
    pub entries: Vec<Item>,
    /// How many entries between these are looks of agents, which are listed with `reads`
    #[serde(rename = "readsLeftOut", skip_serializing_if = "is_zero")]
    pub reads_left_out: u64,
    /// What was said, when one entry was asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Json>,
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("ledger.show", "Show what happened: changes, proposals, refusals, and what agents looked at")
        .http(Method::Get, "/v1/ledger")
        .positional(&["entry"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let palace = cx.house.palace.clone();
        let (size, head) = cx.head()?;
        if let Some(seq) = input.entry {
            let stored = cx.entry(&palace, seq)?.ok_or_else(|| missing("entry", seq))?;
            return Ok(Output { size, head, entries: vec![Item::of(&stored)], reads_left_out: 0, body: Some(body_of(&stored)) });
        }
        // Under another condition, what is not listed is left out by that.
        let is_whole = !input.reads && !input.refused && [&input.actor, &input.op, &input.subject].iter().all(|condition| condition.is_none());
        let end = input.before.map_or(size, |before| before.min(size));
        let filter = EntryFilter {
            actor: input.actor.unwrap_or_default(),
            op: input.op.unwrap_or_default(),
            subject: input.subject.unwrap_or_default(),
            refused: input.refused,
            reads: input.reads,
            before: input.before,
            limit: limit(input.limit, 20),
        };
        let entries = cx.entries(&palace, &filter)?;
        let listed = u64::try_from(entries.len()).unwrap_or(u64::MAX);
        // A page that is not full goes back to the first entry.
        let is_last = i64::try_from(entries.len()).is_ok_and(|count| count < filter.limit);
        let begin = entries.last().filter(|_| !is_last).map_or(0, |entry| entry.entry.seq);
        let reads_left_out = if is_whole && filter.limit > 0 { end.saturating_sub(begin).saturating_sub(listed) } else { 0 };
        Ok(Output { size, head, entries: entries.iter().map(Item::of).collect(), reads_left_out, body: None })
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}
