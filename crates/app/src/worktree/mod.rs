//! Reads what lies outside the palace: folders, repositories and other programs' files, and watches them.
//!
//! **Invariant:** nothing out there is changed, and nothing that is named inside tells where it lay on this machine.
//!
//! Not here: what is kept of it. The `ingest` crate makes documents of bytes, and the engine keeps them.

pub mod absent;
pub mod ancestor;
pub mod anchor;
pub mod carriers;
pub mod floorplan;
pub mod follow;
pub mod git;
mod git_index;
pub mod history;
pub mod legacy;
pub mod name;
pub mod places;
pub mod read;
pub mod remembered;
pub mod survey;
pub mod tables;
mod tracked;
pub mod tree;
pub mod walk;
pub mod watch;
