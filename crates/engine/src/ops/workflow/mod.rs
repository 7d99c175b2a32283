//! The workflow's gates and what passing them is worth. Not here: the guarded cycle, which keeps a state of its own.

pub mod authorize;
pub mod check;
pub mod guard;
pub mod reset;
pub mod status;
pub mod verify;

use kernel::{
    cycle::{GateName, TokenKind},
    id::SessionId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::WorkflowToken;

/// What is to be done, and how far the caller is.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Gate that must be passed, with those before it
    pub current_phase: GateName,
    /// What is to be done
    pub action: kernel::text::Name,
    /// Session whose calls count (your newest if left out)
    #[serde(default)]
    pub session_id: Option<SessionId>,
}

/// A token, in the shape that the contract keeps in a file. Times are in milliseconds.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Token {
    /// Its id
    pub token_id: String,
    /// Since when
    pub created_at: i64,
    /// Until when
    pub expires_at: i64,
    /// What it is for
    #[serde(rename = "type")]
    pub kind: TokenKind,
    /// The session it was given in
    pub session_id: SessionId,
    /// The gate that was passed
    #[serde(skip_serializing_if = "String::is_empty")]
    pub phase: String,
    /// What it is for
    #[serde(skip_serializing_if = "String::is_empty")]
    pub action: String,
}

impl From<WorkflowToken> for Token {
    fn from(t: WorkflowToken) -> Self {
        Self {
            token_id: t.id,
            created_at: t.created_at.millis(),
            expires_at: t.expires_at.millis(),
            kind: t.kind,
            session_id: t.session,
            phase: t.phase,
            action: t.action,
        }
    }
}
