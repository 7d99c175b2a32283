//! For tests and benchmarks: the database itself, with nothing between. Only with the feature `testing`, which no part of the
//! program asks for; so it cannot reach behind its own ledger.

use crate::{Backend, Place, Result};

/// A connection without its schema: to tamper, to measure, or to wrap.
pub fn connect(place: &Place) -> Result<Box<dyn Backend>> {
    crate::connect(place)
}
