//! Experiences: what was tried in which situation, and whether it worked. Anyone may write one; none is authority.
//!
//! Not here: what experiences come to, which is `cycle.consolidate`.

pub mod export;
pub mod import;
pub mod inherit;
pub mod record;
pub mod search;
pub mod show;
pub mod tag;
pub mod update;

pub use crate::experience::{KIND, Shown, Told, duplicate_of};
pub(crate) use crate::experience::{Telling, author, known, relabel, revisable, settled};
