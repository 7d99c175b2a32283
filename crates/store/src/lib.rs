//! Where SQL lives: one text per query, two databases, one ledger.
//!
//! **Invariant:** a change is committed with its ledger entry or not at all. [`Txn::commit`] is the only way to keep a
//! change and it takes the [`Act`] to write down; dropping a [`Txn`] forgets it.
//!
//! # What must not compile
//!
//! A read permit opens no transaction (E0277: `Read` does not write):
//! ```compile_fail,E0277
//! fn f(store: &mut store::Store, permit: kernel::gate::Permit<kernel::effect::Read>) {
//!     let _ = store.begin(&permit);
//! }
//! ```
//! A view cannot change anything (E0599: the method belongs to the transaction):
//! ```compile_fail,E0599
//! fn f(view: &mut store::View<'_>, claim: &kernel::claim::Claim) {
//!     view.put_claim(claim).unwrap();
//! }
//! ```
//! A claim is not written without a human's yes, whoever opened the transaction (E0061):
//! ```compile_fail,E0061
//! fn f(txn: &mut store::Txn<'_>, claim: &kernel::claim::Claim) {
//!     txn.put_claim(claim).unwrap();
//! }
//! ```
//! A transaction is not committed without saying what was done (E0061):
//! ```compile_fail,E0061
//! fn f(txn: store::Txn<'_>) {
//!     txn.commit();
//! }
//! ```

#![cfg_attr(not(test), deny(clippy::string_slice))] // texts are cut by `kernel::text::Slice`, which cannot panic

mod activity;
mod adoption;
mod answered;
mod backend;
mod call;
mod cell;
mod claim;
pub(crate) mod claim_events;
mod code;
mod commit;
mod corridor;
mod cycle;
mod drawer;
mod erase;
mod error;
mod evidence;
mod evidence_filter;
mod experience;
mod export;
mod fact;
mod field;
mod forge;
mod grant;
pub(crate) mod imported;
mod invocation;
mod item;
mod key;
mod knowledge;
mod ledger;
mod link;
mod migrate;
mod names;
mod pack;
mod packed_text;
mod palace;
mod postings;
mod postmortem;
mod proposal;
mod reasoning;
mod receipt;
mod seal_request;
mod session;
mod setting;
mod short_id;
mod snooze;
mod source;
mod taxonomy;
#[cfg(feature = "testing")]
pub mod testing;
pub(crate) mod text_columns;
mod token;
mod tunnel;
mod value;
mod vector;
mod vector_bits;
mod verify;
pub mod word_list;
pub mod word_numbers;
mod words;

pub use activity::{Activity, FileCounts};
pub use adoption::{Adoption, AdoptionFilter};
pub use backend::foreign::{Foreign, ForeignCell};
pub use backend::{Among, Backend, Keep};
pub use call::{Called, CallsOf};
pub use cell::{Consolidated, cell_id};
pub use claim::ClaimFilter;
pub use claim_events::{ConfidenceRow, Made, OutcomeRow, Why};
pub use code::{CodeBlob, CodeFile, CodePlace, CodeWhere};
pub use commit::{CommitText, commits_of};
pub use corridor::{Project, Promotion};
pub use cycle::{Cycle, Packed};
pub use drawer::{Deletion, Drawer, DrawerFilter, DrawerRow, DrawerWhere, ScopeCount, SourcePlace, Wing, drawer_state};
pub use erase::{Sweep, Tombstone};
pub use error::{Result, StoreError};
pub use evidence_filter::{EvidenceFilter, at_path};
pub use experience::{Experience, ExperienceFilter, Trusted, experience_state};
pub use export::{Left, Link, Spot, claim_state, left_by, link_state, proposal_state, revision_state};
pub use fact::{FactCounts, FactFilter, fact_end_state, fact_state};
pub use forge::forge;
pub use grant::GrantRecord;
pub use imported::{CARRIAGE, Carriage};
pub use invocation::{Invocation, Told};
pub use item::{Heir, Item, LentItem, Sighting};
pub use knowledge::{KnowledgeEvent, KnowledgeFilter, KnowledgeRef, KnowledgeRow};
pub use ledger::{Act, EntryFilter, Outcome, Receipt, StoredEntry};
pub use link::{INFORMED_BY, RESTS_ON, Removed, SealedLink};
pub use migrate::{COMPACT, MIGRATIONS, Migrating, newest};
pub use names::NameCounts;
pub use pack::Pack;
pub use packed_text::{PackedText, TextPacker};
pub use palace::{Counts, GenesisRow};
pub use postings::{PostingChanges, StemsByWord, WantedStem, Within};
pub use postmortem::Postmortem;
pub use proposal::ProposalFilter;
pub use reasoning::{ReasoningSession, Thought};
pub use receipt::{Receipted, Signed, receipt_state};
pub use seal_request::{RequestStatus, SealRequest};
pub use session::{Session, SessionFilter};
pub use setting::SettingRow;
pub use short_id::has_short_ids;
pub use source::{Brought, Revision, Source, SourceFilter, SourceMark, SourceState, revision_name};
pub use taxonomy::Signpost;
pub use text_columns::{Fate, Form, Said};
pub use token::{ALL_SESSIONS, Token};
pub use tunnel::{Tunnel, TunnelEnd};
pub use value::{Bytes, Cell, Cells, Row, Value};
pub use vector::{Block, LentBlock, SetState, VectorSet};
pub use verify::LedgerFault;
pub use words::{Corpus, Counted, Known};

use kernel::{
    effect::{Effect, Writes},
    gate::Permit,
};
use std::path::{Path, PathBuf};

/// Where a palace is kept.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// One SQLite file.
    File(PathBuf),
    /// A PostgreSQL database.
    Database(String),
}

// Written by hand so that a log line or a failing test never shows the password that an address may hold.
impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Database(_) => f.write_str("Database(…)"),
        }
    }
}

/// An open palace.
pub struct Store {
    db: Box<dyn Backend>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Store").field(&self.db.name()).finish()
    }
}

impl Store {
    /// Opens a palace, bringing its schema up to date. One that has an older schema is copied beside itself first, if it is a file.
    pub fn open(place: &Place) -> Result<Self> {
        Self::over(connect(place)?)
    }

    /// The same; `tell` hears of an older schema before anything changes.
    pub fn open_telling(place: &Place, tell: &mut dyn FnMut(&Migrating<'_>)) -> Result<Self> {
        let mut db = connect(place)?;
        migrate::run(&mut *db, Keep::Copy, tell)?;
        Ok(Self { db })
    }

    /// Brings a file up to date that is itself a copy, and so needs none.
    pub fn update_file(path: &Path) -> Result<()> {
        migrate::run(&mut backend::sqlite::Sqlite::open(path)?, Keep::Nothing, &mut |_| {})
    }

    /// The copies that migrations left beside the file of a palace, oldest schema first.
    pub fn schema_copies(palace: &Path) -> Vec<PathBuf> {
        backend::schema_copy::all(palace)
    }

    /// Which schema a palace has. Nothing is brought up to date, and nothing could be: it is opened for reading only.
    pub fn version(place: &Place) -> Result<i64> {
        let mut db: Box<dyn Backend> = match place {
            Place::File(path) => Box::new(backend::sqlite::Sqlite::open_to_read(path)?),
            Place::Database(url) => Box::new(backend::postgres::Postgres::open(url)?),
        };
        db.begin_read()?;
        migrate::version(&mut *db)
    }

    /// Opens a palace over any backend: how tests put faults between us and the database.
    pub fn over(mut db: Box<dyn Backend>) -> Result<Self> {
        migrate::run(&mut *db, Keep::Copy, &mut |_| {})?;
        Ok(Self { db })
    }

    /// Copies a SQLite palace, as of now, into a new file. `progress` hears how many pages are done, of how many.
    pub fn copy_file(from: &Path, to: &Path, progress: &mut dyn FnMut(u64, u64)) -> Result<()> {
        backend::sqlite::Sqlite::open(from)?.copy_to(to, progress)
    }

    /// Leaves a SQLite palace that nobody has open as one file, with nothing beside it.
    pub fn settle_file(path: &Path) -> Result<()> {
        backend::sqlite::Sqlite::open(path)?.settle()
    }

    /// Which database this is.
    pub fn backend(&self) -> &'static str {
        self.db.name()
    }

    /// Looks at one snapshot.
    pub fn view<E: Effect>(&mut self, _: &Permit<E>) -> Result<View<'_>> {
        self.look()
    }

    /// Begins a change. Only an effect that writes gets here.
    pub fn begin<E: Writes>(&mut self, _: &Permit<E>) -> Result<Txn<'_>> {
        self.write()
    }

    /// A snapshot for the house's own needs (keys at start, the ledger's verifier), where no actor asks.
    pub fn look(&mut self) -> Result<View<'_>> {
        self.db.begin_read()?;
        Ok(View { db: &mut *self.db, open: true, answered: Some(answered::Answered::default()) })
    }

    /// The friction ledger: a refusal is written down although nothing was permitted, and nothing else can be.
    pub fn record_refusal(&mut self, act: &Act<'_>) -> Result<Option<Receipt>> {
        assert!(matches!(act.outcome, Outcome::Refused(_)), "BUG: `{}` was to be written down as a refusal, and was none", act.op);
        let txn = self.write()?;
        txn.refuse(act)
    }

    /// What was looked at is written down although nothing was permitted to change, and nothing else can be. Unless told to wait
    /// it gives up at once while somebody else writes, and answers `false`. Before them comes the house's own word on those that
    /// were lost, if any were.
    pub fn record_looks(&mut self, lost: Option<&Act<'_>>, looks: &[Act<'_>], wait: bool) -> Result<bool> {
        for act in looks {
            assert!(act.outcome == Outcome::Read, "BUG: `{}` was to be written down as a look, and was none", act.op);
        }
        if !self.db.begin_note(wait)? {
            return Ok(false);
        }
        self.opened().looked(lost.into_iter().chain(looks))?;
        Ok(true)
    }

    /// Birth: writes the palace row and its first entry, if it has none. Answers whether this call did it.
    pub fn found(&mut self, genesis: &kernel::palace::Genesis, act: &Act<'_>) -> Result<bool> {
        let mut txn = self.write()?;
        if txn.genesis()?.is_some() {
            return Ok(false);
        }
        txn.put_genesis(genesis)?;
        txn.commit(act)?;
        Ok(true)
    }

    fn write(&mut self) -> Result<Txn<'_>> {
        self.db.begin_write()?;
        Ok(self.opened())
    }

    fn opened(&mut self) -> Txn<'_> {
        Txn {
            view: View { db: &mut *self.db, open: true, answered: None },
            after: std::collections::BTreeMap::new(),
            erasing: None,
            next_number: None,
            last_provenance: None,
        }
    }
}

/// The database itself, which could change anything behind the ledger's back. So it stays in this crate, but for `testing`.
fn connect(place: &Place) -> Result<Box<dyn Backend>> {
    Ok(match place {
        Place::File(path) => Box::new(backend::sqlite::Sqlite::open(path)?),
        Place::Database(url) => Box::new(backend::postgres::Postgres::open(url)?),
    })
}

/// One snapshot, for reading.
pub struct View<'s> {
    db: &'s mut dyn Backend,
    open: bool,
    /// Nothing where it may change.
    answered: Option<answered::Answered>,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("View").field(&self.db.name()).finish()
    }
}

impl View<'_> {
    /// Which database this is.
    pub fn backend(&self) -> &'static str {
        self.db.name()
    }

    fn one<T>(&mut self, sql: &str, args: &[Value], map: impl Fn(Row) -> Result<T>) -> Result<Option<T>> {
        self.db.query(sql, args)?.into_iter().next().map(map).transpose()
    }

    fn many<T>(&mut self, sql: &str, args: &[Value], map: impl Fn(Row) -> Result<T>) -> Result<Vec<T>> {
        self.db.query(sql, args)?.into_iter().map(map).collect()
    }
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        if self.open {
            // Nothing can be done about a connection that will not even roll back; the next use reports it.
            let _ = self.db.rollback();
        }
    }
}

/// A change under way. Reads like a [`View`], and what it wrote is kept only by [`Txn::commit`].
#[must_use = "a transaction that is not committed is rolled back"]
#[derive(Debug)]
pub struct Txn<'s> {
    view: View<'s>,
    /// Digests of the governed rows this transaction leaves behind; the entry binds them.
    after: std::collections::BTreeMap<String, kernel::ledger::Digest>,
    /// What it erases from the ledger; done with the entry that says so.
    erasing: Option<erase::Erasing>,
    /// The number of the next piece of evidence, once one was recorded.
    next_number: Option<i64>,
    /// The provenance of the last piece of evidence that was recorded.
    last_provenance: Option<evidence::Provenance>,
}

impl Txn<'_> {
    /// Much is about to be written.
    pub fn expect_much(&mut self) -> Result<()> {
        self.db.expect_much()
    }
}

impl<'s> std::ops::Deref for Txn<'s> {
    type Target = View<'s>;
    fn deref(&self) -> &View<'s> {
        &self.view
    }
}

impl std::ops::DerefMut for Txn<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.view
    }
}
