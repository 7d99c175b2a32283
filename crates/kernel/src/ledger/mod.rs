//! The ledger: what happened, in an order that cannot be changed unseen.
//!
//! For a newcomer, in five steps:
//!
//! 1. Every change, proposal and refusal is an [`Entry`]. Its *leaf* is a short text, one field per line,
//!    that any language can rebuild. Its hash is the RFC 6962 leaf hash of that text.
//! 2. Each entry carries the hash of the one before it (`prev`). That is the chain: changing, removing or
//!    moving an entry breaks a link, and a [`Verifier`] names the first place where it does.
//! 3. The same hashes are the leaves of a Merkle [`tree`]. Its root stands for the whole ledger in 32 bytes;
//!    twenty hashes prove that one entry among a million is in it, or that a longer ledger continues a shorter.
//! 4. A [`Checkpoint`] is a root and a size, signed. The chain alone cannot notice that its tail is gone or that
//!    all of it was rewritten; a checkpoint kept elsewhere can, and [`agrees`] asks it.
//! 5. What an entry is *about* lies beside the tree, under a salted digest. It can be erased, salt included, and
//!    every hash still verifies: the entry then points to the later entry that erased it.
//!
//! Deliberately not here: where entries are kept. Rows, transactions, keys and clocks belong to the store and
//! to the application; everything below is a fact about its arguments.

mod digest;
mod entry;
pub mod export;
pub mod note;
mod proof;
pub mod tree;
mod verify;

pub use digest::{Digest, DigestError, Hasher, from_hex, to_hex};
pub use entry::{ENTRY_FORMAT, Entry, EntryError, FIELD_BYTES_MAX, payload_digest};
pub use export::{ExportError, ExportedEntry, ExportedProof, Header, ProofDocument};
pub use note::{Checkpoint, LogKey, NoteError};
pub use proof::{ProofError, verify_consistency, verify_inclusion};
pub use tree::{Frontier, Hashes, Tile, TreeError};
pub use verify::{Fault, Payload, Verified, Verifier, VerifyError, agrees};

#[cfg(test)]
mod tests;
