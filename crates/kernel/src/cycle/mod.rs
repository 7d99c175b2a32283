//! The guarded cycle's rules: how much something matters, which phase is next, what a draft may not say, what experiences
//! come to, and the chain that receipts pin.
//!
//! Facts about their arguments, like all of the kernel: the same experiences give the same cells, byte for byte. Not here:
//! where any of it is kept.

mod chain;
mod config;
mod consolidate;
mod dice;
mod experience;
mod finalize;
mod gate;
mod hook;
mod pack;
mod phase;
mod preset;
pub mod reasoning;
mod receipt;
mod salience;
mod scene;
mod sentence;
pub mod tool;
mod work;

pub use chain::{Link, hmac, normalised};
pub use config::{Config, Findings, Gates, Ttl};
pub use consolidate::{Cell, Change, Lived, Memory, Plan, Run, Taken};
pub use dice::{Bigrams, DUPLICATE, Folded, Print};
pub use experience::{Area, Author, Reach, Worked, trust};
pub use finalize::{Cited, Integrity, Severity, Violation, finalize, integrity};
pub use gate::{GateName, Standing, TokenKind, Verdict, weigh};
pub use hook::HookEvent;
pub use pack::{Ranked, Room, fit};
pub use phase::{Phase, Progress};
pub use preset::{Enforcement, Gate, Preset};
pub use receipt::{is_signed, same, sign};
pub use salience::{Caps, Facts, State, Trust};
pub use scene::{ALIKE, Scene, compared, overlap};
pub use sentence::CellKind;
