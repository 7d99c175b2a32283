//! A palace's birth certificate. Its id is the digest of its genesis, so neither can be changed without the other.

use crate::{call::id_tail, canonical, id::PalaceId, ledger::Digest, time::Moment};
use serde::{Deserialize, Serialize};

/// Whether human decisions need a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sealing {
    /// Decisions need a human's seal. There is no way back from here.
    Sealed,
    /// For tests and demos: decisions need no signature. Decided at birth, never later.
    Unsealed,
}

impl Sealing {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::Unsealed => "unsealed",
        }
    }
}

/// What a palace was born with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Genesis {
    /// Sealed or not, for ever.
    pub sealing: Sealing,
    /// The key that signs ledger checkpoints, as the text form of signed notes.
    pub log_key: String,
    /// When it was created.
    pub created: Moment,
    /// Random, so that two palaces are never the same.
    pub nonce: Digest,
}

impl Genesis {
    /// The palace's id.
    pub fn id(&self) -> PalaceId {
        PalaceId::mint("pal", &id_tail(&canonical::digest(self).expect("BUG: a genesis is plain text").0))
    }

    /// The first line of this palace's checkpoints.
    pub fn origin(id: &PalaceId) -> String {
        format!("palace/{id}")
    }
}
