//! Defines the operations, and the one way to call them: gate, run, commit, disclose.
//!
//! **Invariant:** every call passes [`Engine::call`]. Nobody else opens a transaction.
//!
//! What is deliberately not here: protocols, files, terminals and clocks. A caller brings a [`kernel::call::Call`].

#![cfg_attr(not(test), deny(clippy::string_slice))] // texts are cut by `kernel::text::Slice`, which cannot panic

mod call;
mod code;
mod contracts;
pub mod cycle;
mod erasure;
mod experience;
mod governance;
pub mod knowledge;
mod memory;
pub mod ops;

pub use call::catalogue::{OPERATIONS, find, find_for, listed};
pub use call::effects::{Before, Filed, Look, Reviewed, Work};
pub use call::engine::{Engine, Envelope, Request, Watcher};
pub use call::error::Error;
pub use call::operation::{Action, Dialect, Method, Op, Operation, Shown, Spec};
pub use call::palace::{Founding, Installed, PalaceState, Pin, Roots, Secret, Signer};
pub use call::panics::{Fault, contained};
pub use code::{Lies, Terrain, code_digest, lines_digest};
pub use contracts::{Offer, Said, TOOLS, Tool, offered, offered_among, snake, snake_schema};
pub use erasure::remaining::RemainingMention;
pub use erasure::scrub::Renewed;
pub use memory::query_embedding::set_of;
pub use memory::{Filled, Lanes, Reach, Sight, Why, Withheld, lanes, measures};
pub use ops::proposal::decide::DECISIONS_MAX;
