//! Records of adoption: what came of using a feature. Appended in order; the ledger binds each, and only an erasure changes one.
//!
//! Not here: which of them count. The kernel's `adoption` says so.

use crate::{Result, Row, Txn, View, claim_events::state, value::args};
use kernel::{
    adoption::{Quality, Seen, Signal, Track},
    anchor::Anchor,
    id::AdoptionId,
    ledger::Digest,
    time::Moment,
};

const COLUMNS: &str =
    "n, id, track, signal, feature, query, context_hash, card_id, evaluator_id, research_report_id, note, metadata, quality, anchor,
    principal, created_at";
const PUT: &str =
    "insert into adoption (n, id, track, signal, feature, query, context_hash, card_id, evaluator_id, research_report_id, note, metadata,
    quality, anchor, principal, created_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
const NEXT: &str = "select coalesce(max(n), 0) + 1 from adoption";
const COUNT: &str = "select count(*) from adoption";
const WHERE: &str = "(?1 = '' or track = ?1) and (?2 = '' or feature = ?2) and (?3 = '' or signal = ?3) and created_at > ?4";
const BLANK: &str = "update adoption set feature = ?2, query = '', context_hash = '', card_id = '', evaluator_id = '', research_report_id = '',
    note = '', metadata = '', quality = ?3 where id = ?1";
/// What stands in for the name of a feature that was erased.
const ERASED: &str = "(erased)";

/// What came of using a feature once. What nobody said is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adoption {
    /// Its place in the order of all of them.
    pub n: i64,
    /// Its id.
    pub id: AdoptionId,
    /// What it is evidence about.
    pub track: Track,
    /// What came of it.
    pub signal: Signal,
    /// The feature.
    pub feature: String,
    /// What was asked.
    pub query: String,
    /// What was shown.
    pub context_hash: String,
    /// The card it was about.
    pub card_id: String,
    /// The evaluator it was about.
    pub evaluator_id: String,
    /// The research it was about.
    pub research_report_id: String,
    /// What happened.
    pub note: String,
    /// What more there is to say, as canonical JSON.
    pub metadata: String,
    /// How good it was when it was written.
    pub quality: Quality,
    /// The project it happened in.
    pub anchor: Anchor,
    /// Who wrote it.
    pub principal: String,
    /// When.
    pub created_at: Moment,
}

impl Adoption {
    /// As far as counting cares.
    pub fn seen(&self) -> Seen<'_> {
        Seen {
            signal: self.signal,
            quality: self.quality,
            feature: &self.feature,
            principal: &self.principal,
            context_hash: &self.context_hash,
            query: &self.query,
            note: &self.note,
            at: self.created_at,
        }
    }

    /// Every text of it that somebody wrote.
    fn texts(&self) -> [&str; 8] {
        [&self.feature, &self.query, &self.context_hash, &self.card_id, &self.evaluator_id, &self.research_report_id, &self.note, &self.metadata]
    }
}

/// Which to list; what is left out does not matter.
#[derive(Clone, Debug, Default)]
pub struct AdoptionFilter {
    /// Evidence about this.
    pub track: Option<Track>,
    /// Of this feature.
    pub feature: Option<String>,
    /// This came of it.
    pub signal: Option<Signal>,
    /// After this moment.
    pub since: Option<Moment>,
    /// At most so many.
    pub limit: i64,
}

fn map(mut row: Row) -> Result<Adoption> {
    Ok(Adoption {
        n: row.int()?,
        id: row.parsed("adoption id", AdoptionId::parse)?,
        track: row.parsed("track", |word| Track::named(word).ok_or("unknown word"))?,
        signal: row.parsed("signal", |word| Signal::named(word).ok_or("unknown word"))?,
        feature: row.text()?,
        query: row.text()?,
        context_hash: row.text()?,
        card_id: row.text()?,
        evaluator_id: row.text()?,
        research_report_id: row.text()?,
        note: row.text()?,
        metadata: row.text()?,
        quality: row.parsed("quality", |word| Quality::named(word).ok_or("unknown word"))?,
        anchor: row.parsed("anchor", Anchor::parse)?,
        principal: row.text()?,
        created_at: row.moment()?,
    })
}

fn bound(a: &Adoption) -> Result<Digest> {
    state(&((a.n, &a.id, a.track, a.signal, a.quality), a.texts(), &a.anchor, &a.principal, a.created_at))
}

impl View<'_> {
    /// Records of adoption, newest first.
    pub fn adoptions(&mut self, filter: &AdoptionFilter) -> Result<Vec<Adoption>> {
        let sql = format!("select {COLUMNS} from adoption where {WHERE} order by n desc limit ?5");
        let (track, signal) = (filter.track.map_or("", Track::name), filter.signal.map_or("", Signal::name));
        self.many(&sql, args![track, filter.feature.as_deref().unwrap_or_default(), signal, filter.since, filter.limit], map)
    }

    /// One record.
    pub fn adoption(&mut self, id: &AdoptionId) -> Result<Option<Adoption>> {
        self.one(&format!("select {COLUMNS} from adoption where id = ?1"), args![id.as_str()], map)
    }

    /// How many there are.
    pub fn adoption_count(&mut self) -> Result<i64> {
        Ok(self.one(COUNT, &[], |mut row| row.int())?.unwrap_or(0))
    }

    /// Hands over every record, oldest first.
    pub fn each_adoption(&mut self, take: &mut dyn FnMut(Adoption) -> Result<()>) -> Result<()> {
        self.db.each(&format!("select {COLUMNS} from adoption order by n"), &[], &mut |row| take(map(row)?))
    }

    /// Hands over every record with its state, as the ledger should have bound it.
    pub(crate) fn each_adoption_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.each_adoption(&mut |adoption| take(adoption.id.to_string(), bound(&adoption)?))
    }

    /// Records that `quote` picks by any of their words.
    pub fn adoptions_quoting(&mut self, quote: &mut dyn FnMut(&str) -> bool) -> Result<Vec<Adoption>> {
        let mut found = Vec::new();
        self.each_adoption(&mut |adoption| {
            if adoption.texts().into_iter().any(&mut *quote) {
                found.push(adoption);
            }
            Ok(())
        })?;
        Ok(found)
    }
}

impl Txn<'_> {
    /// Appends a record; its `n` is given here.
    pub fn put_adoption(&mut self, adoption: &mut Adoption) -> Result<()> {
        adoption.n = self.one(NEXT, &[], |mut row| row.int())?.unwrap_or(1);
        let a = &*adoption;
        self.db.execute(
            PUT,
            args![
                a.n,
                a.id.as_str(),
                a.track.name(),
                a.signal.name(),
                &a.feature,
                &a.query,
                &a.context_hash,
                &a.card_id,
                &a.evaluator_id,
                &a.research_report_id,
                &a.note,
                &a.metadata,
                a.quality.name(),
                a.anchor.to_string(),
                &a.principal,
                a.created_at
            ],
        )?;
        self.after.insert(a.id.to_string(), bound(a)?);
        Ok(())
    }

    /// Takes the words out of a record. That it was made stays, and it no longer says enough to count; `named` keeps the
    /// feature's name, where that is not what must go.
    pub fn erase_adoption(&mut self, adoption: &Adoption, named: bool) -> Result<()> {
        let blank = String::new;
        let erased = Adoption {
            feature: if named { adoption.feature.clone() } else { ERASED.to_owned() },
            query: blank(),
            context_hash: blank(),
            card_id: blank(),
            evaluator_id: blank(),
            research_report_id: blank(),
            note: blank(),
            metadata: blank(),
            quality: Quality::Warning,
            ..adoption.clone()
        };
        self.db.execute(BLANK, args![erased.id.as_str(), &erased.feature, erased.quality.name()])?;
        self.after.insert(erased.id.to_string(), bound(&erased)?);
        Ok(())
    }
}
