//! Runs the review inbox on a terminal: waiting proposals on the left, similar ones together, the chosen one on the right; one key for
//! each decision and one seal for all of them.
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
