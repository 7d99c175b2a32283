//! Research that was done elsewhere. It comes in as evidence and as suggestions; nothing of it is believed by coming in.

pub mod ingest;
pub mod validate;
