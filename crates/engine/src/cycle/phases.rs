//! Runs the seven phases: what each needs, what it leaves, and that only the next one runs. What is blocked, waits or fails leaves the cycle where it
//! is.

use super::{
    alive::alive,
    govern::{Judged, judge},
    packing::{Pack, Wanted, pack},
    sign::signed,
    token::{COMPLIANCE_VERSION, Form, Lent, mint},
};
use crate::{Error, Work, cycle::workflow};
use kernel::{
    canonical,
    cycle::{Cited, Integrity, Memory, Phase, Reach, Severity, TokenKind, Violation, finalize as look_at, integrity, normalised},
    id::{ReceiptId, TokenId},
    ledger::Digest,
    refusal::Code,
};
use serde_json::json;
use store::{Cycle, Packed, Receipted, Session, StoreError, Token};

/// What a receipt for a cycle is called.
pub const GOVERNANCE: &str = "governance";
/// What a cycle's token allows.
const PERMISSIONS: &[&str] = &["write"];

/// What a cycle begins with.
#[derive(Clone, Debug, Default)]
pub struct Begin {
    /// Whose memory is asked.
    pub scope: Option<Reach>,
    /// What it is about.
    pub keys: Vec<String>,
    /// Give up the cycle that is under way.
    pub restart: bool,
}

/// The session's cycle, which must be at `phase`.
pub(crate) fn at(cx: &mut Work<'_>, session: &Session, phase: Phase) -> Result<Cycle, Error> {
    let cycle = cx.cycle(&session.id)?;
    cycle.as_ref().map(Cycle::progress).unwrap_or_default().require(phase)?;
    cycle.ok_or_else(|| Error::from(Code::PhaseOutOfOrder.refuse(phase.name(), format!("session {} has not begun a cycle", session.id))))
}

/// The same for the first phase, which makes one.
pub(crate) fn begin(cx: &mut Work<'_>, session: &Session, asked: &Begin) -> Result<Cycle, Error> {
    let before = cx.cycle(&session.id)?;
    if !asked.restart {
        before.as_ref().map(Cycle::progress).unwrap_or_default().require(Phase::Snapshot)?;
    }
    let (now, scope) = (cx.call.now, asked.scope.unwrap_or_default().name());
    let mut cycle = Cycle {
        session: session.id.clone(),
        n: before.as_ref().map_or(1, |cycle| cycle.n + 1),
        version: before.as_ref().map_or(0, |cycle| cycle.version),
        scope: scope.to_owned(),
        flags: json!({}),
        context_keys: asked.keys.clone(),
        trail: Vec::new(),
        snapshot_hash: None,
        context_hash: None,
        packed: Packed::default(),
        draft: None,
        integrity: None,
        broken: Vec::new(),
        receipt: None,
        token: None,
        begun_at: now,
        updated_at: now,
    };
    let last = before.as_ref().map(|cycle| (cycle.progress().done, cycle.context_hash, cycle.receipt.clone()));
    cycle.snapshot_hash = Some(canonical::digest(&json!({
        "session_id": session.id, "owner": session.principal, "cycle": cycle.n, "scope_mode": cycle.scope, "flags": cycle.flags,
        "context_keys": cycle.context_keys, "last": last,
    }))?);
    done(cx, &mut cycle, Phase::Snapshot)?;
    Ok(cycle)
}

/// Writes down that a phase is done.
pub(crate) fn done(cx: &mut Work<'_>, cycle: &mut Cycle, phase: Phase) -> Result<(), Error> {
    cycle.trail.push(phase);
    save(cx, cycle)
}

/// Writes a cycle. Whoever moved it on in between has won.
pub(crate) fn save(cx: &mut Work<'_>, cycle: &mut Cycle) -> Result<(), Error> {
    cycle.updated_at = cx.call.now;
    cx.put_cycle(cycle).map_err(|error| match error {
        StoreError::Conflict(what) => Code::PhaseOutOfOrder.refuse(cycle.session.as_str(), what).into(),
        other => other.into(),
    })
}

/// Refuses a hash that is not the one that was given out.
pub(crate) fn fresh(what: &str, given: Option<Digest>, known: Option<Digest>) -> Result<(), Error> {
    match given {
        Some(given) if known != Some(given) => {
            Err(Code::ContextStale.refuse(what, format!("`{what}`: {given} is not the hash that this cycle gave out")).into())
        }
        _ => Ok(()),
    }
}

/// Packs context for a cycle and writes down what was packed. It can be packed again until a draft is made.
pub(crate) fn pack_for(cx: &mut Work<'_>, cycle: &mut Cycle, wanted: &Wanted<'_>) -> Result<Pack, Error> {
    let (house, now) = (cx.house, cx.call.now);
    let packed = pack(cx, house, now, wanted)?;
    (cycle.context_hash, cycle.packed) = (Some(packed.context_hash), packed.packed_context.ids());
    if cycle.progress().done == Some(Phase::ContextPack) {
        save(cx, cycle)?;
    } else {
        done(cx, cycle, Phase::ContextPack)?;
    }
    Ok(packed)
}

/// Digest of a draft.
pub(crate) fn draft_digest(draft: &str) -> Result<Digest, Error> {
    Ok(canonical::digest(&normalised(json!({ "draft": draft })))?)
}

/// A draft that was looked at.
#[derive(Clone, Debug)]
pub struct Finalized {
    /// The text, with the line that sums it up; without secrets.
    pub response: String,
    /// Whether it can stand.
    pub integrity: Integrity,
    /// What is wrong with it.
    pub violations: Vec<Violation>,
}

/// Looks at a draft with what was packed for its cycle. One that is blocked leaves the cycle where it is.
pub(crate) fn finalize(cx: &mut Work<'_>, cycle: &mut Cycle, draft: &str) -> Result<Finalized, Error> {
    let (house, anchor) = (cx.house, anchor(cx, cycle));
    let cells: Vec<Cited> = alive(cx, house, &anchor)?
        .named(&cycle.packed.cells)
        .map(|(id, cell)| Cited {
            id: id.clone(),
            title: cell.title.clone(),
            body: cell.body.clone(),
            state: cell.facts.state,
            trust: cell.facts.trust,
            contradictions: cell.facts.contradictions,
        })
        .collect();
    let escalated = Memory { broken: cx.consolidated(&anchor)?.broken, ..Memory::default() }.escalated();
    let mut violations = look_at(draft, &cells, &escalated);
    let mut secrets = crate::memory::Secrets::new();
    let text = crate::memory::redact_text(draft, &mut secrets);
    if !secrets.is_empty() {
        let message = "Draft contains a secret; it was taken out".to_owned();
        violations.push(Violation { rule: "no_secrets", severity: Severity::Error, message, cells: Vec::new() });
    }
    let integrity = integrity(&violations);
    (cycle.draft, cycle.integrity) = (Some(draft_digest(draft)?), Some(integrity));
    // A rule is broken once in a cycle, however often the same draft is looked at.
    for violation in violations.iter().filter(|violation| violation.severity >= Severity::Warning) {
        if !cycle.broken.iter().any(|rule| rule == violation.rule) {
            cycle.broken.push(violation.rule.to_owned());
            super::remember::violation(cx, cycle, violation)?;
        }
    }
    if integrity == Integrity::Blocked {
        save(cx, cycle)?;
    } else {
        done(cx, cycle, Phase::FinalizeResponse)?;
    }
    Ok(Finalized { response: format!("{text}\n\n{}", integrity.line()), integrity, violations })
}

/// Where a cycle's memory belongs.
pub(crate) fn anchor(cx: &Work<'_>, cycle: &Cycle) -> kernel::anchor::Anchor {
    reach(cycle).anchor(&cx.call.anchor)
}

/// Whose memory a cycle asks.
pub(crate) fn reach(cycle: &Cycle) -> Reach {
    if cycle.scope == Reach::Global.name() { Reach::Global } else { Reach::Project }
}

/// What judging a cycle came to, and what was signed about it.
#[derive(Clone, Debug)]
pub struct Validated {
    /// What was found.
    pub judged: Judged,
    /// The receipt, if it holds.
    pub receipt: Option<ReceiptId>,
    /// The token, if it holds.
    pub token: Option<Token>,
}

/// Judges a cycle. If it holds and is at that phase, a receipt and a token are minted and the phase is done.
pub(crate) fn validate(cx: &mut Work<'_>, session: &Session, cycle: &mut Cycle, context_hash: Option<Digest>) -> Result<Validated, Error> {
    let (house, call) = (cx.house, cx.call);
    let judged = judge(cx, house, session, cycle, context_hash)?;
    if !judged.valid() || cycle.progress().next() != Phase::GovernanceValidate {
        let token = cycle.token.clone().filter(|_| judged.valid()).map(|id| cx.token(id.as_str())).transpose()?.flatten();
        let receipt = cycle.receipt.clone().filter(|_| judged.valid());
        return Ok(Validated { judged, receipt, token });
    }
    let payload = json!({
        "receipt_type": GOVERNANCE,
        "palace": house.palace,
        "session_id": session.id,
        "principal": session.principal,
        "scope": cycle.scope,
        "cycle": cycle.n,
        "now": call.now,
        "context_hash": cycle.context_hash,
        "draft_hash": cycle.draft,
        "integrity": cycle.integrity,
        "invocation_chain_head": judged.chain.head(),
        "chain_count": judged.chain.links.len(),
        "compliance_version": COMPLIANCE_VERSION,
    });
    let receipt =
        Receipted { id: ReceiptId::mint("rcpt", &call.tail()), signed: signed(house, session.id.as_str(), GOVERNANCE, &payload, call.now)? };
    cx.put_receipt(&receipt)?;
    let lent = Lent {
        session,
        form: Form::Cycle,
        kind: TokenKind::Session,
        scope: &cycle.scope,
        phase: Phase::GovernanceValidate.name(),
        action: "",
        permissions: PERMISSIONS,
        lasts_ms: workflow::active(cx, house, &call.anchor.project())?.config.token_ttl.session,
        context_hash: cycle.context_hash,
    };
    let token = mint(cx, &lent, judged.chain.head())?;
    (cycle.receipt, cycle.token) = (Some(receipt.id.clone()), TokenId::parse(&token.id).ok());
    done(cx, cycle, Phase::GovernanceValidate)?;
    Ok(Validated { judged, receipt: Some(receipt.id), token: Some(token) })
}
