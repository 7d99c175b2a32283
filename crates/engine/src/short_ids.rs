//! Reads ids that were called by their beginning, and says which beginning is enough.
//!
//! An id is told whole before anything else reads it, so that operations, seals and the ledger only ever meet whole ids. What a
//! caller may not see is no candidate for them: a beginning must not tell them that something is there.

use crate::{Error, House, Said};
use kernel::{
    actor::{Actor, ActorKind},
    id::{ClaimId, SHORT_TAIL_MIN, beginning},
    refusal::Code,
    text::Slice,
};
use serde_json::{Value as Json, json};
use store::View;

/// Candidates that a refusal lists.
const LISTED_MAX: usize = 5;
/// Records looked at for one beginning.
const LOOKED_AT: i64 = 20;

/// The same call with every id whole; nothing, where all of them are.
pub(crate) fn whole(view: &mut View<'_>, house: &House, actor: &Actor, said: &Said<'_>) -> Result<Option<Said<'static>>, Error> {
    if !holds_beginning(said.input()) {
        return Ok(None);
    }
    let (mut input, mut found) = (said.input().clone(), false);
    said.op().each_id(&mut input, &mut |id| {
        if let Some(full) = meant(view, house, actor, id)? {
            (*id, found) = (full, true);
        }
        Ok(())
    })?;
    Ok(found.then(|| said.with_input(input)))
}

/// Whether a value has a text that may be the beginning of an id: most have none, and need not be looked through by their schema.
fn holds_beginning(value: &Json) -> bool {
    match value {
        Json::String(text) => beginning(text).is_some(),
        Json::Array(items) => items.iter().any(holds_beginning),
        Json::Object(fields) => fields.values().any(holds_beginning),
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}

/// The id that is meant by its beginning, where it is no whole id and one record begins so.
fn meant(view: &mut View<'_>, house: &House, actor: &Actor, text: &str) -> Result<Option<String>, Error> {
    let Some((prefix, tail)) = beginning(text) else { return Ok(None) };
    let found = view.ids_beginning(prefix, tail, LOOKED_AT)?;
    let exact = format!("{prefix}_{tail}");
    if found.contains(&exact) {
        return Ok(None);
    }
    let mut candidates = Vec::new();
    for id in found {
        if is_visible(view, house, actor, &id)? {
            candidates.push(id);
        }
    }
    match candidates.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(only.clone())),
        several => {
            let listed: Vec<&String> = several.iter().take(LISTED_MAX).collect();
            let names: Vec<String> = listed.iter().map(|id| format!("`{id}`")).collect();
            let more = if several.len() > LISTED_MAX { " and others" } else { "" };
            Err(Code::InputInvalid
                .refuse(text, format!("`{text}` is the beginning of several ids: {}{more}", names.join(", ")))
                .next("Call again with one of them")
                .with(json!({ "candidates": listed }))
                .into())
        }
    }
}

/// Whether a caller may know that this is there. A person may know of everything; an agent of evidence, proposals, sources and what
/// is believed, all of which their own lists show.
fn is_visible(view: &mut View<'_>, house: &House, actor: &Actor, id: &str) -> Result<bool, Error> {
    if actor.kind() == ActorKind::Human {
        return Ok(true);
    }
    match beginning(id) {
        Some(("e" | "p" | "src", _)) => Ok(true),
        Some(("d" | "l" | "i", _)) => match ClaimId::parse(id).map(|id| view.claim(&id)) {
            Ok(Ok(Some(claim))) => house.is_authoritative(view, &claim),
            Ok(Ok(None)) | Err(_) => Ok(false),
            Ok(Err(error)) => Err(error.into()),
        },
        Some(_) | None => Ok(false),
    }
}

/// The shortest beginning by which a person may call this id; the id itself, if nothing of that name is kept.
pub(crate) fn shortest(view: &mut View<'_>, id: &str) -> Result<String, Error> {
    let Some((prefix, tail)) = beginning(id).filter(|(prefix, tail)| id.len() == prefix.len() + 1 + tail.len()) else { return Ok(id.to_owned()) };
    let found = view.ids_beginning(prefix, tail.slice(..SHORT_TAIL_MIN), LOOKED_AT)?;
    // More begin alike than were looked at, so that nobody can say where they part.
    if !found.iter().any(|other| other == id) || i64::try_from(found.len()).is_ok_and(|count| count == LOOKED_AT) {
        return Ok(id.to_owned());
    }
    let common = |other: &String| id.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let shared = found.iter().filter(|other| *other != id).map(common).max().unwrap_or(0);
    let length = (shared + 1).max(prefix.len() + 1 + SHORT_TAIL_MIN);
    Ok(id.get(..length).unwrap_or(id).to_owned())
}
