//! The workflow's gates and what passing them is worth. Not here: the guarded cycle, which keeps a state of its own.

pub mod authorize;
pub mod check;
pub mod guard;
pub mod reset;
pub mod status;
pub mod verify;

use crate::{
    Error, Work,
    cycle::{self, Form, Lent, TokenState},
};
use kernel::{
    cycle::{GateName, Reach, TokenKind},
    id::SessionId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Session, Token as Row};

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

/// What a gate is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth<'w> {
    pub(crate) session: &'w Session,
    pub(crate) kind: TokenKind,
    pub(crate) phase: &'w str,
    pub(crate) action: &'w str,
    pub(crate) lasts_ms: i64,
}

/// Mints a token for a gate, and answers it in the shape of a file.
pub(crate) fn give(cx: &mut Work<'_>, worth: Worth<'_>) -> Result<Token, Error> {
    let Worth { session, kind, phase, action, lasts_ms } = worth;
    let (house, now) = (cx.house, cx.call.now);
    let head = cycle::head(cx, house, session)?;
    let lent = Lent { session, form: Form::Gate, kind, scope: Reach::Project.name(), phase, action, permissions: &[], lasts_ms, context_hash: None };
    let Row { id, expires_at, .. } = cycle::mint(cx, &lent, head)?;
    Ok(Token {
        token_id: id,
        created_at: now.millis(),
        expires_at: expires_at.millis(),
        kind,
        session_id: session.id.clone(),
        phase: phase.to_owned(),
        action: action.to_owned(),
    })
}

/// What a session's operation tokens were given for, in order.
pub(crate) fn steps_of(minted: &[TokenState]) -> Vec<String> {
    let operations = minted.iter().filter(|state| state.token.signed.kind == TokenKind::Operation.name());
    operations.map(TokenState::action).filter(|action| !action.is_empty()).map(str::to_owned).collect()
}
