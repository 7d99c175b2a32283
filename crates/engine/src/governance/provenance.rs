//! Checks that what a machine-made proposal says it was made from exists.
//!
//! Not here: which fields each source must carry. The kernel's table says so; this knows where each kind of record is kept.
//! A new kind of record is one arm of [`verify`].

use crate::{Error, PalaceState, call::not_found::missing, governance::claims::holding};
use ingest::Kind;
use kernel::{
    claim::Confidence,
    id::{ClaimId, SessionId, SourceId},
    proposal::Source,
    refusal::Code,
    text::Note,
};
use serde_json::Value as Json;
use store::{Source as StoredSource, SourceState, View};

/// Refuses a machine-made proposal whose origin is not there.
pub(crate) fn verify(view: &mut View<'_>, house: &PalaceState, source: Source, refs: &Json) -> Result<(), Error> {
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
            "conversation_id" => {
                let id = SourceId::parse(text(field, value)?).map_err(|e| unfit(field, &e.to_string()))?;
                conversation(view, &id)?;
            }
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

fn unfit(field: &str, why: &str) -> Error {
    Code::InputInvalid.refuse("evidenceRefs", format!("evidenceRefs.{field}: {why}")).into()
}

/// A conversation that is there, or a refusal.
pub(crate) fn conversation(view: &mut View<'_>, id: &SourceId) -> Result<StoredSource, Error> {
    match view.source(id)? {
        Some(source) if source.kind == Kind::Conversation.name() && source.state != SourceState::Gone => Ok(source),
        Some(_) | None => Err(Code::NotFound
            .refuse(id.as_str(), format!("conversation `{id}` does not exist"))
            .next("Look for it with `conversation search`")
            .into()),
    }
}
