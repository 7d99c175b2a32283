//! Cycle rows: how far a session's guarded cycle has come, and what was packed and looked at on the way.
//!
//! Not here: which phase may follow which. The kernel's `Progress` says so; this refuses only whoever came second.

use crate::{
    Result, Row, StoreError, Txn, View,
    claim_events::state,
    value::{args, json},
};
use kernel::{
    canonical,
    cycle::{Integrity, Phase, Progress},
    id::{ReceiptId, SessionId, TokenId},
    ledger::Digest,
    time::Moment,
};
use serde::Serialize;
use serde_json::Value as Json;

const COLUMNS: &str =
    "session, n, version, scope, flags, context_keys, trail, snapshot_hash, context_hash, packed, draft, integrity, broken, receipt,
    token, begun_at, updated_at";
const PUT: &str = "insert into cycle (session, n, version, scope, flags, context_keys, trail, done, snapshot_hash, context_hash, packed, draft,
    integrity, broken, receipt, token, begun_at, updated_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
    on conflict (session) do update set n = excluded.n, version = excluded.version, scope = excluded.scope, flags = excluded.flags,
    context_keys = excluded.context_keys, trail = excluded.trail, done = excluded.done, snapshot_hash = excluded.snapshot_hash,
    context_hash = excluded.context_hash, packed = excluded.packed, draft = excluded.draft, integrity = excluded.integrity,
    broken = excluded.broken, receipt = excluded.receipt, token = excluded.token, begun_at = excluded.begun_at, updated_at = excluded.updated_at
    where cycle.version = excluded.version - 1";

/// A session's present cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The session.
    pub session: SessionId,
    /// Which of its cycles, from 1.
    pub n: i64,
    /// How often the row was written.
    pub version: i64,
    /// Whose memory is asked: project or global.
    pub scope: String,
    /// What else was said of it.
    pub flags: Json,
    /// What it is about.
    pub context_keys: Vec<String>,
    /// The phases that were done, in order.
    pub trail: Vec<Phase>,
    /// Digest of the session's state at the beginning.
    pub snapshot_hash: Option<Digest>,
    /// Digest of what was packed last.
    pub context_hash: Option<Digest>,
    /// The cells and experiences that were packed.
    pub packed: Packed,
    /// Digest of the draft.
    pub draft: Option<Digest>,
    /// What looking at the draft came to.
    pub integrity: Option<Integrity>,
    /// Rules that were broken in this cycle.
    pub broken: Vec<String>,
    /// The receipt for it.
    pub receipt: Option<ReceiptId>,
    /// The token for it.
    pub token: Option<TokenId>,
    /// When it began.
    pub begun_at: Moment,
    /// When it last changed.
    pub updated_at: Moment,
}

/// What was packed, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Packed {
    /// Cells.
    pub cells: Vec<String>,
    /// Experiences.
    pub experiences: Vec<String>,
}

impl Cycle {
    /// How far it has come.
    pub fn progress(&self) -> Progress {
        Progress { done: self.trail.last().copied() }
    }

    /// What the ledger remembers of it.
    pub fn state(&self) -> Result<Digest> {
        let of = (&self.scope, &self.flags, &self.context_keys, &self.trail, self.snapshot_hash, self.context_hash, &self.packed);
        let came = (self.draft, self.integrity, &self.broken, &self.receipt, &self.token, self.begun_at, self.updated_at);
        state(&(&self.session, self.n, self.version, of, came))
    }

    /// The name by which the ledger knows it.
    pub fn bound_as(session: &SessionId) -> String {
        format!("{session} cycle")
    }
}

fn map(mut row: Row) -> Result<Cycle> {
    let integrity =
        |word: &str| [Integrity::Ok, Integrity::NeedsVerification, Integrity::Blocked].into_iter().find(|i| i.name() == word).ok_or("unknown word");
    Ok(Cycle {
        session: row.parsed("session id", SessionId::parse)?,
        n: row.int()?,
        version: row.int()?,
        scope: row.text()?,
        flags: row.parsed("flags", json)?,
        context_keys: row.parsed("context keys", json)?,
        trail: row.parsed("trail", json)?,
        snapshot_hash: row.parsed_or_empty("digest", str::parse)?,
        context_hash: row.parsed_or_empty("digest", str::parse)?,
        packed: row.parsed("pack", json)?,
        draft: row.parsed_or_empty("digest", str::parse)?,
        integrity: row.parsed_or_empty("integrity", integrity)?,
        broken: row.parsed("rules", json)?,
        receipt: row.parsed_or_empty("receipt id", ReceiptId::parse)?,
        token: row.parsed_or_empty("token id", TokenId::parse)?,
        begun_at: row.moment()?,
        updated_at: row.moment()?,
    })
}

fn text(value: &impl Serialize) -> Result<String> {
    canonical::canonical(value).map_err(|e| StoreError::Other(e.to_string()))
}

impl View<'_> {
    /// A session's present cycle.
    pub fn cycle(&mut self, session: &SessionId) -> Result<Option<Cycle>> {
        self.one(&format!("select {COLUMNS} from cycle where session = ?1"), args![session.as_str()], map)
    }

    /// Cycles that are about something that `quotes`.
    pub fn cycles_quoting(&mut self, quotes: &mut dyn FnMut(&str) -> bool) -> Result<Vec<Cycle>> {
        let mut found = self.many(&format!("select {COLUMNS} from cycle order by session"), &[], map)?;
        found.retain(|cycle| cycle.context_keys.iter().any(|key| quotes(key)));
        Ok(found)
    }

    /// Hands over every cycle with its state, as the ledger should have bound it.
    pub(crate) fn each_cycle_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {COLUMNS} from cycle order by session"), &[], &mut |row| {
            let cycle = map(row)?;
            take(Cycle::bound_as(&cycle.session), cycle.state()?)
        })
    }
}

impl Txn<'_> {
    /// Writes a cycle over the version it was read as, and gives it its new one. Whoever changed it in between wins: this is then
    /// a conflict, and nothing is written.
    pub fn put_cycle(&mut self, cycle: &mut Cycle) -> Result<()> {
        cycle.version += 1;
        let c = &*cycle;
        let digest = |digest: Option<Digest>| digest.map_or_else(String::new, |digest| digest.to_string());
        let changed = self.db.execute(
            PUT,
            args![
                c.session.as_str(),
                c.n,
                c.version,
                &c.scope,
                text(&c.flags)?,
                text(&c.context_keys)?,
                text(&c.trail)?,
                c.trail.last().map_or("", |phase| phase.name()),
                digest(c.snapshot_hash),
                digest(c.context_hash),
                text(&c.packed)?,
                digest(c.draft),
                c.integrity.map_or("", Integrity::name),
                text(&c.broken)?,
                c.receipt.as_ref().map_or("", ReceiptId::as_str),
                c.token.as_ref().map_or("", TokenId::as_str),
                c.begun_at,
                c.updated_at
            ],
        )?;
        if changed != 1 {
            return Err(StoreError::Conflict(format!("the cycle of {} was changed by someone else", c.session)));
        }
        self.after.insert(Cycle::bound_as(&c.session), c.state()?);
        Ok(())
    }
}
