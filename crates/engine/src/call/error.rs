//! Defines what ends a call besides an answer: a refusal, or a failure of the world, which every server shows as a refusal too.

use kernel::{
    canonical::NotCanonical,
    refusal::{Code, Refusal},
};
use store::StoreError;

/// Why a call gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The answer is no.
    #[error(transparent)]
    Refused(#[from] Box<Refusal>),
    /// The answer is no, and it stands on the ledger already.
    #[error(transparent)]
    Noted(Box<Refusal>),
    /// The world failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The configured model must read this question first. The call is tried again once it has, so nobody outside sees this.
    #[error("a question was not read")]
    Unread(String),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

impl From<NotCanonical> for Error {
    fn from(error: NotCanonical) -> Self {
        Code::InputInvalid.refuse("input", error.to_string()).into()
    }
}

impl Error {
    /// The one shape every door shows.
    pub fn into_refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) | Self::Noted(refusal) => *refusal,
            Self::Unread(_) => Code::Internal.refuse("question", "a question was not read before the call was answered"),
            Self::Store(error) => code(&error).refuse("palace", error.to_string()),
        }
    }
}

fn code(error: &StoreError) -> Code {
    match error {
        StoreError::Busy | StoreError::StillRead => Code::StoreBusy,
        StoreError::Full => Code::StoreFull,
        StoreError::ReadOnly(_) => Code::StoreReadOnly,
        StoreError::Newer { .. } => Code::StoreNewer,
        StoreError::NotCopied { why, .. } => code(why),
        StoreError::Damaged(_) => Code::StoreDamaged,
        StoreError::Unreachable(_) => Code::StoreUnreachable,
        StoreError::Stopped => Code::Cancelled,
        StoreError::Conflict(_) | StoreError::Other(_) => Code::Internal,
    }
}
