//! Follows an erasure everywhere: quotations, experiences, free pages, and the places that cannot be reached.

pub(crate) mod experiences;
pub(crate) mod quotes;
pub(crate) mod remaining;
pub(crate) mod scrub;
