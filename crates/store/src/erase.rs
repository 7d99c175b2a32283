//! Erasing: words are taken out of every row that holds them, and the ledger keeps what it can prove without them.
//!
//! An entry's payload goes with its salt, and the entry then points to the erasure. What such a payload bound is bound on,
//! unchanged, by the erasing entry, so that a row edited by hand is still noticed. Not here: which words. The engine knows.

use crate::{
    Act, Outcome, Receipt, Result, Store, StoreError, StoredEntry, Txn, View,
    export::left_by,
    ledger::signed,
    packed_text, proposal,
    seal_request::{RequestStatus, SealRequest},
    value::args,
};
use kernel::{
    canonical,
    id::{PackId, PalaceId, ProposalId, SealRequestId, SessionId},
    ledger::Digest,
    proposal::Proposal,
    time::Moment,
};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The palace's own database among its copies: its log and its free pages may still hold what was erased.
const HERE: &str = "";

const PIECES: &str = "select e.id, e.content, e.packed, coalesce(i.heading, ''), p.source
    from evidence e join provenance p on p.n = e.provenance left join item i on i.n = e.n order by p.recorded_at, e.id";
const COUNT: &str = "select count(*) from evidence";
const OF_SOURCE: &str = "select e.id from item i join evidence e on e.n = i.n where i.source = ?1 order by i.revision, i.seq, i.n";
const PACKS: &str = "select id, query, body, items from pack order by id";
const REQUESTS: &str = "select id from seal_request order by id";
const PROPOSALS: &str = "select id from proposal order by id";
const SESSIONS: &str = "select id, goal, outcome, summary from session order by id";
/// An erasure of one thing is about it; one of many is named by the entries whose payloads it took.
const ERASED: &str = "select s.seq, s.at from ledger l join ledger s on s.seq = coalesce(l.erased_by, l.seq)
    where l.subject = ?1 and (l.erased_by is not null or (l.op = ?2 and l.outcome = ?3)) order by l.seq desc limit 1";
const PAYLOAD: &str = "update ledger set salt = null, body = null, erased_by = ?2 where seq = ?1";
const PROPOSAL: &str =
    "update proposal set input = ?2, evidence_refs = ?3, classification = '', dedupe_key = ?4, status = ?5, reviewed_by = ?6, reviewed_at = ?7,
    review_note = ?8 where id = ?1";
const REQUEST: &str = "update seal_request set input = '{}', shown = '{}', result = ?2, status = ?3 where id = ?1";
const SESSION: &str = "update session set goal = '', outcome = '', summary = '' where id = ?1";
const UNTITLED: &str = "update source set title = '' where n = ?1";
const UNSWEPT: &str = "select count(*) from copy where path = ?1";

/// What stands in the ledger in place of what was erased.
#[derive(Clone, Debug)]
pub struct Tombstone {
    /// The erasing operation.
    pub op: &'static str,
    /// What it was about.
    pub subject: String,
    /// What may be said of it.
    pub body: Json,
}

/// What a transaction erases from the ledger, until it is committed.
#[derive(Debug)]
pub(crate) struct Erasing {
    tombstone: Tombstone,
    payloads: Vec<u64>,
}

/// What became of the copies of a palace after an erasure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sweep {
    /// The palace's own log and free pages hold nothing more.
    pub scrubbed: bool,
    /// Copies that hold what the palace holds now.
    pub renewed: Vec<String>,
    /// Copies that are no longer there.
    pub gone: Vec<String>,
}

impl View<'_> {
    /// The entry that erased what this id named, and when, as far as the ledger still names it. The erasing operation is `op`.
    pub fn erased(&mut self, id: &str, op: &str) -> Result<Option<(i64, Moment)>> {
        self.one(ERASED, args![id, op, Outcome::Done.text()], |mut row| Ok((row.int()?, row.moment()?)))
    }

    /// Evidence whose words, the heading above them, or what they were read from hold this text: all three are what was seen.
    pub fn evidence_saying(&mut self, text: &str) -> Result<Vec<String>> {
        let mut found = Vec::new();
        self.db.scan(PIECES, &[], &mut |row| {
            let packed = row.blob(2)?;
            let says = if packed.is_empty() { row.text(1)?.contains(text) } else { packed_text::unpack(packed)?.contains(text) };
            if says || row.text(3)?.contains(text) || row.text(4)?.contains(text) {
                found.push(row.text(0)?.to_owned());
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// How many pieces of evidence there are.
    pub fn evidence_count(&mut self) -> Result<usize> {
        let count = self.one(COUNT, &[], |mut row| row.int())?.unwrap_or(0);
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Everything that was ever read from a source, and is still here.
    pub fn evidence_of_source(&mut self, n: i64) -> Result<Vec<String>> {
        self.many(OF_SOURCE, args![n], |mut row| row.text())
    }

    /// Packs that `quote` picks by what was asked, what was shown, and the ids in it.
    pub fn packs_quoting(&mut self, quote: &mut dyn FnMut(&str, &str, &str) -> bool) -> Result<Vec<PackId>> {
        let mut found = Vec::new();
        self.db.each(PACKS, &[], &mut |mut row| {
            let id = row.parsed("pack id", PackId::parse)?;
            let (query, body, items) = (row.text()?, row.text()?, row.text()?);
            if quote(&query, &body, &items) {
                found.push(id);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Sessions whose goal, outcome or summary `quote` picks.
    pub fn sessions_quoting(&mut self, quote: &mut dyn FnMut(&str) -> bool) -> Result<Vec<SessionId>> {
        let mut found = Vec::new();
        self.db.each(SESSIONS, &[], &mut |mut row| {
            let id = row.parsed("session id", SessionId::parse)?;
            if quote(&row.text()?) || quote(&row.text()?) || quote(&row.text()?) {
                found.push(id);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Every proposal there is, by id.
    pub fn proposal_ids(&mut self) -> Result<Vec<ProposalId>> {
        self.many(PROPOSALS, &[], |mut row| row.parsed("proposal id", ProposalId::parse))
    }

    /// Every request for a seal there is, by id.
    pub fn request_ids(&mut self) -> Result<Vec<SealRequestId>> {
        self.many(REQUESTS, &[], |mut row| row.parsed("request id", SealRequestId::parse))
    }

    /// Whether an erasure was committed and the files were not swept yet: the process that erased ended in between.
    pub fn unswept(&mut self) -> Result<bool> {
        Ok(self.one(UNSWEPT, args![HERE], |mut row| row.int())?.unwrap_or(0) > 0)
    }
}

impl Txn<'_> {
    /// Erases the payload of every entry that `quotes` picks, as soon as this transaction's own entry stands. Answers how many.
    pub fn erase_payloads(
        &mut self,
        palace: &PalaceId,
        tombstone: Tombstone,
        now: Moment,
        quotes: &mut dyn FnMut(&StoredEntry, &Json) -> bool,
    ) -> Result<usize> {
        let mut payloads = Vec::new();
        let mut bound: BTreeMap<String, Digest> = BTreeMap::new();
        self.each_entry(palace, &mut |stored| {
            let Some(text) = &stored.body else { return Ok(()) };
            let body: Json = serde_json::from_str(text).unwrap_or(Json::Null);
            let erased = quotes(&stored, &body);
            if erased {
                payloads.push(stored.entry.seq);
            }
            for (id, state) in left_by(text) {
                let state = state.parse().map_err(|_| StoreError::Damaged(format!("entry {} left `{id}` in no state", stored.entry.seq)))?;
                if erased {
                    bound.insert(id, state);
                } else {
                    bound.remove(&id); // a later entry that stays binds it
                }
            }
            Ok(())
        })?;
        // The digests go on as they were: whoever edited a row by hand before is not forgiven by this.
        for (id, state) in bound {
            self.after.entry(id).or_insert(state);
        }
        let count = payloads.len();
        self.erasing = Some(Erasing { tombstone, payloads });
        self.put_copy(HERE, now)?;
        Ok(count)
    }

    /// Whether this transaction erases anything: then the files are swept once it is committed.
    pub fn erases(&self) -> bool {
        self.erasing.is_some()
    }

    /// Writes a proposal with its words taken out. The entry binds what is left.
    pub fn erase_proposal(&mut self, proposal: &Proposal) -> Result<()> {
        let p = proposal;
        let changed = self.db.execute(
            PROPOSAL,
            args![p.id.as_str(), &p.input, &p.evidence_refs, p.dedupe_key, p.status.name(), &p.reviewed_by, p.reviewed_at, &p.review_note],
        )?;
        if changed != 1 {
            return Err(StoreError::Conflict(format!("proposal {} is gone", p.id)));
        }
        self.after.insert(p.id.to_string(), proposal::state(p)?);
        Ok(())
    }

    /// Takes the words out of a request for a seal. One that nobody has answered is closed, unless it is the very request for this.
    pub fn erase_request(&mut self, request: &SealRequest, own: bool) -> Result<()> {
        let open = request.status == RequestStatus::Open;
        let status = if open && !own { RequestStatus::Declined } else { request.status };
        let result = if request.result.is_empty() { "" } else { "{}" };
        self.db.execute(REQUEST, args![request.id.as_str(), result, status.name()])?;
        Ok(())
    }

    /// Takes the words out of a session.
    pub fn erase_session(&mut self, id: &SessionId) -> Result<()> {
        self.db.execute(SESSION, args![id.as_str()])?;
        Ok(())
    }

    /// Takes the title off a source.
    pub fn untitle(&mut self, n: i64) -> Result<()> {
        self.db.execute(UNTITLED, args![n])?;
        Ok(())
    }

    /// The entry that says what was erased, where the act at hand has another name: an approval carries an erasure out, and
    /// verifiers look for the erasure itself. Answers its place.
    pub(crate) fn tombstone(&mut self, act: &Act<'_>) -> Result<Option<u64>> {
        let Some(Erasing { tombstone, .. }) = &self.erasing else { return Ok(None) };
        if tombstone.op == act.op {
            return Ok(None);
        }
        let Tombstone { op, subject, body } = tombstone.clone();
        let input = canonical::digest(&body).map_err(|e| StoreError::Other(e.to_string()))?;
        let stone = Act { op, outcome: Outcome::Done, subject, input, output: input, body, ..*act };
        let tip = self.tip()?;
        Ok(Some(self.append(&stone, &tip, BTreeMap::new())?.seq))
    }

    /// Erases the payloads that were picked, in the name of an entry.
    pub(crate) fn drop_payloads(&mut self, by: u64) -> Result<()> {
        let Some(erasing) = self.erasing.take() else { return Ok(()) };
        for seq in erasing.payloads {
            self.db.execute(PAYLOAD, args![signed(seq)?, signed(by)?])?;
        }
        Ok(())
    }
}

impl Store {
    /// Gives back the space of what was deleted, and leaves nothing readable in it. Never inside a transaction.
    pub fn scrub(&mut self) -> Result<()> {
        self.db.scrub()
    }

    /// The house's own note that a copy of it was made, so that an erasure can reach it.
    pub fn remember_copy(&mut self, path: &str, act: &Act<'_>) -> Result<Receipt> {
        let mut txn = self.write()?;
        txn.put_copy(path, act.call.now)?;
        txn.commit(act)
    }

    /// The house's own note of what an erasure reached after its commit.
    pub fn swept(&mut self, sweep: &Sweep, act: &Act<'_>) -> Result<Receipt> {
        let mut txn = self.write()?;
        for path in &sweep.renewed {
            txn.put_copy(path, act.call.now)?;
        }
        let here = sweep.scrubbed.then_some(HERE);
        for path in sweep.gone.iter().map(String::as_str).chain(here) {
            txn.drop_copy(path)?;
        }
        txn.commit(act)
    }
}
