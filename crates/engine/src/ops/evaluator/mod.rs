//! Advice about what might be promoted. It moves nothing; the gates and a human do.

pub mod advise;
