//! Who may come in over a network.

pub mod issue;
pub mod list;
pub mod revoke;

use crate::Error;
use kernel::{canonical, id::GrantId, ledger::Digest, time::Moment};
use schemars::JsonSchema;
use serde::Serialize;
use store::GrantRecord;

/// A token's record, as every reader is given it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// Its id
    pub id: GrantId,
    /// What kind of caller it admits
    pub kind: String,
    /// Whom it admits
    pub name: String,
    /// When it was given
    pub issued_at: Moment,
    /// When it stops working
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Moment>,
    /// When it was taken back
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Moment>,
}

impl From<GrantRecord> for Item {
    fn from(g: GrantRecord) -> Self {
        Self { id: g.id, kind: g.kind, name: g.name, issued_at: g.issued_at, expires_at: g.expires_at, revoked_at: g.revoked_at }
    }
}

/// What a seal about a token covers. Never the token's digest itself: whoever asks chooses that, and could choose the
/// digest of a claim or of a key.
fn covered(op: &str, name: &str, token: Digest) -> Result<Vec<Digest>, Error> {
    Ok(vec![canonical::digest(&(op, name, token))?])
}
