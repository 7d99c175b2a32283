//! What experiences came to: scenes, cells, and what speaks for or against each; and how far each scope was consolidated.
//!
//! Nothing here is an authority, and all of it can be made again. Not here: the rules. The kernel consolidates; this hands it
//! the memory of one scope and keeps what changed.

use crate::{
    Result, Row, StoreError, Txn, View,
    claim_events::listed,
    value::{args, json},
};
use kernel::text::Slice;
use kernel::{
    anchor::Anchor,
    canonical,
    cycle::{Cell, CellKind, Change, Facts, Memory, Scene, State, Trust},
    ledger::Digest,
    time::Moment,
};
use serde_json::{Value as Json, json as object};
use std::collections::{BTreeMap, BTreeSet};

const SCENES: &str = "select id, label, keys, created_at, updated_at from scene where anchor = ?1 order by n";
const ALL_SCENES: &str = "select id, anchor, keys from scene order by n";
const SCENE_CUT: &str = "update scene set label = ?2, keys = ?3 where id = ?1";
const SCENE_PUT: &str = "insert into scene (n, id, anchor, label, keys, created_at, updated_at)
    values ((select coalesce(max(n), 0) + 1 from scene), ?1, ?2, ?3, ?4, ?5, ?6)
    on conflict (id) do update set label = excluded.label, keys = excluded.keys, updated_at = excluded.updated_at";
const SCENE_DROP: &str = "delete from scene where id = ?1";
const COLUMNS: &str = "key, scene, kind, title, body, trust, state, evidence, contradictions, conflict_group, supersedes, created_at, updated_at";
const PUT: &str = "insert into cell (key, scene, anchor, kind, title, body, trust, salience, state, evidence, contradictions, conflict_group,
    supersedes, created_at, updated_at)
    select j.value ->> 'key', j.value ->> 'scene', ?2, j.value ->> 'kind', j.value ->> 'title', j.value ->> 'body',
    cast(j.value ->> 'trust' as bigint), cast(j.value ->> 'salience' as bigint), j.value ->> 'state', cast(j.value ->> 'evidence' as bigint),
    cast(j.value ->> 'contradictions' as bigint), j.value ->> 'group', j.value ->> 'supersedes', j.value ->> 'created', j.value ->> 'updated'
    from json_each(?1) j where true
    on conflict (key) do update set trust = excluded.trust, salience = excluded.salience, state = excluded.state, evidence = excluded.evidence,
    contradictions = excluded.contradictions, conflict_group = excluded.conflict_group, supersedes = excluded.supersedes,
    updated_at = excluded.updated_at";
const ARCHIVED: &str = "select 1 from cell where anchor = ?1 and state = ?2 limit 1";
const DROP: &str = "delete from cell where key = ?1";
const DROP_OF_SCENE: &str = "delete from cell where scene = ?1";
const TAKEN_NEXT: &str = "select coalesce(max(n), 0) + 1 from cell_taken";
const TAKEN_PUT: &str = "insert into cell_taken (n, cell, experience, relation, created_at)
    select cast(j.value ->> 'n' as bigint), j.value ->> 'cell', j.value ->> 'experience', j.value ->> 'relation', ?2 from json_each(?1) j";
const TAKEN_DROP: &str = "delete from cell_taken where not exists (select 1 from cell c where c.key = cell_taken.cell)
    or not exists (select 1 from experience x where x.id = cell_taken.experience)";
const RESTING: &str = "select distinct t.cell from cell_taken t where t.experience in (select j.value from json_each(?1) j) order by t.cell";
const SPEAKING: &str = "select t.relation, count(*) from cell_taken t join experience x on x.id = t.experience
    where t.cell = ?1 and t.experience not in (select j.value from json_each(?2) j) group by t.relation";
const RECOUNT: &str = "update cell set evidence = ?2, contradictions = ?3 where key = ?1";
const META: &str = "select last, at, broken from consolidation where anchor = ?1";
const BROKEN: &str = "select anchor, broken from consolidation order by anchor";
const BROKEN_PUT: &str = "update consolidation set broken = ?2 where anchor = ?1";
const META_PUT: &str = "insert into consolidation (anchor, last, at, broken) values (?1, ?2, ?3, ?4)
    on conflict (anchor) do update set last = excluded.last, at = excluded.at, broken = excluded.broken";
const CHANGED: &str = "update cell_change set n = n + 1";
const CHANGES: &str = "select n from cell_change";
/// How the id of a cell begins.
const CELL: &str = "cell_";
/// Rows written by one statement.
const AT_ONCE: usize = 1_000;

/// How far a scope was consolidated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consolidated {
    /// The number of the last experience that was taken in.
    pub last: i64,
    /// When, if ever.
    pub at: Option<Moment>,
    /// How often each rule was broken.
    pub broken: BTreeMap<String, u32>,
}

/// The id that a cell has outside: its key, shortened.
pub fn cell_id(key: &Digest) -> String {
    format!("{CELL}{}", key.to_string().slice(..16))
}

fn scene(mut row: Row) -> Result<Scene> {
    Ok(Scene { id: row.text()?, label: row.text()?, keys: row.parsed("keys", json)?, created_at: row.moment()?, updated_at: row.moment()? })
}

/// What a column of levels says.
pub(crate) fn trusted(level: i64) -> Result<Trust> {
    Trust::try_from(level).map_err(|e| StoreError::Damaged(format!("a row holds a bad trust: {e}")))
}

fn cell(mut row: Row) -> Result<Cell> {
    let (key, scene) = (row.digest()?, row.text()?);
    let kind = row.parsed("kind of cell", |word| CellKind::named(word).ok_or("unknown word"))?;
    let (title, body, trust) = (row.text()?, row.text()?, row.int()?);
    let state = row.parsed("state", |word| State::named(word).ok_or("unknown word"))?;
    let (evidence, contradictions) = (count(row.int()?)?, count(row.int()?)?);
    let conflict_group = row.parsed_or_empty("conflict group", str::parse::<Digest>)?;
    let supersedes = row.parsed_or_empty("cell", str::parse::<Digest>)?;
    let (created_at, updated_at) = (row.moment()?, row.moment()?);
    let facts = Facts { state, trust: trusted(trust)?, evidence, contradictions, updated_at };
    Ok(Cell { key, scene, kind, title, body, facts, conflict_group, supersedes, created_at })
}

fn count(n: i64) -> Result<u32> {
    u32::try_from(n).map_err(|_| StoreError::Damaged(format!("a cell counts {n}")))
}

impl View<'_> {
    /// How far a scope was consolidated.
    pub fn consolidated(&mut self, anchor: &Anchor) -> Result<Consolidated> {
        let found = self.one(META, args![anchor.to_string()], |mut row| {
            Ok(Consolidated { last: row.int()?, at: Some(row.moment()?), broken: row.parsed("count of broken rules", json)? })
        })?;
        Ok(found.unwrap_or_default())
    }

    /// How often scenes or cells of any scope were changed.
    pub fn cell_changes(&mut self) -> Result<i64> {
        Ok(self.one(CHANGES, &[], |mut row| row.int())?.unwrap_or(0))
    }

    /// The scenes of a scope, in the order they were made.
    pub fn scenes(&mut self, anchor: &Anchor) -> Result<Vec<Scene>> {
        self.many(SCENES, args![anchor.to_string()], scene)
    }

    /// The cells of a scope that are not archived, by key.
    pub fn live_cells(&mut self, anchor: &Anchor) -> Result<Vec<Cell>> {
        let sql = format!("select {COLUMNS} from cell where anchor = ?1 and state <> ?2 order by key");
        self.many(&sql, args![anchor.to_string(), State::Archived.name()], cell)
    }

    /// The cells of these keys, archived or not.
    pub fn cells_keyed(&mut self, keys: &[Digest]) -> Result<Vec<Cell>> {
        let sql = format!("select {COLUMNS} from cell where key in (select j.value from json_each(?1) j) order by key");
        let mut cells = Vec::new();
        for some in keys.chunks(AT_ONCE) {
            let asked: Vec<String> = some.iter().map(ToString::to_string).collect();
            cells.extend(self.many(&sql, args![listed(&asked)?], cell)?);
        }
        Ok(cells)
    }

    /// Whether cells of a scope are archived.
    pub fn has_archived_cells(&mut self, anchor: &Anchor) -> Result<bool> {
        Ok(self.one(ARCHIVED, args![anchor.to_string(), State::Archived.name()], |mut row| row.int())?.is_some())
    }

    /// Cells that one of these experiences speaks for or against, and cells whose words `quotes`.
    pub fn cells_touched<T: AsRef<str>>(&mut self, experiences: &[T], quotes: &mut dyn FnMut(&str) -> bool) -> Result<Vec<Cell>> {
        let resting: Vec<Digest> = self.many(RESTING, args![listed(experiences)?], |mut row| row.digest())?;
        let mut found: BTreeMap<Digest, Cell> = self.cells_keyed(&resting)?.into_iter().map(|cell| (cell.key, cell)).collect();
        self.db.each(&format!("select {COLUMNS} from cell order by key"), &[], &mut |row| {
            let cell = cell(row)?;
            if quotes(&cell.body) || quotes(&cell.title) {
                found.insert(cell.key, cell);
            }
            Ok(())
        })?;
        Ok(found.into_values().collect())
    }

    /// How many speak for a cell and against it, these experiences aside.
    pub fn spoken<T: AsRef<str>>(&mut self, key: &Digest, aside: &[T]) -> Result<(u32, u32)> {
        let (mut supports, mut contradicts) = (0, 0);
        for (relation, n) in self.many(SPEAKING, args![*key, listed(aside)?], |mut row| Ok((row.text()?, row.int()?)))? {
            *if relation == SUPPORTS { &mut supports } else { &mut contradicts } = count(n)?;
        }
        Ok((supports, contradicts))
    }
}

const SUPPORTS: &str = "supports";
const CONTRADICTS: &str = "contradicts";

impl Txn<'_> {
    /// Keeps what consolidating a scope changed, up to and with the experience of this number.
    pub fn put_memory(&mut self, anchor: &Anchor, memory: &Memory, change: &Change, last: i64, now: Moment) -> Result<()> {
        let scope = anchor.to_string();
        for scene in memory.scenes.iter().filter(|scene| change.scenes.contains(&scene.id)) {
            let keys = text(&scene.keys)?;
            self.db.execute(SCENE_PUT, args![&scene.id, &scope, &scene.label, keys, scene.created_at, scene.updated_at])?;
        }
        let changed: Vec<&Cell> = change.created.iter().chain(&change.updated).filter_map(|key| memory.cells.get(key)).collect();
        for some in changed.chunks(AT_ONCE) {
            let rows: Vec<Json> = some.iter().map(|cell| row_of(cell, now)).collect();
            self.db.execute(PUT, args![text(&rows)?, &scope])?;
        }
        let first = self.one(TAKEN_NEXT, &[], |mut row| row.int())?.unwrap_or(1);
        let numbered: Vec<Json> = (first..)
            .zip(&change.evidence)
            .map(|(n, taken)| {
                object!({ "n": n, "cell": taken.cell, "experience": taken.experience, "relation": if taken.supports { SUPPORTS } else { CONTRADICTS } })
            })
            .collect();
        for some in numbered.chunks(AT_ONCE) {
            self.db.execute(TAKEN_PUT, args![text(&some)?, now])?;
        }
        self.db.execute(META_PUT, args![scope, last, now, text(&memory.broken)?])?;
        self.cells_changed()
    }

    /// Removes a cell whose words were erased, and all that spoke for or against it.
    pub fn drop_cell(&mut self, key: &Digest) -> Result<()> {
        self.db.execute(DROP, args![*key])?;
        self.cells_changed()
    }

    /// Lets a cell count only what still speaks for it and against it.
    pub fn recount_cell(&mut self, key: &Digest, supports: u32, contradicts: u32) -> Result<()> {
        self.db.execute(RECOUNT, args![*key, i64::from(supports), i64::from(contradicts)])?;
        self.cells_changed()
    }

    /// Takes out of every scene the keys that no experience of its scope carries any more, and scenes that have none left.
    pub fn settle_scenes(&mut self, carried: &BTreeMap<String, BTreeSet<String>>) -> Result<()> {
        for (id, anchor, keys) in self.many(ALL_SCENES, &[], |mut row| Ok((row.text()?, row.text()?, row.parsed::<Vec<String>, _>("keys", json)?)))? {
            let known = |key: &String| carried.get(&anchor).is_some_and(|keys| keys.contains(key));
            let left: Vec<String> = keys.iter().filter(|key| known(key)).cloned().collect();
            if left.len() == keys.len() {
                continue;
            }
            if left.is_empty() {
                self.db.execute(DROP_OF_SCENE, args![&id])?;
                self.db.execute(SCENE_DROP, args![&id])?;
            } else {
                self.db.execute(SCENE_CUT, args![&id, Scene::labelled(&left), text(&left)?])?;
            }
        }
        self.cells_changed()
    }

    /// What was read of any scope's scenes and cells holds no longer.
    fn cells_changed(&mut self) -> Result<()> {
        self.db.execute(CHANGED, &[])?;
        Ok(())
    }

    /// Takes out what speaks for cells that are gone, or was said by experiences that are, and counts of rules whose name `quotes`.
    pub fn settle_cells(&mut self, quotes: &mut dyn FnMut(&str) -> bool) -> Result<()> {
        self.db.execute(TAKEN_DROP, &[])?;
        for (anchor, mut broken) in self.many(BROKEN, &[], |mut row| Ok((row.text()?, row.parsed::<BTreeMap<String, u32>, _>("counts", json)?)))? {
            let before = broken.len();
            broken.retain(|rule, _| !quotes(rule));
            if broken.len() < before {
                self.db.execute(BROKEN_PUT, args![anchor, text(&broken)?])?;
            }
        }
        Ok(())
    }
}

fn row_of(cell: &Cell, now: Moment) -> Json {
    let id = |key: Option<Digest>| key.map_or_else(String::new, |key| key.to_string());
    object!({
        "key": cell.key, "scene": cell.scene, "kind": cell.kind.name(), "title": cell.title, "body": cell.body, "trust": cell.facts.trust.level(),
        "salience": cell.facts.salience(now), "state": cell.facts.state.name(), "evidence": cell.facts.evidence,
        "contradictions": cell.facts.contradictions, "group": id(cell.conflict_group), "supersedes": id(cell.supersedes),
        "created": cell.created_at, "updated": cell.facts.updated_at,
    })
}

fn text(value: &impl serde::Serialize) -> Result<String> {
    canonical::canonical(value).map_err(|e| StoreError::Other(e.to_string()))
}
