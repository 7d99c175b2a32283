//! Carries one call from its request to its answer: the catalogue, the gate, the transaction, the ledger entry.

pub(crate) mod catalogue;
pub(crate) mod connection_pool;
pub(crate) mod effects;
pub(crate) mod engine;
pub(crate) mod engine_cache;
pub(crate) mod error;
pub(crate) mod not_found;
pub(crate) mod operation;
pub(crate) mod palace;
pub(crate) mod panics;
pub(crate) mod read_log;
pub(crate) mod short_ids;

/// Most items any list gives at once.
pub(crate) const LIST_MAX: i64 = 1_000;
