//! Briefings: what somebody needs to know, put together by rule.

pub mod compose;
