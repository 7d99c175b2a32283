//! The operations, one file each, by noun. Fetch, decide, change, answer.

pub mod adoption;
pub mod ancestor;
pub mod briefing;
pub mod card;
pub mod claim;
pub mod code;
pub mod context;
pub mod control;
pub mod conversation;
pub mod corridor;
pub mod cycle;
pub mod decay;
pub mod drawer;
pub mod evaluator;
pub mod evidence;
pub mod experience;
pub mod fact;
pub mod file;
pub mod grant;
pub mod hooks;
pub mod index;
pub mod key;
pub mod knowledge;
pub mod ledger;
pub mod maintenance;
pub mod memory;
pub mod palace;
pub mod postmortem;
pub mod preset;
pub mod project;
pub mod proposal;
pub mod reasoning;
pub mod receipt;
pub mod research;
pub mod seal;
pub mod session;
pub mod source;
pub mod taxonomy;
pub mod tunnel;
pub mod workflow;

pub(crate) use crate::call::{LIST_MAX, not_found::missing};
use crate::{Error, Operation};
use kernel::refusal::Code;
use serde::Deserialize as _;
use store::View;

/// How many to look for, as asked. None at all is no question.
pub(crate) fn at_least_one(name: &str, asked: Option<u32>, default: i64) -> Result<i64, Error> {
    match asked {
        Some(0) => Err(Code::InputInvalid.refuse(name, format!("{name} must be at least 1")).next(format!("Leave it out for {default}")).into()),
        asked => Ok(limit(asked, default)),
    }
}

/// Reads a list, or the one thing that somebody sent instead of a list of one.
pub(crate) fn one_or_many<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: serde::de::DeserializeOwned,
{
    let sent = serde_json::Value::deserialize(deserializer)?;
    let list = if sent.is_array() { sent } else { serde_json::Value::Array(vec![sent]) };
    serde_json::from_value(list).map_err(serde::de::Error::custom)
}

/// A limit as asked, within bounds. None at all is a way to ask how many there are.
pub(crate) fn limit(asked: Option<u32>, default: i64) -> i64 {
    asked.map_or(default, i64::from).clamp(0, LIST_MAX)
}

/// The refusal for something that may have been erased: what the ledger names it by tells when. Whoever can ask for it by its id could
/// have read it while it was there, and reads the ledger, so this tells nobody more than that. An id that no entry names stays unknown.
pub(crate) fn missing_or_erased(view: &mut View<'_>, what: &str, id: &str) -> Result<Error, Error> {
    let Some((seq, at)) = view.erased(id, evidence::erase::Erase::SPEC.name)? else { return Ok(missing(what, id)) };
    let refusal = Code::NotFound.refuse(id, format!("{what} `{id}` was erased at {at}"));
    Ok(refusal.next(format!("Its words are gone; `ledger show {seq}` tells who erased it")).into())
}
