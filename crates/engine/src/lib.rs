//! Operations, and the one way to call them: gate, run, commit, disclose.
//!
//! **Invariant:** every call passes [`Engine::call`]. Nobody else opens a transaction.
//!
//! What is deliberately not here: protocols, files, terminals and clocks. A caller brings a [`kernel::call::Call`].

#![cfg_attr(not(test), deny(clippy::string_slice))] // texts are cut by `kernel::text::Slice`, which cannot panic

mod adoption;
mod belief;
mod code;
pub mod cycle;
mod engine;
mod error;
mod fault;
mod ground;
mod hearing;
mod house;
mod lived;
mod memory;
pub mod mind;
mod operation;
pub mod ops;
mod origin;
mod pool;
mod registry;
mod short_ids;
mod still;
mod sweep;
mod tongue;
mod witness;
mod workflow;

pub use code::{Lies, Terrain, code_digest, lines_digest};
pub use engine::{Engine, Envelope, Request, Watcher};
pub use error::Error;
pub use fault::{Fault, contained};
pub use ground::{Before, Filed, Look, Reviewed, Work};
pub use hearing::set_of;
pub use house::{Founding, House, Installed, Pin, Roots, Secret, Signer};
pub use memory::{Filled, Lanes, Reach, Sight, Why, Withheld, lanes, measures};
pub use operation::{Action, Dialect, Method, Op, Operation, Shown, Spec};
pub use ops::proposal::decide::DECISIONS_MAX;
pub use registry::{OPERATIONS, find, find_for, listed};
pub use still::Still;
pub use sweep::Renewed;
pub use tongue::{Offer, Said, TOOLS, Tool, offered, offered_among, snake, snake_schema};
