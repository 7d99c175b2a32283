//! Receipts: signed words that a guarded cycle came about as it should.

pub mod export;
pub mod list;
pub mod verify;

use crate::{Error, PalaceState, cycle};
use kernel::{
    id::{ReceiptId, SessionId},
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use store::{Receipted, View};

/// A receipt, as every reader is given it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Item {
    /// Its id
    pub id: ReceiptId,
    /// The session it is about
    pub session_id: String,
    /// When it was made
    pub ts: Moment,
    /// What it is
    pub receipt_type: String,
    /// Digest of what it says
    pub payload_hash: String,
    /// Whether its payload and both signatures hold
    pub valid: bool,
}

impl Item {
    pub(crate) fn of(house: &PalaceState, receipt: &Receipted) -> Result<Self, Error> {
        let s = &receipt.signed;
        Ok(Self {
            id: receipt.id.clone(),
            session_id: s.session.clone(),
            ts: s.created_at,
            receipt_type: s.kind.clone(),
            payload_hash: s.payload_hash.clone(),
            valid: cycle::check(house, s, "receipt_type")?.holds(),
        })
    }
}

/// What holds of a receipt.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Verified {
    /// Whether all of it holds
    pub valid: bool,
    /// Whether this palace's secret keyed it
    pub signature_valid: bool,
    /// Whether its payload is unchanged
    pub hash_valid: bool,
    /// Whether the log's key signed it
    pub log_signature_valid: bool,
    /// Whether its type and session are those that were signed
    pub type_valid: bool,
    /// Whether the session's calls still lead to the head it names
    pub chain_valid: bool,
    /// What it says
    pub payload: Json,
    /// Why it does not hold
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Looks at a receipt, and at the calls of its session.
pub(crate) fn verified(view: &mut View<'_>, house: &PalaceState, receipt: &Receipted) -> Result<(Verified, cycle::Chain), Error> {
    let checked = cycle::check(house, &receipt.signed, "receipt_type")?;
    let session = SessionId::parse(&receipt.signed.session).ok().map(|id| view.session(&id)).transpose()?.flatten();
    let chain = session.as_ref().map(|session| cycle::chain(view, house, session)).transpose()?.unwrap_or_default();
    let chain_valid = chain.errors.is_empty() && cycle::pinned(&chain, &checked.payload);
    let broken = chain.errors.first().map_or_else(|| "its session's calls do not lead to the head it names".to_owned(), Clone::clone);
    let error = checked.fault().map(str::to_owned).or_else(|| (!chain_valid).then_some(broken));
    let verified = Verified {
        valid: checked.holds() && chain_valid,
        signature_valid: checked.keyed,
        hash_valid: checked.hash,
        log_signature_valid: checked.logged,
        type_valid: checked.said,
        chain_valid,
        payload: checked.payload,
        error,
    };
    Ok((verified, chain))
}
