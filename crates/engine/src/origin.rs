//! What a machine-made proposal says it was made from is looked up, not only asked for.
//!
//! Not here: which fields each source must carry. The kernel's table says so; this knows where each kind of record is kept.
//! A new kind of record is one arm of [`verify`].

use crate::{
    Error, House,
    ops::{claim::holding, missing},
};
use kernel::{
    claim::Confidence,
    id::{ClaimId, SessionId},
    proposal::Source,
    refusal::Code,
    text::Note,
};
use serde_json::Value as Json;
use store::View;

/// Refuses a machine-made proposal whose origin is not there.
pub(crate) fn verify(view: &mut View<'_>, house: &House, source: Source, refs: &Json) -> Result<(), Error> {
    source.check(refs)?;
    for field in source.evidence_fields() {
        let Some(value) = Source::field(refs, field) else { continue };
        match *field {
            "session_id" => {
                let id = SessionId::parse(text(field, value)?).map_err(|e| unfit(field, &e.to_string()))?;
                view.session(&id)?.ok_or_else(|| missing("session", &id))?;
            }
            "source_record" | "target_record" => {
                let id = ClaimId::parse(text(field, value)?).map_err(|e| unfit(field, &e.to_string()))?;
                holding(view, house, &id)?;
            }
            // Conversations are looked up here once they are kept; until then only the shape of their id is known.
            "conversation_id" if !is_id(text(field, value)?) => return Err(unfit(field, "it is not an id like `conv_7h3k…`")),
            "confidence" => {
                serde_json::from_value::<Confidence>(value.clone()).map_err(|e| unfit(field, &e.to_string()))?;
            }
            "explanation" | "extractor" => {
                Note::parse(text(field, value)?).map_err(|e| unfit(field, &e.to_string()))?;
            }
            // What another palace holds was proved where its export was read.
            _ => {}
        }
    }
    Ok(())
}

fn text<'v>(field: &str, value: &'v Json) -> Result<&'v str, Error> {
    value.as_str().ok_or_else(|| unfit(field, "it must be text"))
}

/// Whether a text has the shape that every id has: a short prefix and a plain tail.
fn is_id(text: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part.len() <= 64 && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    text.split_once('_').is_some_and(|(prefix, tail)| plain(prefix) && plain(tail))
}

fn unfit(field: &str, why: &str) -> Error {
    Code::InputInvalid.refuse("evidenceRefs", format!("evidenceRefs.{field}: {why}")).into()
}
