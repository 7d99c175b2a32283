//! Trace a record through the ledger: from the evidence it rests on to what became of it.

use super::{Item, body_of};
use crate::{Error, Look, Method, Operation, Spec, ops::missing};
use kernel::{
    effect::Read,
    id::{ClaimId, EvidenceId, ProposalId, SealRequestId, SessionId},
    refusal::Code,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Follows a record.
#[derive(Debug)]
pub struct Trace;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Claim, proposal, evidence or session to trace
    #[schemars(extend("format" = "id"))]
    pub id: String,
}

/// Its history.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The record
    pub id: String,
    /// Records it is bound to
    pub related: Vec<String>,
    /// Entries about any of them, oldest first
    pub entries: Vec<Item>,
}

/// Entries per record, and records followed.
const ENTRIES_MAX: i64 = 200;
const RECORDS_MAX: usize = 50;

impl Operation for Trace {
    const SPEC: Spec = Spec::new("ledger.trace", "Trace a record from the evidence it rests on to what became of it")
        .http(Method::Get, "/v1/ledger/trace/{id}")
        .positional(&["id"]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { id }: Input) -> Result<Output, Error> {
        let id = record(&id).ok_or_else(|| Code::InputInvalid.refuse("id", kernel::text::Malformed::new(&id, "the id of a record").to_string()))?;
        let palace = cx.house.palace.clone();
        let mut entries: BTreeMap<u64, Item> = BTreeMap::new();
        let (mut seen, mut next) = (BTreeSet::from([id.clone()]), vec![id.clone()]);
        while let Some(record_id) = next.pop() {
            for stored in cx.mentions(&palace, &record_id, ENTRIES_MAX)? {
                let mut named = BTreeSet::new();
                let body = body_of(&stored);
                match told_apart(&body, &record_id) {
                    Some(own) => ids_in(own, &mut named),
                    None => ["after", "input", "result"].iter().for_each(|said| ids_in(&body[said], &mut named)),
                }
                for other in named {
                    if seen.len() < RECORDS_MAX && seen.insert(other.clone()) {
                        next.push(other);
                    }
                }
                entries.insert(stored.entry.seq, Item::of(&stored));
            }
        }
        if entries.is_empty() {
            return Err(missing("record", &id));
        }
        seen.remove(&id);
        Ok(Output { id, related: seen.into_iter().collect(), entries: entries.into_values().collect() })
    }
}

/// Of an entry that made many decisions, the one about this record: what was decided in the same breath is not related for it.
fn told_apart<'b>(body: &'b serde_json::Value, id: &str) -> Option<&'b serde_json::Value> {
    body["result"]["decisions"].as_array()?.iter().find(|decision| {
        let mut named = BTreeSet::new();
        ids_in(decision, &mut named);
        named.contains(id)
    })
}

/// The one spelling of an id of a record, if it is one.
fn record(text: &str) -> Option<String> {
    let kinds: [fn(&str) -> Option<String>; 5] = [
        |t| ClaimId::parse(t).ok().map(String::from),
        |t| ProposalId::parse(t).ok().map(String::from),
        |t| EvidenceId::parse(t).ok().map(String::from),
        |t| SessionId::parse(t).ok().map(String::from),
        |t| SealRequestId::parse(t).ok().map(String::from),
    ];
    kinds.iter().find_map(|parse| parse(text))
}

fn ids_in(json: &serde_json::Value, found: &mut BTreeSet<String>) {
    match json {
        serde_json::Value::String(text) => found.extend(record(text)),
        serde_json::Value::Array(items) => items.iter().for_each(|item| ids_in(item, found)),
        serde_json::Value::Object(fields) => {
            for (key, value) in fields {
                found.extend(record(key));
                ids_in(value, found);
            }
        }
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
    }
}
