//! Holds in memory what every question would read anew, as new as the database.

pub(crate) mod derived;
pub(crate) mod fingerprints;
pub(crate) mod near_copies;
pub(crate) mod vector_codes;
pub(crate) mod vectors;
