//! Drawers: where evidence stands among wings and rooms, what was taken out of sight, and what projects are called.
//!
//! Not here: the words, which are evidence; and whether a drawer is found, which its item decides.

use crate::{
    Made, Result, Row, StoreError, Txn, View,
    claim_events::{made, state, under},
    evidence, packed_text,
    value::{Value, args},
};
use kernel::{
    anchor::Anchor,
    drawer::{Domain, Importance, Provenance},
    id::EvidenceId,
    ledger::Digest,
    seal::HumanReview,
    time::Moment,
};

/// Items `i` in the wing `?N`: by their own row, by their source's, or by what their project is called. Said in terms of the
/// keys of `item`, so that a narrow question costs what it finds and not what there is. The view `drawers` says the same of one row.
const IN_WING: &str = "(i.n in (select e.n from drawer d cross join evidence e where e.id = d.id and d.wing = ?N)
    or i.source in (select source from source_place where wing = ?N) and i.n not in (select e.n from drawer d cross join evidence e where e.id = d.id and d.wing <> '')
    or i.anchor in (select a.n from anchor a left join project p on p.anchor = a.name
            where coalesce(p.name, replace(replace(replace(a.name, 'worktree://', ''), 'repo://', ''), 'global://default', 'global')) = ?N)
        and i.source not in (select source from source_place where wing <> '') and i.n not in (select e.n from drawer d cross join evidence e where e.id = d.id and d.wing <> ''))";
const IN_ROOM: &str = "(i.n in (select e.n from drawer d cross join evidence e where e.id = d.id and d.room = ?N)
    or i.source in (select source from source_place where room = ?N) and i.n not in (select e.n from drawer d cross join evidence e where e.id = d.id and d.room <> ''))";
const OF_DOMAIN: &str = "(i.n in (select e.n from drawer d cross join evidence e where e.id = d.id and d.domain = ?N)
    or i.anchor in (select a.n from anchor a where case a.name when 'global://default' then 'global' else 'project' end = ?N)
        and i.n not in (select e.n from drawer d cross join evidence e where e.id = d.id))";
const ABOUT: &str = "(i.n in (select e.n from drawer d cross join evidence e where e.id = d.id and d.field = ?N) or ?N = 'general' and i.n not in (select e.n from drawer d cross join evidence e where e.id = d.id))";
const OF_KIND: &str = "i.anchor in (select a.n from anchor a where substr(a.name, 1, length(?N) + 3) = ?N || '://')";

const SHOWN: &str = "id, content, wing, room, source_file, source_type, added_at, chunk_index, deleted_at, importance, memory_kind, domain, field,
    anchor_kind, anchor_id, parent_anchor_id, provenance, packed";
const PUT: &str = "insert into drawer (id, wing, room, domain, field, provenance, importance, rollup) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
const ONE: &str = "select id, wing, room, domain, field, provenance, importance, rollup from drawer where id = ?1";
const ALL: &str = "select id, wing, room, domain, field, provenance, importance, rollup from drawer order by id";
const DROP: &str = "delete from drawer where id = ?1";
const OF_DAY: &str = "select e.id, e.content, e.packed from drawer d join evidence e on e.id = d.id join provenance p on p.n = e.provenance left join drawer_deletion x on x.id = d.id
    where d.rollup = ?1 and d.rollup <> '' and x.id is null and not exists (select 1 from item i where i.n = e.n and i.until <> '') order by p.recorded_at, e.id";
const DAYS: &str = "select count(distinct rollup) from drawer where rollup <> ''";
const DELETE: &str = "insert into drawer_deletion (id, reason, made_by, made_at, seal, was_current) values (?1, ?2, ?3, ?4, ?5, ?6)";
const DELETION: &str = "select id, reason, was_current, made_by, made_at, seal from drawer_deletion where id = ?1";
const DELETIONS: &str = "select id, reason, was_current, made_by, made_at, seal from drawer_deletion where made_at < ?1 order by made_at, id";
const ALL_DELETIONS: &str = "select id, reason, was_current, made_by, made_at, seal from drawer_deletion order by id";
const UNDELETE: &str = "delete from drawer_deletion where id = ?1";
const NOT_CURRENT: &str =
    "update drawer_deletion set was_current = 0 where id in (select e.id from item i join evidence e on e.n = i.n where i.source = ?1)";
const CURRENT: &str = "update drawer_deletion set was_current = 1 where id = ?1";
const PLACE: &str = "select wing, room, importance from source_place where source = ?1";
const PLACE_PUT: &str = "insert into source_place (source, wing, room, importance) values (?1, ?2, ?3, ?4)
    on conflict (source) do update set wing = excluded.wing, room = excluded.room, importance = excluded.importance";
const PLACES: &str = "select s.id, w.wing, w.room from source_place w join source s on s.n = w.source order by s.id";
const MEET: &str = "insert into project (anchor, project, name, path, seen_at) values (?1, ?2, ?3, ?4, ?5)
    on conflict (anchor) do update set name = excluded.name, path = excluded.path, seen_at = excluded.seen_at
    where project.name <> excluded.name or project.path <> excluded.path";
const CALLED: &str = "select name from project where anchor = ?1";
const LIES: &str = "select name, path from project where anchor = ?1";
const PATHS: &str = "select path from project where name = ?1 and path <> '' order by seen_at desc, anchor limit 1";
const SCOPES: &str =
    "select wing, coalesce(room, ''), count(*) from drawers where deleted_at is null group by wing, coalesce(room, '') order by wing, 2";
const WINGS: &str = "select wing, max(added_at), count(*), cast(sum(case memory_kind when 'evidence' then 1 else 0 end) as bigint) from drawers
    where deleted_at is null group by wing order by 2 desc, 1";
const WITHIN: &str = "select count(*) from drawers where deleted_at is null and anchor_id in (select value from json_each(?1))";
const STALE: &str = "select count(*) from item i join source s on s.n = i.source where i.until = '' and s.pieces not like ?1";

/// Where a single remark stands, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawerRow {
    /// The evidence.
    pub id: EvidenceId,
    /// Its wing, or empty for the project's.
    pub wing: String,
    /// Its room, or empty.
    pub room: String,
    /// Whose it is.
    pub domain: Domain,
    /// What it is about.
    pub field: String,
    /// How we came by it.
    pub provenance: Provenance,
    /// How much it matters.
    pub importance: Importance,
    /// The day of a diary that it is part of, or empty.
    pub rollup: String,
}

/// That a drawer was taken out of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deletion {
    /// The evidence.
    pub id: EvidenceId,
    /// Why.
    pub reason: String,
    /// Whether it would be current, had nobody deleted it.
    pub was_current: bool,
    /// Who did it, when, and under which seal.
    pub made: Made,
}

/// Where all pieces of a source stand; empty where nobody said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePlace {
    /// Their wing.
    pub wing: String,
    /// Their room.
    pub room: String,
    /// How much they matter.
    pub importance: Importance,
}

/// A drawer as the view shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawer {
    /// The evidence, or the knowledge.
    pub id: String,
    /// What it says.
    pub content: String,
    /// Its wing.
    pub wing: String,
    /// Its room, or empty.
    pub room: String,
    /// What it was read from.
    pub source_file: String,
    /// What kind of thing that is.
    pub source_type: String,
    /// When it was recorded.
    pub added_at: Moment,
    /// Its place in what it was read from.
    pub chunk_index: Option<i64>,
    /// Since when it is no longer in sight.
    pub deleted_at: Option<Moment>,
    /// How much it matters.
    pub importance: i64,
    /// What it holds.
    pub memory_kind: String,
    /// Whose it is.
    pub domain: String,
    /// What it is about.
    pub field: String,
    /// Where it belongs, in one word.
    pub anchor_kind: String,
    /// Where it belongs.
    pub anchor_id: String,
    /// The repository of that worktree, or empty.
    pub parent_anchor_id: String,
    /// How we came by it.
    pub provenance: String,
}

/// Which drawers a list wants; empty text and `None` mean any.
#[derive(Clone, Debug, Default)]
pub struct DrawerFilter {
    /// In this wing.
    pub wing: String,
    /// In this room.
    pub room: String,
    /// Belonging to one of these anchors.
    pub anchors: Vec<String>,
    /// Out of sight, or in sight.
    pub deleted: bool,
    /// Added before this moment.
    pub before: Option<Moment>,
    /// Those that matter most first, rather than the newest.
    pub by_importance: bool,
    /// At most so many.
    pub limit: i64,
}

/// How many drawers stand in one room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeCount {
    /// The wing.
    pub wing: String,
    /// The room, or empty.
    pub room: String,
    /// How many.
    pub drawers: i64,
}

/// A wing, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wing {
    /// Its name.
    pub wing: String,
    /// Where the project of that name last lay, or empty.
    pub path: String,
    /// When something was last added.
    pub last_activity: Moment,
    /// Drawers in sight.
    pub total: i64,
    /// How many of them are evidence.
    pub evidence: i64,
}

/// Conditions on what is searched, by what stands beside it; empty text means any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawerWhere {
    /// In this wing.
    pub wing: String,
    /// In this room.
    pub room: String,
    /// Of this domain.
    pub domain: String,
    /// About this.
    pub field: String,
    /// Belonging to this kind of place: `global`, `repo` or `worktree`.
    pub anchor_kind: String,
}

impl DrawerWhere {
    /// Whether anything is asked for.
    pub fn is_any(&self) -> bool {
        *self == Self::default()
    }

    /// The conditions over items `i`, whose arguments go to the end of `args`.
    pub fn conditions(&self, args: &mut Vec<Value>) -> Vec<String> {
        let asked = [(IN_WING, &self.wing), (IN_ROOM, &self.room), (OF_DOMAIN, &self.domain), (ABOUT, &self.field), (OF_KIND, &self.anchor_kind)];
        let mut conditions = Vec::new();
        for (condition, value) in asked.into_iter().filter(|(_, value)| !value.is_empty()) {
            args.push(Value::from(value));
            conditions.push(condition.replace("?N", &format!("?{}", args.len())));
        }
        conditions
    }
}

fn row(mut row: Row) -> Result<DrawerRow> {
    Ok(DrawerRow {
        id: row.parsed("evidence id", EvidenceId::parse)?,
        wing: row.text()?,
        room: row.text()?,
        domain: row.parsed("domain", |word| Domain::named(word).ok_or("unknown word"))?,
        field: row.text()?,
        provenance: row.parsed("provenance", |word| Provenance::named(word).ok_or("unknown word"))?,
        importance: Importance::try_from(row.int()?).map_err(|e| StoreError::Damaged(e.to_string()))?,
        rollup: row.text()?,
    })
}

fn deletion(mut row: Row) -> Result<Deletion> {
    let (id, reason, was_current) = (row.parsed("evidence id", EvidenceId::parse)?, row.text()?, row.int()? != 0);
    Ok(Deletion { id, reason, was_current, made: made(&mut row)? })
}

fn text(row: &mut Row) -> Result<String> {
    Ok(row.text_or_null()?.unwrap_or_default())
}

fn shown(mut row: Row) -> Result<Drawer> {
    let row = &mut row;
    let mut drawer = Drawer {
        id: row.text()?,
        content: row.text()?,
        wing: row.text()?,
        room: text(row)?,
        source_file: row.text()?,
        source_type: row.text()?,
        added_at: row.moment()?,
        chunk_index: row.int_or_null()?,
        deleted_at: text(row)
            .and_then(|at| if at.is_empty() { Ok(None) } else { Moment::parse(&at).map(Some).map_err(|e| StoreError::Damaged(e.to_string())) })?,
        importance: row.int()?,
        memory_kind: row.text()?,
        domain: row.text()?,
        field: row.text()?,
        anchor_kind: row.text()?,
        anchor_id: row.text()?,
        parent_anchor_id: text(row)?,
        provenance: text(row)?,
    };
    // Pieces of files are kept compressed.
    let packed = row.blob()?;
    if !packed.is_empty() {
        drawer.content = packed_text::unpack(&packed)?;
    }
    Ok(drawer)
}

fn row_name(id: &EvidenceId) -> String {
    format!("{id} drawer")
}

fn row_state(d: &DrawerRow) -> Result<Digest> {
    state(&(&d.id, &d.wing, &d.room, d.domain.name(), &d.field, d.provenance.name(), d.importance.points(), &d.rollup))
}

/// What an entry leaves of where a remark stands: its name on the ledger, and its state.
pub fn drawer_state(d: &DrawerRow) -> Result<(String, Digest)> {
    Ok((row_name(&d.id), row_state(d)?))
}

fn deletion_name(id: &EvidenceId) -> String {
    format!("{id} deleted")
}

/// Not of whether it would be current: that changes as its source is read again.
fn deletion_state(d: &Deletion) -> Result<Digest> {
    state(&(&d.id, &d.reason, &d.made.by, d.made.at, d.made.seal))
}

impl View<'_> {
    /// Drawers of evidence, whole, newest or most important first.
    pub fn drawers(&mut self, filter: &DrawerFilter) -> Result<Vec<Drawer>> {
        let anchors = serde_json::to_string(&filter.anchors).map_err(|e| StoreError::Other(e.to_string()))?;
        let sight = if filter.deleted { "is not null" } else { "is null" };
        let order = if filter.by_importance { "importance desc, added_at desc, id" } else { "added_at desc, id" };
        let sql = format!(
            "select {SHOWN} from drawers where memory_kind = 'evidence' and deleted_at {sight} and (?1 = '' or wing = ?1) and (?2 = '' or room = ?2)
             and (not exists (select 1 from json_each(?3)) or anchor_id in (select value from json_each(?3))) and (?4 = '' or added_at < ?4) order by {order} limit ?5"
        );
        self.many(&sql, args![&filter.wing, &filter.room, anchors, filter.before, filter.limit], shown)
    }

    /// Some drawers by id, in no order.
    pub fn drawers_named(&mut self, ids: &[&str]) -> Result<Vec<Drawer>> {
        let asked = serde_json::to_string(ids).map_err(|e| StoreError::Other(e.to_string()))?;
        self.many(&format!("select {SHOWN} from drawers where id in (select value from json_each(?1))"), args![asked], shown)
    }

    /// How many drawers that belong to one of these anchors are in sight.
    pub fn drawers_within(&mut self, anchors: &[String]) -> Result<i64> {
        let any = serde_json::to_string(anchors).map_err(|e| StoreError::Other(e.to_string()))?;
        Ok(self.one(WITHIN, args![any], |mut row| row.int())?.unwrap_or(0))
    }

    /// How many drawers stand in each room of each wing.
    pub fn scopes(&mut self) -> Result<Vec<ScopeCount>> {
        self.many(SCOPES, &[], |mut row| Ok(ScopeCount { wing: row.text()?, room: row.text()?, drawers: row.int()? }))
    }

    /// Every wing, the last used first.
    pub fn wings(&mut self) -> Result<Vec<Wing>> {
        let mut wings = self.many(WINGS, &[], |mut row| {
            Ok(Wing { wing: row.text()?, path: String::new(), last_activity: row.moment()?, total: row.int()?, evidence: row.int()? })
        })?;
        for wing in &mut wings {
            wing.path = self.one(PATHS, args![&wing.wing], |mut row| row.text())?.unwrap_or_default();
        }
        Ok(wings)
    }

    /// Pieces in sight that were cut in another way than this.
    pub fn stale_pieces(&mut self, cut: &str) -> Result<i64> {
        Ok(self.one(STALE, args![format!("{cut}%")], |mut row| row.int())?.unwrap_or(0))
    }

    /// Where a single remark stands, if anybody said.
    pub fn drawer_row(&mut self, id: &EvidenceId) -> Result<Option<DrawerRow>> {
        self.one(ONE, args![id.as_str()], row)
    }

    /// What is written on one day of a diary, oldest first: ids and words.
    pub fn rolled_up(&mut self, rollup: &str) -> Result<Vec<(String, String)>> {
        self.many(OF_DAY, args![rollup], |mut row| Ok((row.text()?, evidence::words(&mut row)?)))
    }

    /// Days of diaries that have an entry.
    pub fn rollup_days(&mut self) -> Result<i64> {
        Ok(self.one(DAYS, &[], |mut row| row.int())?.unwrap_or(0))
    }

    /// That a drawer is out of sight, if it is.
    pub fn deletion(&mut self, id: &EvidenceId) -> Result<Option<Deletion>> {
        self.one(DELETION, args![id.as_str()], deletion)
    }

    /// What was taken out of sight before a moment, oldest first.
    pub fn deletions_before(&mut self, before: Moment) -> Result<Vec<Deletion>> {
        self.many(DELETIONS, args![before], deletion)
    }

    /// Where all pieces of a source stand.
    pub fn source_place(&mut self, source: i64) -> Result<SourcePlace> {
        let found = self.one(PLACE, args![source], |mut row| {
            let (wing, room) = (row.text()?, row.text()?);
            Ok(SourcePlace { wing, room, importance: Importance::try_from(row.int()?).map_err(|e| StoreError::Damaged(e.to_string()))? })
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Hands over the wing and the room of every source that has them, by the source's id.
    pub fn each_source_place(&mut self, take: &mut dyn FnMut(String, String, String) -> Result<()>) -> Result<()> {
        self.db.each(PLACES, &[], &mut |mut row| take(row.text()?, row.text()?, row.text()?))
    }

    /// What a project is called, if anybody stood in it.
    pub fn project_called(&mut self, anchor: &Anchor) -> Result<Option<String>> {
        self.one(CALLED, args![anchor.to_string()], |mut row| row.text())
    }

    /// What a tree is called, and where it last lay on a disk, if anybody stood in it.
    pub fn project_at(&mut self, anchor: &Anchor) -> Result<Option<(String, String)>> {
        let found = self.many_once(LIES, args![anchor.to_string()], |mut row| Ok((row.text()?, row.text()?)))?;
        Ok(found.into_iter().next())
    }

    /// How many bytes the database takes.
    pub fn size_bytes(&mut self) -> Result<i64> {
        self.db.size_bytes()
    }

    /// Hands over every drawer's row, with the name by which the ledger knows it.
    pub fn each_drawer_row(&mut self, take: &mut dyn FnMut(String, DrawerRow) -> Result<()>) -> Result<()> {
        self.db.each(ALL, &[], &mut |found| {
            let found = row(found)?;
            take(row_name(&found.id), found)
        })
    }

    /// The same for every deletion.
    pub fn each_deletion(&mut self, take: &mut dyn FnMut(String, Deletion) -> Result<()>) -> Result<()> {
        self.db.each(ALL_DELETIONS, &[], &mut |found| {
            let found = deletion(found)?;
            take(deletion_name(&found.id), found)
        })
    }

    /// Hands over every drawer's row and every deletion with its state, as the ledger should have bound it.
    pub(crate) fn each_drawer_state(&mut self, take: &mut dyn FnMut(String, Digest) -> Result<()>) -> Result<()> {
        self.each_drawer_row(&mut |name, row| take(name, row_state(&row)?))?;
        self.each_deletion(&mut |name, row| take(name, deletion_state(&row)?))
    }
}

impl Txn<'_> {
    /// Writes down where a single remark stands. It never changes.
    pub fn put_drawer(&mut self, d: &DrawerRow) -> Result<()> {
        let importance = i64::from(d.importance);
        self.db.execute(PUT, args![d.id.as_str(), &d.wing, &d.room, d.domain.name(), &d.field, d.provenance.name(), importance, &d.rollup])?;
        self.after.insert(row_name(&d.id), row_state(d)?);
        Ok(())
    }

    /// Takes a drawer out of sight, under a human's yes. Its item is the caller's to retire.
    ///
    /// # Panics
    /// When it names another seal than the one behind this yes.
    pub fn put_deletion(&mut self, d: &Deletion, review: &HumanReview) -> Result<()> {
        under(&d.made, review, &d.id);
        let Made { by, at, seal } = &d.made;
        self.db.execute(DELETE, args![d.id.as_str(), &d.reason, by, *at, *seal, i64::from(d.was_current)])?;
        self.after.insert(deletion_name(&d.id), deletion_state(d)?);
        Ok(())
    }

    /// Brings a drawer back into sight, as far as this row goes, under a human's yes.
    pub fn drop_deletion(&mut self, id: &EvidenceId, _: &HumanReview) -> Result<()> {
        self.db.execute(UNDELETE, args![id.as_str()])?;
        self.after.insert(deletion_name(id), Digest::ZERO);
        Ok(())
    }

    /// Forgets what stood beside evidence that is erased.
    pub fn forget_drawer(&mut self, id: &EvidenceId) -> Result<()> {
        if self.db.execute(DROP, args![id.as_str()])? > 0 {
            self.after.insert(row_name(id), Digest::ZERO);
        }
        if self.db.execute(UNDELETE, args![id.as_str()])? > 0 {
            self.after.insert(deletion_name(id), Digest::ZERO);
        }
        Ok(())
    }

    /// A source is read again: what was deleted of it is current only if it is [`Txn::still_said`].
    pub fn reread_deleted(&mut self, source: i64) -> Result<()> {
        self.db.execute(NOT_CURRENT, args![source])?;
        Ok(())
    }

    /// Something that was deleted is still said where it was read.
    pub fn still_said(&mut self, id: &EvidenceId) -> Result<()> {
        self.db.execute(CURRENT, args![id.as_str()])?;
        Ok(())
    }

    /// Says where all pieces of a source stand.
    pub fn put_source_place(&mut self, source: i64, place: &SourcePlace) -> Result<()> {
        self.db.execute(PLACE_PUT, args![source, &place.wing, &place.room, i64::from(place.importance)])?;
        Ok(())
    }

    /// Remembers what a project is called, and where it lies today.
    pub fn meet_project(&mut self, anchor: &Anchor, name: &str, path: &str, now: Moment) -> Result<()> {
        self.db.execute(MEET, args![anchor.to_string(), anchor.project().to_string(), name, path, now])?;
        Ok(())
    }
}
