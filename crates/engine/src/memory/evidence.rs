//! Names chunks of sources as evidence, and finds evidence that something may rest on.

use crate::{Error, call::not_found::missing};
use kernel::{
    call::id_tail,
    evidence::Evidence,
    id::{EvidenceId, SourceId},
    ledger::Digest,
    refusal::Code,
};
use store::View;

/// A piece of evidence that somebody wants to rest something on. What was deleted is on record, and carries nothing.
pub(crate) fn cited(view: &mut View<'_>, id: &EvidenceId) -> Result<Evidence, Error> {
    let evidence = view.evidence(id)?.ok_or_else(|| missing("evidence", id))?;
    match view.deletion(id)? {
        None => Ok(evidence),
        Some(deletion) => Err(Code::EvidenceShort
            .refuse(id.as_str(), format!("evidence `{id}` was deleted by {} at {}, so nothing can rest on it", deletion.made.by, deletion.made.at))
            .next("Cite other evidence, or ask a person to bring it back with `drawer restore`")
            .into()),
    }
}

/// The same words in the same source have the same id, whoever reads them and whenever.
pub(crate) fn evidence_id(source: &SourceId, words: Digest, ordinal: u32) -> EvidenceId {
    let name = format!("palace/piece/v1\n{source}\n{words}\n{ordinal}");
    EvidenceId::mint("e", &id_tail(&Digest::of(name.as_bytes()).0))
}
