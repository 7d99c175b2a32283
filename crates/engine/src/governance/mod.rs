//! Reads what the seals of humans stand behind: the state of claims, and the origin of what machines propose.

pub(crate) mod claim_state;
pub(crate) mod claims;
pub(crate) mod provenance;
