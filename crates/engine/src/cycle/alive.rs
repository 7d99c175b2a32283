//! Caches the living cells of a scope and the subjects of their scenes until they change.

use crate::{Error, PalaceState};
use kernel::{
    anchor::Anchor,
    cycle::{ALIKE, Cell, compared, overlap},
    time::Moment,
};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, PoisonError},
};
use store::{View, cell_id};

/// Scopes that are held ready.
const SCOPES_MAX: usize = 4;

/// What of a scope can be packed.
#[derive(Debug, Default)]
pub(crate) struct Alive {
    /// By key.
    cells: Vec<Cell>,
    /// Where each is, by id.
    places: HashMap<String, usize>,
    /// Their scenes: of each its id and what it is about, as it is compared.
    scenes: Vec<(String, Vec<String>)>,
    /// The scenes that know a key.
    knowing: HashMap<String, Vec<usize>>,
}

impl Alive {
    fn of(view: &mut View<'_>, anchor: &Anchor) -> Result<Self, Error> {
        let mut alive = Self { cells: view.live_cells(anchor)?, ..Self::default() };
        alive.places = alive.cells.iter().enumerate().map(|(place, cell)| (cell_id(&cell.key), place)).collect();
        let held: HashSet<&str> = alive.cells.iter().map(|cell| cell.scene.as_str()).collect();
        alive.scenes = view
            .scenes(anchor)?
            .into_iter()
            .filter(|scene| held.contains(scene.id.as_str()))
            .map(|scene| (scene.id, compared(&scene.keys)))
            .collect();
        for (n, (_, keys)) in alive.scenes.iter().enumerate() {
            for key in keys {
                alive.knowing.entry(key.clone()).or_default().push(n);
            }
        }
        Ok(alive)
    }

    /// The cells of the scenes that speak of these keys; all of them, where none does.
    pub(super) fn about(&self, keys: &[String]) -> impl Iterator<Item = &Cell> {
        let known = keys.iter().filter_map(|key| self.knowing.get(key)).flatten().map(|n| &self.scenes[*n]);
        let keyless = self.scenes.iter().filter(|(_, about)| keys.is_empty() && about.is_empty());
        let speaking = known.chain(keyless).filter(|(_, about)| overlap(about, keys) >= ALIKE);
        let meant: HashSet<&str> = speaking.map(|(id, _)| id.as_str()).collect();
        self.cells.iter().filter(move |cell| meant.is_empty() || meant.contains(cell.scene.as_str()))
    }

    /// Those of these ids, by key, each with its id.
    pub(super) fn named<'a>(&'a self, ids: &'a [String]) -> impl Iterator<Item = (&'a String, &'a Cell)> {
        let found: BTreeMap<usize, &String> = ids.iter().filter_map(|id| Some((*self.places.get(id)?, id))).collect();
        found.into_iter().map(|(place, id)| (id, &self.cells[place]))
    }
}

/// What is held between questions.
#[derive(Debug, Default)]
pub(crate) struct Held {
    scopes: Vec<(Then, Arc<Alive>)>,
    /// How often all was forgotten: what was read before that is not put here after it.
    forgotten: u64,
}

/// A scope, and how far it had changed. A palace that was put back to an earlier day was consolidated at another time.
#[derive(Debug, PartialEq, Eq)]
struct Then {
    anchor: Anchor,
    consolidated: Option<Moment>,
    changes: i64,
}

impl Held {
    /// Lets go of everything, because words were erased.
    pub(crate) fn forget(&mut self) {
        *self = Self { forgotten: self.forgotten + 1, ..Self::default() };
    }
}

/// What of a scope can be packed, as it is now.
pub(super) fn alive(view: &mut View<'_>, house: &PalaceState, anchor: &Anchor) -> Result<Arc<Alive>, Error> {
    let here = Then { anchor: anchor.clone(), consolidated: view.consolidated(anchor)?.at, changes: view.cell_changes()? };
    let held = || house.cache.scenes.lock().unwrap_or_else(PoisonError::into_inner);
    let forgotten = {
        let mut held = held();
        held.scopes.retain(|(then, _)| then.anchor != here.anchor || *then == here);
        if let Some((_, known)) = held.scopes.iter().find(|(then, _)| *then == here) {
            return Ok(known.clone());
        }
        held.forgotten
    };
    let known = Arc::new(Alive::of(view, anchor)?);
    let mut held = held();
    if held.forgotten == forgotten {
        if held.scopes.len() >= SCOPES_MAX {
            held.scopes.remove(0);
        }
        held.scopes.push((here, known.clone()));
    }
    Ok(known)
}
