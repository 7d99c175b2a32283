//! What an operation may do to the world. The type decides which context it is handed, so a read never holds a transaction.

use serde::Serialize;

mod sealed {
    pub trait Sealed {}
}

/// One of the four effects. Sealed: there is no fifth.
pub trait Effect: sealed::Sealed + Send + Sync + 'static {
    /// The effect as a value, for tables and listings.
    const NAME: EffectName;
}

/// The effects as values, from weakest to strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EffectName {
    /// Looks, changes nothing.
    Read,
    /// Adds what carries no authority: evidence, sessions, calls that wait.
    Propose,
    /// Changes what is held to be true, or who may say so. Needs a human's seal.
    Govern,
    /// Touches the world outside the store.
    Act,
}

/// An effect that opens a transaction.
pub trait Writes: Effect {}

macro_rules! effects {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $name {}
        impl sealed::Sealed for $name {}
        impl Effect for $name {
            const NAME: EffectName = EffectName::$name;
        }
    )*};
}

effects! {
    /// Looks, changes nothing.
    Read,
    /// Adds what carries no authority.
    Propose,
    /// Changes authority, under a seal.
    Govern,
    /// Touches the world outside.
    Act
}

impl Writes for Propose {}
impl Writes for Govern {}
impl Writes for Act {}
