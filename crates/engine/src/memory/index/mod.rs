//! Writes what makes evidence findable: words, vectors, copies.

pub(crate) mod fill;
pub(crate) mod keeper;
pub(crate) mod reassign;
pub(crate) mod renamed;
pub(crate) mod terms;
pub(crate) mod vector_blocks;
pub(crate) mod vocabulary;
