//! The review inbox: what waits on the left, alike things together; what one decides about on the right; one key each,
//! and one seal for all of it.
//!
//! Governance that is a chore is switched off, so this is the place where it must be cheap. Nothing is decided by a key
//! alone: decisions gather, are shown as one list, and are sealed once.
//!
//! Not here: what a decision does. That is `proposal.decide`, which any other screen could call as well.

mod alike;
mod editor;
mod flow;
mod item;
mod listing;
mod page;
mod press;
mod sitting;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use item::look;
pub(crate) use listing::listing;
pub(crate) use sitting::{Sitting, waiting};
