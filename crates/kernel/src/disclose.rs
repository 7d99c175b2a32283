//! Only what was disclosed can be put on a wire. The tiers and holds of the wire contract are decided here when they arrive.

use crate::actor::Actor;
use serde::Serialize;

/// A result before disclosure.
#[derive(Debug)]
pub struct Answer<T> {
    value: T,
}

impl<T> Answer<T> {
    /// What an operation found.
    pub const fn new(value: T) -> Self {
        Self { value }
    }
}

/// A result that may leave the house.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Disclosed<T>(T);

impl<T> Disclosed<T> {
    /// What may be told.
    pub const fn get(&self) -> &T {
        &self.0
    }

    /// What may be told, owned.
    pub fn into_inner(self) -> T {
        self.0
    }
}

/// Decides what of an answer this actor may know. Today every caller that passed the gate may know the answer:
/// what is withheld is withheld by the read itself (unsealed claims are not authoritative).
pub fn disclose<T>(answer: Answer<T>, _to: &Actor) -> Disclosed<T> {
    Disclosed(answer.value)
}
