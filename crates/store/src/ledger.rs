//! Ledger rows: appended inside the transaction of the change they describe. Verifying them is `verify.rs`.
//!
//! Identical refusals in a row are not appended again: they are counted beside the ledger, and the count itself becomes
//! an entry when that actor does something else. So a looping agent cannot flood the ledger, and the count is not lost.

use crate::{
    Result, Row, StoreError, Txn, View,
    backend::Backend,
    value::{Value, args},
};
use kernel::{
    call::Call,
    canonical,
    id::PalaceId,
    ledger::{Digest, Entry, ExportedEntry, Hashes, from_hex, payload_digest, to_hex, tree},
    refusal::Code,
    time::Moment,
};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

pub(crate) const COLUMNS: &str =
    "seq, at, actor_kind, actor, session, op, outcome, subject, input, output, payload, prev, hash, salt, body, erased_by";
const HEAD: &str = "select seq, hash from ledger order by seq desc limit 1";
const TIP: &str = "select seq, hash, actor_kind, actor, outcome from ledger order by seq desc limit 1";
const APPEND: &str = "insert into ledger (seq, at, actor_kind, actor, session, op, outcome, subject, input, output, payload, prev, hash, salt, body)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
const CHANGED: &str = "select hash from ledger where seq >= ?1 and outcome <> ?2 order by seq desc limit 1";
const LEAVES: &str = "select hash from ledger where seq >= ?1 and seq < ?2 order by seq";
const TILES: &str = "select hash from ledger_tile where level = ?1 and idx >= ?2 and idx < ?3 order by idx";
const TILE_PUT: &str = "insert into ledger_tile (level, idx, hash) values (?1, ?2, ?3)";
const RUN_GET: &str = "select seq, fingerprint, repeats, last_at from refusal_run where actor_kind = ?1 and actor = ?2";
const RUN_PUT: &str = "insert into refusal_run (actor_kind, actor, seq, fingerprint, repeats, last_at) values (?1, ?2, ?3, ?4, ?5, ?6)
    on conflict (actor_kind, actor) do update set seq = excluded.seq, fingerprint = excluded.fingerprint, repeats = excluded.repeats, last_at = excluded.last_at";
const RUN_END: &str = "delete from refusal_run where actor_kind = ?1 and actor = ?2";
const CHECKPOINT_PUT: &str = "insert into checkpoint (size, note, created_at) values (?1, ?2, ?3) on conflict (size) do nothing";
const CHECKPOINTS: &str = "select size, note from checkpoint order by size desc limit ?1";

/// How the outcome of a refusal begins, before its code.
const REFUSED: &str = "refused";

/// How an act ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Done,
    /// It was filed and waits.
    Proposed,
    /// It was refused.
    Refused(Code),
    /// Somebody looked, and nothing changed.
    Read,
}

impl Outcome {
    pub(crate) fn text(self) -> String {
        match self {
            Self::Done => "done".into(),
            Self::Proposed => "proposed".into(),
            Self::Refused(code) => format!("{REFUSED} {}", code.name()),
            Self::Read => "read".into(),
        }
    }
}

/// What is written down: who did what, when, to what, with what result.
#[derive(Debug)]
pub struct Act<'a> {
    /// The palace.
    pub palace: &'a PalaceId,
    /// The request.
    pub call: &'a Call,
    /// The operation.
    pub op: &'a str,
    /// How it ended.
    pub outcome: Outcome,
    /// What it was about.
    pub subject: String,
    /// Digest of the canonical input.
    pub input: Digest,
    /// Digest of the canonical output.
    pub output: Digest,
    /// What was said and what came of it; erasable.
    pub body: Json,
}

/// Proof that an act is on the ledger.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Receipt {
    /// Its place.
    pub seq: u64,
    /// Its hash.
    pub hash: Digest,
}

/// An entry as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// The entry.
    pub entry: Entry,
    /// Its stored hash.
    pub hash: Digest,
    /// The payload's salt.
    pub salt: Option<[u8; 16]>,
    /// The payload.
    pub body: Option<String>,
    /// Who erased it.
    pub erased_by: Option<u64>,
}

impl StoredEntry {
    /// The entry as an export carries it.
    pub fn exported(self) -> ExportedEntry {
        let kept = self.salt.zip(self.body);
        ExportedEntry::new(self.entry, self.hash, kept, self.erased_by)
    }
}

/// Which entries a list wants; empty text means any.
#[derive(Clone, Debug, Default)]
pub struct EntryFilter {
    /// By this actor.
    pub actor: String,
    /// Of this operation.
    pub op: String,
    /// About this subject.
    pub subject: String,
    /// Only refusals.
    pub refused: bool,
    /// Also what was only looked at.
    pub reads: bool,
    /// Before this place.
    pub before: Option<u64>,
    /// At most so many.
    pub limit: i64,
}

/// Where the ledger ends: what the next entry follows, and who wrote the last one.
pub(crate) struct Tip {
    size: u64,
    hash: Digest,
    actor: Option<(String, String)>,
    refused: bool,
}

impl Tip {
    /// Whether this caller wrote the last entry, and so was met before.
    fn is_by(&self, call: &Call) -> bool {
        self.actor.as_ref().is_some_and(|(kind, name)| kind == call.actor.kind().name() && name == call.actor.name())
    }

    /// Whether this caller wrote the last entry and was not refused: then no run of refusals of theirs is open.
    fn settled_by(&self, call: &Call) -> bool {
        self.is_by(call) && !self.refused
    }
}

/// Reads stored hashes for roots and proofs.
pub(crate) struct Stored<'d>(pub(crate) &'d mut dyn Backend);

impl Hashes for Stored<'_> {
    type Error = StoreError;
    fn read(&mut self, level: u8, from: u64, to: u64) -> Result<Vec<Digest>> {
        let (sql, args): (_, &[Value]) =
            if level == 0 { (LEAVES, args![signed(from)?, signed(to)?]) } else { (TILES, args![i64::from(level), signed(from)?, signed(to)?]) };
        let mut hashes = Vec::new();
        self.0.scan(sql, args, &mut |row| {
            hashes.push(row.digest(0)?);
            Ok(())
        })?;
        Ok(hashes)
    }
}

pub(crate) fn signed(n: u64) -> Result<i64> {
    i64::try_from(n).map_err(|_| StoreError::Other(format!("{n} is beyond any ledger")))
}

pub(crate) fn unsigned(n: i64) -> Result<u64> {
    u64::try_from(n).map_err(|_| StoreError::Damaged(format!("the ledger holds the negative number {n}")))
}

pub(crate) fn tree_error(error: tree::TreeError<StoreError>) -> StoreError {
    match error {
        tree::TreeError::Store(e) => e,
        other => StoreError::Damaged(other.to_string()),
    }
}

pub(crate) fn map(palace: &PalaceId, mut row: Row) -> Result<StoredEntry> {
    let seq = unsigned(row.int()?)?;
    let at = row.moment()?.millis();
    let (actor_kind, actor, session, op, outcome, subject) = (row.text()?, row.text()?, row.text()?, row.text()?, row.text()?, row.text()?);
    let (input, output, payload, prev, hash) = (row.digest()?, row.digest()?, row.digest()?, row.digest()?, row.digest()?);
    let salt = row.text_or_null()?.map(|text| salt(seq, text)).transpose()?;
    let body = row.text_or_null()?;
    let erased_by = row.int_or_null()?.map(unsigned).transpose()?;
    let entry = Entry { palace: palace.to_string(), seq, prev, at, actor_kind, actor, session, op, outcome, subject, input, output, payload };
    Ok(StoredEntry { entry, hash, salt, body, erased_by })
}

pub(crate) fn salt(seq: u64, text: impl AsRef<[u8]>) -> Result<[u8; 16]> {
    from_hex(text).ok_or_else(|| StoreError::Damaged(format!("the salt of entry {seq} is not 32 hexadecimal digits")))
}

impl View<'_> {
    /// How many entries, and the hash of the last.
    pub fn head(&mut self) -> Result<(u64, Digest)> {
        let head = self.one(HEAD, &[], |mut row| Ok((unsigned(row.int()?)? + 1, row.digest()?)))?;
        Ok(head.unwrap_or((0, Digest::ZERO)))
    }

    /// The last entry that is more than a look, if there is one from place `seen` on.
    pub fn changed_since(&mut self, seen: u64) -> Result<Option<Digest>> {
        self.one(CHANGED, args![signed(seen)?, Outcome::Read.text()], |mut row| row.digest())
    }

    /// Entries, newest first.
    pub fn entries(&mut self, palace: &PalaceId, filter: &EntryFilter) -> Result<Vec<StoredEntry>> {
        let before = filter.before.map_or(Ok(i64::MAX), signed)?;
        let wanted = if filter.refused { format!("{REFUSED} %") } else { "%".into() };
        let sql = format!(
            "select {COLUMNS} from ledger where (?1 = '' or actor = ?1) and (?2 = '' or op = ?2) and (?3 = '' or subject = ?3)
             and outcome like ?4 and outcome <> ?5 and seq < ?6 order by seq desc limit ?7"
        );
        let but = if filter.reads { String::new() } else { Outcome::Read.text() };
        let rows = self.db.query(&sql, args![&filter.actor, &filter.op, &filter.subject, wanted, but, before, filter.limit])?;
        rows.into_iter().map(|row| map(palace, row)).collect()
    }

    /// One entry.
    pub fn entry(&mut self, palace: &PalaceId, seq: u64) -> Result<Option<StoredEntry>> {
        self.one(&format!("select {COLUMNS} from ledger where seq = ?1"), args![signed(seq)?], |row| map(palace, row))
    }

    /// Entries whose payload names a record, oldest first: what `ledger trace` follows.
    pub fn mentions(&mut self, palace: &PalaceId, id: &str, limit: i64) -> Result<Vec<StoredEntry>> {
        let sql = format!("select {COLUMNS} from ledger where subject = ?1 or body like ?2 order by seq limit ?3");
        let rows = self.db.query(&sql, args![id, format!("%\"{id}\"%"), limit])?;
        rows.into_iter().map(|row| map(palace, row)).collect()
    }

    /// Hands over every entry, oldest first.
    pub fn each_entry(&mut self, palace: &PalaceId, take: &mut dyn FnMut(StoredEntry) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {COLUMNS} from ledger order by seq"), &[], &mut |row| take(map(palace, row)?))
    }

    /// The root over the first `size` entries.
    pub fn root(&mut self, size: u64) -> Result<Digest> {
        tree::root(&mut Stored(self.db), size).map_err(tree_error)
    }

    /// The proof that entry `seq` is among the first `size`.
    pub fn inclusion(&mut self, seq: u64, size: u64) -> Result<Vec<Digest>> {
        tree::inclusion(&mut Stored(self.db), seq, size).map_err(tree_error)
    }

    /// The proof that the first `new` entries continue the first `old`.
    pub fn consistency(&mut self, old: u64, new: u64) -> Result<Vec<Digest>> {
        tree::consistency(&mut Stored(self.db), old, new).map_err(tree_error)
    }

    /// Checkpoints kept here, newest first.
    pub fn checkpoints(&mut self, limit: i64) -> Result<Vec<(u64, String)>> {
        self.many(CHECKPOINTS, args![limit], |mut row| Ok((unsigned(row.int()?)?, row.text()?)))
    }
}

impl Txn<'_> {
    /// The only way to keep a change: writes down what was done, then commits both together.
    pub fn commit(mut self, act: &Act<'_>) -> Result<Receipt> {
        let tip = self.tip()?;
        let tip = if tip.settled_by(act.call) { tip } else { self.end_run(act, tip)? };
        self.keep_numbers()?;
        let stone = self.tombstone(act)?;
        let tip = if stone.is_some() { self.tip()? } else { tip };
        let after = std::mem::take(&mut self.after);
        let receipt = self.append(act, &tip, after)?;
        self.drop_payloads(stone.unwrap_or(receipt.seq))?;
        self.keep()?;
        Ok(receipt)
    }

    /// Writes down a refusal, or counts it if the same actor was just refused the same thing. `None`: counted.
    pub(crate) fn refuse(mut self, act: &Act<'_>) -> Result<Option<Receipt>> {
        let (kind, name) = (act.call.actor.kind().name(), act.call.actor.name());
        let fingerprint = canonical::digest(&(act.op, act.outcome.text(), &act.subject, act.input)).map_err(|e| StoreError::Other(e.to_string()))?;
        let run = self.run_of(kind, name)?;
        if let Some((seq, known, repeats, _)) = run
            && known == fingerprint.to_string()
        {
            self.db.execute(RUN_PUT, args![kind, name, seq, known, repeats + 1, act.call.now])?;
            self.keep()?;
            return Ok(None);
        }
        let tip = self.tip()?;
        let tip = self.end_run(act, tip)?;
        let receipt = self.append(act, &tip, BTreeMap::new())?;
        self.db.execute(RUN_PUT, args![kind, name, signed(receipt.seq)?, fingerprint, 0_i64, act.call.now])?;
        self.keep()?;
        Ok(Some(receipt))
    }

    /// Writes down that somebody looked, once for each.
    pub(crate) fn looked<'a>(mut self, acts: impl Iterator<Item = &'a Act<'a>>) -> Result<()> {
        for act in acts {
            let tip = self.tip()?;
            let tip = if tip.settled_by(act.call) { tip } else { self.end_run(act, tip)? };
            self.append(act, &tip, BTreeMap::new())?;
        }
        self.keep()
    }

    /// Keeps a signed checkpoint beside the ledger.
    pub fn put_checkpoint(&mut self, size: u64, note: &str, at: Moment) -> Result<()> {
        self.db.execute(CHECKPOINT_PUT, args![signed(size)?, note, at])?;
        Ok(())
    }

    fn keep(mut self) -> Result<()> {
        self.view.db.commit()?;
        self.view.open = false;
        Ok(())
    }

    fn run_of(&mut self, kind: &str, name: &str) -> Result<Option<(i64, String, i64, String)>> {
        self.one(RUN_GET, args![kind, name], |mut row| Ok((row.int()?, row.text()?, row.int()?, row.text()?)))
    }

    pub(crate) fn tip(&mut self) -> Result<Tip> {
        let tip = self.one(TIP, &[], |mut row| {
            let (size, hash) = (unsigned(row.int()?)? + 1, row.digest()?);
            Ok(Tip { size, hash, actor: Some((row.text()?, row.text()?)), refused: row.text()?.starts_with(REFUSED) })
        })?;
        Ok(tip.unwrap_or(Tip { size: 0, hash: Digest::ZERO, actor: None, refused: false }))
    }

    /// Ends a run of identical refusals: if any were only counted, the count becomes an entry. Gives the tip to go on from.
    fn end_run(&mut self, act: &Act<'_>, mut tip: Tip) -> Result<Tip> {
        let (kind, name) = (act.call.actor.kind().name(), act.call.actor.name());
        let Some((seq, _, repeats, last_at)) = self.run_of(kind, name)? else { return Ok(tip) };
        if repeats > 0 {
            let body = json!({ "entry": seq, "repeats": repeats, "last_at": last_at });
            let input = canonical::digest(&body).map_err(|e| StoreError::Other(e.to_string()))?;
            let counted = Act { op: "refusal.repeat", outcome: Outcome::Done, subject: format!("entry {seq}"), input, output: input, body, ..*act };
            self.append(&counted, &tip, BTreeMap::new())?;
            tip = self.tip()?;
        }
        self.db.execute(RUN_END, args![kind, name])?;
        Ok(tip)
    }

    /// Appends one entry, which binds the digests of the governed rows it leaves.
    pub(crate) fn append(&mut self, act: &Act<'_>, tip: &Tip, after: BTreeMap<String, Digest>) -> Result<Receipt> {
        let (kind, name, now) = (act.call.actor.kind().name(), act.call.actor.name(), act.call.now);
        if !tip.is_by(act.call) {
            self.meet(kind, name, now)?;
        }
        let (seq, prev) = (tip.size, tip.hash);
        let after = (!after.is_empty()).then(|| json!(after));
        let body = match &act.body {
            Json::Object(said) => {
                canonical::canonical_fields(said.iter().map(|(name, value)| (name.as_str(), value)).chain(after.iter().map(|after| ("after", after))))
            }
            body => canonical::canonical_json(body),
        };
        let body = body.map_err(|e| StoreError::Other(e.to_string()))?;
        let salt = act.call.salt();
        let entry = Entry {
            palace: act.palace.to_string(),
            seq,
            prev,
            at: now.millis(),
            actor_kind: kind.into(),
            actor: name.into(),
            session: act.call.session.clone(),
            op: act.op.into(),
            outcome: act.outcome.text(),
            subject: act.subject.clone(),
            input: act.input,
            output: act.output,
            payload: payload_digest(&salt, body.as_bytes()),
        };
        entry.check().map_err(|e| StoreError::Other(e.to_string()))?;
        let hash = entry.hash();
        let row: &[Value] = args![
            signed(seq)?,
            now,
            kind,
            name,
            &entry.session,
            act.op,
            &entry.outcome,
            &entry.subject,
            entry.input,
            entry.output,
            entry.payload,
            prev,
            hash,
            to_hex(&salt),
            body,
        ];
        self.db.execute(APPEND, row)?;
        for tile in tree::completed(&mut Stored(self.view.db), seq, hash).map_err(tree_error)? {
            self.db.execute(TILE_PUT, args![i64::from(tile.level), signed(tile.index)?, tile.hash])?;
        }
        Ok(Receipt { seq, hash })
    }
}
