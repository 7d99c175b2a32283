//! Finds evidence and claims that answer a question, ranks them and cites them.

pub(crate) mod candidates;
pub(crate) mod claims;
pub(crate) mod history;
pub(crate) mod hit;
pub(crate) mod passage;
pub(crate) mod place;
pub(crate) mod search;
pub(crate) mod semantic;
pub(crate) mod shortlist;
pub(crate) mod showing;
pub(crate) mod words;
