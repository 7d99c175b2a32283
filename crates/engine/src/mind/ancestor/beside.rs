//! What stands beside drawers and knowledge: facts, tunnels, signposts, and what came of using features. One function each.
//!
//! Each row is kept to the letter as evidence that recall does not find, under the name of its table and its id there.

use super::{drawer::evidence, parts, tail};
use crate::{Error, Work, memory::Secrets};
use ingest::ancestor::{Adoption, Fact, Signpost, Tunnel};
use kernel::id::EvidenceId;
use serde::Serialize;
use store::View;

pub(crate) const FACTS: &str = "triples";
pub(crate) const TUNNELS: &str = "tunnels";
pub(crate) const SIGNPOSTS: &str = "taxonomy";
pub(crate) const ADOPTIONS: &str = "runtime_adoption_events";

/// Keeps a fact; whether it was new.
pub(crate) fn fact(cx: &mut Work<'_>, fact: &Fact, found: &mut Secrets) -> Result<bool, Error> {
    row(cx, FACTS, &fact.id, fact, found)
}

/// Keeps a tunnel; whether it was new.
pub(crate) fn tunnel(cx: &mut Work<'_>, tunnel: &Tunnel, found: &mut Secrets) -> Result<bool, Error> {
    row(cx, TUNNELS, &tunnel.id, tunnel, found)
}

/// Keeps the words that lead to a place; whether they were new.
pub(crate) fn signpost(cx: &mut Work<'_>, signpost: &Signpost, found: &mut Secrets) -> Result<bool, Error> {
    row(cx, SIGNPOSTS, &signpost_name(signpost), signpost, found)
}

/// Keeps what came of using a feature; whether it was new.
pub(crate) fn adoption(cx: &mut Work<'_>, adoption: &Adoption, found: &mut Secrets) -> Result<bool, Error> {
    row(cx, ADOPTIONS, &adoption.id, adoption, found)
}

/// A place has one row, and no id but its name.
pub(crate) fn signpost_name(signpost: &Signpost) -> String {
    format!("{}/{}", signpost.wing, signpost.room)
}

/// Whether a row of this table has not been brought.
pub(crate) fn is_new(view: &mut View<'_>, table: &str, id: &str) -> Result<bool, Error> {
    Ok(view.evidence(&row_id(table, id, 0))?.is_none())
}

fn row_id(table: &str, id: &str, part: usize) -> EvidenceId {
    EvidenceId::mint("e", &tail(table, &format!("{id}\n{part}")))
}

fn row(cx: &mut Work<'_>, table: &str, id: &str, row: &impl Serialize, found: &mut Secrets) -> Result<bool, Error> {
    if !is_new(cx, table, id)? {
        return Ok(false);
    }
    let words = crate::operation::to_json(row)?.to_string();
    for (n, content) in parts(&words, found).into_iter().enumerate() {
        let source = format!("mempal://{table}/{}", crate::memory::redact_text(&ingest::clean(id), found));
        let kept = evidence(cx, row_id(table, id, n), source, content);
        cx.record(&kept)?;
    }
    Ok(true)
}
