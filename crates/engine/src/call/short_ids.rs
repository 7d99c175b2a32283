//! Completes ids that were given by their beginning, and finds the shortest beginning that is enough.
//!
//! An id is told whole before anything else reads it, so that operations, seals and the ledger only ever meet whole ids. What a
//! caller may not see is no candidate for them: a beginning must not tell them that something is there.

use crate::{Error, PalaceState, Said};
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
pub(crate) fn whole(view: &mut View<'_>, house: &PalaceState, actor: &Actor, said: &Said<'_>) -> Result<Option<Said<'static>>, Error> {
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
pub(crate) fn may_be_in(value: &Json) -> bool {
    match value {
        Json::String(text) => beginning(text).is_some(),
        Json::Array(items) => items.iter().any(may_be_in),
        Json::Object(fields) => fields.values().any(may_be_in),
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}

/// The id that is meant by its beginning, where it is no whole id and one record begins so.
fn meant(view: &mut View<'_>, house: &PalaceState, actor: &Actor, text: &str) -> Result<Option<String>, Error> {
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

/// Whether a caller may know that this is there. A person may know of everything; an agent of what is believed, and of what their own
/// lists and the ledger show. Of tokens, grants and requests for a seal only the whole id is taken: it is all that some of them ask for.
fn is_visible(view: &mut View<'_>, house: &PalaceState, actor: &Actor, id: &str) -> Result<bool, Error> {
    if actor.kind() == ActorKind::Human {
        return Ok(true);
    }
    match beginning(id) {
        Some((
            "e" | "p" | "src" | "k" | "card" | "ctx" | "ses" | "x" | "act" | "pm" | "triple" | "tunnel" | "adoption" | "reasoning" | "thought"
            | "rcpt" | "inv",
            _,
        )) => Ok(true),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OPERATIONS;
    use std::collections::BTreeSet;

    /// Fields that are called like an id and name something else: a place, a person, a thing that facts are about, a key, or a record
    /// of another palace.
    #[rustfmt::skip] // a list of names, not a column of them
    const NO_RECORDS: &[&str] = &[
        "adoption.capture.evaluatorId", "adoption.capture.researchReportId", "adoption.check.evaluatorId",
        "adoption.check.researchReportId", "adoption.prepare.evaluatorId", "adoption.prepare.researchReportId",
        "adoption.record.evaluatorId", "adoption.record.researchReportId", "adoption.record_checked.evaluatorId",
        "adoption.record_checked.researchReportId", "ancestor.keep.adoptions.cardId", "ancestor.keep.adoptions.evaluatorId",
        "ancestor.keep.adoptions.id", "ancestor.keep.adoptions.researchReportId", "ancestor.keep.drawers.id",
        "ancestor.keep.drawers.place.anchorId", "ancestor.keep.drawers.place.parentAnchorId", "ancestor.keep.facts.id",
        "ancestor.keep.facts.sourceDrawer", "ancestor.keep.facts.subject", "ancestor.keep.knowledge.events.id",
        "ancestor.keep.knowledge.id", "ancestor.keep.knowledge.place.anchorId", "ancestor.keep.knowledge.place.parentAnchorId",
        "ancestor.keep.knowledge.refs.drawer", "ancestor.keep.tunnels.id", "card.backfill.anchorId",
        "card.backfill_plan.anchorId", "card.create.anchorId", "card.create.parentAnchorId",
        "card.list.anchorId", "card.publish.targetAnchorId", "claim.propose.source",
        "drawer.ingest.anchorId", "drawer.ingest.parentAnchorId", "drawer.ingest.source",
        "evaluator.advise.evaluatorId", "evidence.record.source", "fact.add.subject",
        "fact.import.facts.id", "fact.import.facts.subject", "fact.query.subject",
        "fact.timeline.subject", "key.enrol.replaces", "knowledge.publish.targetAnchorId",
        "session.start.agentId",
    ];

    /// The fields of a schema that are called like an id, each with an input that has a beginning of one there.
    fn called_ids(schema: &Json, path: &str, within: &dyn Fn(Json) -> Json, found: &mut Vec<(String, Json)>) {
        let Some(fields) = schema["properties"].as_object() else { return };
        for (name, shape) in fields {
            let (path, is_list) = (format!("{path}.{name}"), shape["type"] == "array");
            let shape = if is_list { &shape["items"] } else { shape };
            let whole = |value: Json| within(json!({ name.as_str(): if is_list { json!([value]) } else { value } }));
            if is_called_id(name) && shape["type"] == "string" {
                found.push((path.clone(), whole(json!("e_7h3k9a2b"))));
            }
            called_ids(shape, &path, &whole, found);
        }
    }

    fn is_called_id(name: &str) -> bool {
        let ends = ["Id", "Ids", "Ref", "Refs", "Drawer", "Receipt"];
        let is = ["id", "ids", "claim", "drawer", "evidence", "receipt", "subject", "source", "session", "proposal", "card", "replaces"];
        is.contains(&name) || ends.iter().any(|end| name.ends_with(end))
    }

    #[test]
    fn every_field_that_is_an_id_takes_the_beginning_of_one() {
        let (mut missed, mut tried) = (BTreeSet::new(), 0);
        for op in OPERATIONS {
            let mut fields = Vec::new();
            called_ids(&op.input_schema(), op.spec().name, &|input| input, &mut fields);
            for (field, mut input) in fields {
                tried += 1;
                let mut is_read = false;
                op.each_id(&mut input, &mut |_| {
                    is_read = true;
                    Ok(())
                })
                .unwrap_or_else(|error| panic!("{field}: {error}"));
                if !is_read {
                    missed.insert(field);
                }
            }
        }
        assert!(tried > 100, "only {tried} fields were tried");
        assert_eq!(missed, NO_RECORDS.iter().map(|field| (*field).to_owned()).collect());
    }
}
