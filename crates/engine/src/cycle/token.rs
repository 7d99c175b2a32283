//! Tokens: leave to do something, for a while, for one session of one principal. Minted by the server, never by whoever shows
//! one; an operation's token is good once.

use super::sign::{Checked, check, signed};
use crate::{Error, House, Work};
use kernel::{
    anchor::Anchor,
    call::Call,
    cycle::TokenKind,
    id::{SessionId, TokenId},
    ledger::Digest,
    refusal::Code,
    time::Moment,
};
use serde_json::json;
use store::{Session, StoreError, Token, View};

/// The version of what receipts and tokens vouch for.
pub const COMPLIANCE_VERSION: &str = "2.0.0";
/// The version of a token's own form.
const TOKEN_VERSION: u8 = 2;

/// What a new token is to allow.
#[derive(Clone, Debug)]
pub struct Lent<'l> {
    /// In which session.
    pub session: &'l Session,
    /// What it is good for.
    pub kind: TokenKind,
    /// Whose memory the session asks.
    pub scope: &'l str,
    /// The phase it was asked in; may be empty.
    pub phase: &'l str,
    /// The one action it allows; empty means any that its permissions do.
    pub action: &'l str,
    /// What it allows.
    pub permissions: &'l [&'l str],
    /// For how long, in milliseconds.
    pub lasts_ms: i64,
    /// What was packed for the session.
    pub context_hash: Option<Digest>,
}

/// Mints a token and keeps it. `head` is where the session's calls were then.
pub fn mint(cx: &mut Work<'_>, lent: &Lent<'_>, head: Option<Digest>) -> Result<Token, Error> {
    let (house, call) = (cx.house, cx.call);
    let (id, expires_at) = (TokenId::mint("tok", &call.tail()), call.now.plus(lent.lasts_ms));
    let payload = json!({
        "token_id": id,
        "token_version": TOKEN_VERSION,
        "type": lent.kind,
        "palace": house.palace,
        "session_id": lent.session.id,
        "principal": lent.session.principal,
        "scope": lent.scope,
        "project": call.anchor.project(),
        "phase": lent.phase,
        "action": lent.action,
        "permissions": lent.permissions,
        "created_at": call.now.millis(),
        "expires_at": expires_at.millis(),
        "expiry": expires_at,
        "context_hash": lent.context_hash,
        "invocation_chain_head": head,
        "compliance_version": COMPLIANCE_VERSION,
    });
    let signed = signed(house, lent.session.id.as_str(), lent.kind.name(), &payload, call.now)?;
    let token = Token { id, signed, expires_at, used_at: None };
    cx.put_token(&token)?;
    Ok(token)
}

/// A token as it stands now.
#[derive(Clone, Debug)]
pub struct TokenState {
    /// Its row.
    pub token: Token,
    /// What holds of it.
    pub checked: Checked,
    /// It is too old.
    pub expired: bool,
    /// It was for one use, and was used.
    pub used: bool,
}

impl TokenState {
    /// Whether it can be shown to anyone.
    pub fn holds(&self) -> bool {
        self.checked.holds() && !self.expired && !self.used
    }
}

/// Looks at a token; nothing if nobody minted it.
pub fn look(view: &mut View<'_>, house: &House, id: &TokenId, now: Moment) -> Result<Option<TokenState>, Error> {
    let Some(token) = view.token(id)? else { return Ok(None) };
    let mut checked = check(house, &token.signed, "type")?;
    // The columns beside the payload are only there to be found by: what was signed decides.
    let expires = checked.payload["expires_at"].as_i64();
    checked.said &= checked.payload["token_id"] == id.as_str() && expires == Some(token.expires_at.millis());
    let expired = expires.is_none_or(|at| now.millis() >= at);
    let used = token.used_at.is_some();
    Ok(Some(TokenState { token, checked, expired, used }))
}

/// A session's token that is good in a project now, if any is.
pub(crate) fn live(view: &mut View<'_>, house: &House, project: &Anchor, now: Moment) -> Result<Vec<TokenState>, Error> {
    let mut good = Vec::new();
    for id in view.live_tokens(TokenKind::Session.name(), now)? {
        let state = look(view, house, &id, now)?.filter(TokenState::holds);
        good.extend(state.filter(|state| state.checked.payload["project"] == project.to_string()));
    }
    Ok(good)
}

/// Who shows a token, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The token.
    pub token: &'a TokenId,
    /// The session it is shown in, if that is known.
    pub session: Option<&'a SessionId>,
    /// What is to be done; empty means that only the token itself is asked about.
    pub action: &'a str,
}

/// Refuses a token that is unknown, forged, somebody else's, for something else, too old or used up.
pub fn require(view: &mut View<'_>, house: &House, call: &Call, asked: Asked<'_>) -> Result<Token, Error> {
    let id = asked.token;
    let refuse = |code: Code, what: String| Error::from(code.refuse(id.as_str(), what));
    let state = look(view, house, id, call.now)?.ok_or_else(|| refuse(Code::TokenInvalid, format!("nobody minted token {id}")))?;
    if let Some(fault) = state.checked.fault() {
        return Err(refuse(Code::TokenInvalid, format!("token {id} does not hold: {fault}")));
    }
    let payload = &state.checked.payload;
    let foreign = payload["principal"] != call.actor.name() || asked.session.is_some_and(|session| payload["session_id"] != session.as_str());
    if foreign {
        return Err(refuse(Code::TokenInvalid, format!("token {id} was minted for another session")));
    }
    let action = payload["action"].as_str().unwrap_or_default();
    let allows = payload["permissions"].as_array().is_some_and(|all| all.iter().any(|one| one == asked.action));
    if !asked.action.is_empty() && action != asked.action && !(action.is_empty() && allows) {
        return Err(refuse(Code::TokenInvalid, format!("token {id} does not allow `{}`", asked.action)));
    }
    if state.expired {
        return Err(refuse(Code::TokenExpired, format!("token {id} expired at {}", state.token.expires_at)));
    }
    if state.used {
        return Err(refuse(Code::TokenUsed, format!("token {id} was used")));
    }
    Ok(state.token)
}

/// The same, and uses up what is good once.
pub fn spend(cx: &mut Work<'_>, asked: Asked<'_>) -> Result<Token, Error> {
    let (house, call) = (cx.house, cx.call);
    let mut token = require(cx, house, call, asked)?;
    if token.signed.kind == TokenKind::Operation.name() {
        cx.use_token(&token, call.now).map_err(|e| match e {
            StoreError::Conflict(_) => Error::from(Code::TokenUsed.refuse(token.id.as_str(), format!("token {} was used", token.id))),
            other => other.into(),
        })?;
        token.used_at = Some(call.now);
    }
    Ok(token)
}
