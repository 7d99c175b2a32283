//! Signs a payload twice: keyed with the home's secret, as the contract has it, and by the log's key, which no agent can read. Not here: what
//! payloads say.

use crate::{Error, PalaceState};
use kernel::{
    canonical,
    cycle::{hmac, is_signed, same},
    ledger::Digest,
    refusal::Code,
    time::Moment,
};
use serde_json::Value as Json;
use store::Signed;

/// Signs a payload about a session. What it is, is part of the payload.
pub fn signed(house: &PalaceState, session: &str, kind: &str, payload: &Json, now: Moment) -> Result<Signed, Error> {
    let payload = canonical::canonical(payload)?;
    let signer =
        house.signer.as_ref().ok_or_else(|| Error::from(Code::SigningKeyUnfit.refuse("log key", "this home has no log key to sign with")))?;
    Ok(Signed {
        session: session.to_owned(),
        kind: kind.to_owned(),
        payload_hash: Digest::of(payload.as_bytes()).to_string(),
        signature: hmac(&secret(house)?, payload.as_bytes()),
        log_signature: signer.sign_payload(&payload)?,
        payload,
        created_at: now,
    })
}

/// What holds of something that was signed.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Its payload hashes to what stands beside it.
    pub hash: bool,
    /// The home's secret keyed it.
    pub keyed: bool,
    /// The log's key signed it.
    pub logged: bool,
    /// What stands beside it (what it is, whose, in which palace) is what its payload says.
    pub said: bool,
    /// What it says, if that can be read.
    pub payload: Json,
}

impl Checked {
    /// Whether all of it holds.
    pub fn holds(&self) -> bool {
        self.hash && self.keyed && self.logged && self.said
    }

    /// The first thing that does not, in words.
    pub fn fault(&self) -> Option<&'static str> {
        [
            (self.hash, "its payload was changed"),
            (self.keyed, "its signature is not this palace's"),
            (self.logged, "the log's key did not sign it"),
            (self.said, "what stands beside its payload is not what the payload says"),
        ]
        .into_iter()
        .find(|(holds, _)| !holds)
        .map(|(_, what)| what)
    }
}

/// Looks at something that was signed. `kind_field` is where its payload says what it is.
pub fn check(house: &PalaceState, row: &Signed, kind_field: &str) -> Result<Checked, Error> {
    let payload: Json = serde_json::from_str(&row.payload).unwrap_or(Json::Null);
    let said =
        payload["session_id"] == row.session.as_str() && payload[kind_field] == row.kind.as_str() && payload["palace"] == house.palace.as_str();
    Ok(Checked {
        hash: same(&Digest::of(row.payload.as_bytes()).to_string(), &row.payload_hash),
        keyed: same(&hmac(&secret(house)?, row.payload.as_bytes()), &row.signature),
        logged: is_signed(&house.log_key()?, &row.payload, &row.log_signature),
        said,
        payload,
    })
}

fn secret(house: &PalaceState) -> Result<[u8; 32], Error> {
    let keeper = house.secret.as_ref().ok_or_else(|| Error::from(Code::SigningKeyUnfit.refuse("signing key", "Signing key not found")))?;
    keeper.secret()
}
