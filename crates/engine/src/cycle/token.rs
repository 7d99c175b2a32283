//! Mints and checks tokens: permission to do something, for a while, for one session of one principal. Minted by the server, never by whoever shows
//! one; an operation's token is good once. What gates and what a guarded cycle are worth differ in how they are spelled alone.

use super::sign::{Checked, check, signed};
use crate::{Error, PalaceState, Work};
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

/// How a token is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the older contract names its files: `op-…`, `session-…`.
    Gate,
    /// `tok_…`.
    Cycle,
}

impl Form {
    const fn version(self) -> u8 {
        match self {
            Self::Gate => 1,
            Self::Cycle => 2,
        }
    }
}

/// What a new token is to allow.
#[derive(Clone, Debug)]
pub struct Lent<'l> {
    /// In which session.
    pub session: &'l Session,
    /// How it is spelled.
    pub form: Form,
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
    let (tail, expires_at, project) = (call.tail(), call.now.plus(lent.lasts_ms), call.anchor.project().to_string());
    let id = match lent.form {
        Form::Gate => lent.kind.mint(call.now, &tail),
        Form::Cycle => TokenId::mint("tok", &tail).into(),
    };
    let payload = json!({
        "token_id": id,
        "token_version": lent.form.version(),
        "type": lent.kind,
        "palace": house.palace,
        "session_id": lent.session.id,
        "principal": lent.session.principal,
        "scope": lent.scope,
        "project": project,
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
    let token = Token { id, signed, expires_at, used_at: None, principal: lent.session.principal.clone(), project };
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
    /// Its row is what the ledger last said it was: minted, and used only as often as it says.
    pub bound: bool,
    /// It is too old.
    pub expired: bool,
    /// It was used up or taken back.
    pub used: bool,
}

impl TokenState {
    /// Whether it can be shown to anyone.
    pub fn holds(&self) -> bool {
        self.fault().is_none() && !self.expired && !self.used
    }

    /// Why it is not what was minted, if it is not.
    pub fn fault(&self) -> Option<&'static str> {
        self.checked.fault().or((!self.bound).then_some("it is not what the ledger says was left of it"))
    }

    /// What it is for, as it was signed.
    pub(crate) fn action(&self) -> &str {
        self.said("action")
    }

    /// The gate or phase it was given for, as it was signed.
    pub(crate) fn phase(&self) -> &str {
        self.said("phase")
    }

    fn said(&self, field: &str) -> &str {
        self.checked.payload[field].as_str().unwrap_or_default()
    }
}

/// Looks at a token; nothing if nobody minted it.
pub fn look(view: &mut View<'_>, house: &PalaceState, id: &str, now: Moment) -> Result<Option<TokenState>, Error> {
    view.token(id)?.map(|token| state(view, house, token, now)).transpose()
}

/// The same, for a row that was read.
fn state(view: &mut View<'_>, house: &PalaceState, token: Token, now: Moment) -> Result<TokenState, Error> {
    let mut checked = check(house, &token.signed, "type")?;
    // The columns beside the payload are only there to be found by: what was signed decides.
    let (payload, millis) = (&checked.payload, |field: &str| checked.payload[field].as_i64());
    let expires = millis("expires_at");
    let said = payload["token_id"] == token.id.as_str()
        && payload["principal"] == token.principal.as_str()
        && payload["project"] == token.project.as_str()
        && millis("created_at") == Some(token.signed.created_at.millis())
        && expires == Some(token.expires_at.millis());
    checked.said &= said;
    let expired = expires.is_none_or(|at| now.millis() >= at);
    let (used, bound) = (token.used_at.is_some(), view.is_as_bound(&token)?);
    Ok(TokenState { token, checked, bound, expired, used })
}

/// Tokens of a session that were minted as they stand, oldest first, whether or not they are still good.
pub(crate) fn minted(view: &mut View<'_>, house: &PalaceState, session: &SessionId, now: Moment) -> Result<Vec<TokenState>, Error> {
    let mut minted = Vec::new();
    for token in view.tokens(session)? {
        minted.extend(fit(state(view, house, token, now))?.filter(|state| state.fault().is_none()));
    }
    Ok(minted)
}

/// The sessions' tokens that are good in a project now, those that last longest first.
pub(crate) fn live(view: &mut View<'_>, house: &PalaceState, project: &Anchor, now: Moment) -> Result<Vec<TokenState>, Error> {
    let mut good = Vec::new();
    for token in view.live_tokens(TokenKind::Session.name(), &project.to_string(), now)? {
        good.extend(fit(state(view, house, token, now))?.filter(TokenState::holds));
    }
    Ok(good)
}

/// Without a key to look with, no token is known to hold. That is not a reason for a guard to have no answer.
fn fit(state: Result<TokenState, Error>) -> Result<Option<TokenState>, Error> {
    match state {
        Ok(state) => Ok(Some(state)),
        Err(Error::Refused(refusal)) if refusal.code() == Code::SigningKeyUnfit => Ok(None),
        Err(other) => Err(other),
    }
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
pub fn require(view: &mut View<'_>, house: &PalaceState, call: &Call, asked: Asked<'_>) -> Result<Token, Error> {
    let id = asked.token;
    let refuse = |code: Code, what: String| Error::from(code.refuse(id.as_str(), what));
    let state = look(view, house, id.as_str(), call.now)?.ok_or_else(|| refuse(Code::TokenInvalid, format!("nobody minted token {id}")))?;
    if let Some(fault) = state.fault() {
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
        return Err(refuse(Code::TokenUsed, format!("token {id} was used or taken back")));
    }
    Ok(state.token)
}

/// The same, and uses up what is good once.
pub fn spend(cx: &mut Work<'_>, asked: Asked<'_>) -> Result<Token, Error> {
    let (house, call) = (cx.house, cx.call);
    let mut token = require(cx, house, call, asked)?;
    if token.signed.kind == TokenKind::Operation.name() {
        use_up(cx, &token)?;
        token.used_at = Some(call.now);
    }
    Ok(token)
}

/// Uses a token up. Of two who show it at once, one is told.
pub(crate) fn use_up(cx: &mut Work<'_>, token: &Token) -> Result<(), Error> {
    let now = cx.call.now;
    cx.use_token(token, now).map_err(|e| match e {
        StoreError::Conflict(_) => Error::from(Code::TokenUsed.refuse(token.id.as_str(), format!("token {} was used or taken back", token.id))),
        other => other.into(),
    })
}
