//! What an ancestor's palace held. Not here: what becomes of each row, which is the mind's.

pub mod keep;

pub use crate::knowledge::ancestor::{Rows, evidence_id, knowledge_id, unfit_adoption, unfit_fact};
