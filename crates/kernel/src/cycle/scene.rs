//! Scenes: what belongs together, by the keys it is about.

use crate::text::Slice;
use crate::{canonical, time::Moment};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// From here on, two sets of keys speak of the same: half of the larger is in both.
pub const ALIKE: f64 = 0.5;
/// Keys of a scene's label.
const LABEL_KEYS: usize = 3;

/// Cells that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Its id.
    pub id: String,
    /// Its name.
    pub label: String,
    /// What it is about, in order.
    pub keys: Vec<String>,
    /// When it was made.
    pub created_at: Moment,
    /// When it last grew.
    pub updated_at: Moment,
}

impl Scene {
    /// The name of a scene about these keys.
    pub fn labelled(keys: &[String]) -> String {
        if keys.is_empty() { "general".to_owned() } else { keys.iter().take(LABEL_KEYS).cloned().collect::<Vec<_>>().join(", ") }
    }
}

/// Keys as they are compared: in lower case, in order, each once.
pub fn compared<T: AsRef<str>>(keys: &[T]) -> Vec<String> {
    let mut keys: Vec<String> = keys.iter().map(|key| key.as_ref().trim().to_lowercase()).filter(|key| !key.is_empty()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// How much two sets of keys share, from 0 to 1, by the larger. Both are as they are compared.
#[expect(clippy::cast_precision_loss, reason = "a few keys")]
pub fn overlap<A: AsRef<str>, B: AsRef<str>>(a: &[A], b: &[B]) -> f64 {
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    let both = a.iter().filter(|x| b.iter().any(|y| x.as_ref() == y.as_ref())).count();
    both as f64 / a.len().max(b.len()) as f64
}

/// The scenes of a scope while experiences are put into them, with what finds the right one.
#[derive(Debug)]
pub(super) struct Scenes {
    pub(super) all: Vec<Scene>,
    /// Those that are new or grew.
    pub(super) changed: BTreeSet<usize>,
    index: Index,
}

impl Scenes {
    pub(super) fn of(all: Vec<Scene>) -> Self {
        let mut index = Index::default();
        for (n, scene) in all.iter().enumerate() {
            index.put(n, &scene.keys);
        }
        Self { all, changed: BTreeSet::new(), index }
    }

    /// The first scene that speaks of the same, which grows by these keys; or a new one. Keys are in order, each once.
    pub(super) fn place(&mut self, scope: &str, keys: &[String], at: Moment) -> usize {
        if let Some(n) = self.index.first(keys) {
            let scene = &mut self.all[n];
            if keys.iter().any(|key| scene.keys.binary_search(key).is_err()) {
                scene.keys = scene.keys.iter().chain(keys).cloned().collect::<BTreeSet<_>>().into_iter().collect();
                scene.updated_at = at;
                self.index.put(n, &scene.keys);
                self.changed.insert(n);
            }
            return n;
        }
        let n = self.all.len();
        let named = canonical::digest(&("scene", scope, n, keys)).expect("BUG: keys are plain text").to_string();
        let scene =
            Scene { id: format!("sc_{}", named.slice(..16)), label: Scene::labelled(keys), keys: keys.to_vec(), created_at: at, updated_at: at };
        self.index.put(n, keys);
        self.all.push(scene);
        self.changed.insert(n);
        n
    }
}

/// Which scenes know a key, by how many keys they have, so that no experience looks at all of them. Keys are numbered: numbers are
/// compared faster than words.
#[derive(Debug, Default)]
struct Index {
    numbers: HashMap<String, u32>,
    /// The keys of each scene, in order.
    keys: Vec<Vec<u32>>,
    by_size: BTreeMap<usize, HashMap<u32, BTreeSet<usize>>>,
    /// The first that is about nothing.
    keyless: Option<usize>,
}

impl Index {
    /// Puts a scene in, or what it has grown to in the place of what it was.
    fn put(&mut self, n: usize, keys: &[String]) {
        let mut numbered: Vec<u32> = keys.iter().map(|key| self.number(key)).collect();
        numbered.sort_unstable();
        if keys.is_empty() {
            self.keyless.get_or_insert(n);
        }
        if self.keys.len() <= n {
            self.keys.resize(n + 1, Vec::new());
        }
        let before = std::mem::take(&mut self.keys[n]);
        if let Some(known) = self.by_size.get_mut(&before.len()) {
            for key in &before {
                if let Some(scenes) = known.get_mut(key) {
                    scenes.remove(&n);
                }
            }
        }
        let known = self.by_size.entry(numbered.len()).or_default();
        for key in &numbered {
            known.entry(*key).or_default().insert(n);
        }
        self.keys[n] = numbered;
    }

    fn number(&mut self, key: &str) -> u32 {
        if let Some(number) = self.numbers.get(key) {
            return *number;
        }
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(key.to_owned(), next);
        next
    }

    /// The first scene that speaks of the same. It shares half of the larger set, so a scene of each size must know so many of
    /// the keys, and therefore one of the rarest: only the scenes that know one of those are looked at, and of each list no more
    /// than comes before the first that was found.
    fn first(&self, keys: &[String]) -> Option<usize> {
        if keys.is_empty() {
            return self.keyless;
        }
        let mut numbers: Vec<u32> = keys.iter().filter_map(|key| self.numbers.get(key).copied()).collect();
        numbers.sort_unstable();
        let mut first: Option<usize> = None;
        for (size, known) in self.by_size.range(1..=keys.len() * 2) {
            let least = keys.len().max(*size).div_ceil(2);
            let mut lists: Vec<&BTreeSet<usize>> = numbers.iter().filter_map(|key| known.get(key)).filter(|list| !list.is_empty()).collect();
            if lists.len() < least {
                continue;
            }
            lists.sort_by_key(|list| list.len());
            lists.truncate(lists.len() - least + 1);
            for list in lists {
                let before = list.range(..first.unwrap_or(usize::MAX));
                first = before.copied().find(|n| shared(&self.keys[*n], &numbers) >= least).or(first);
            }
        }
        first
    }
}

/// How many things two lists share, both in order and without anything twice.
pub(super) fn shared<T: Ord>(a: &[T], b: &[T]) -> usize {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let order = x.cmp(y);
        both += usize::from(order.is_eq());
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keys(list: &[&str]) -> Vec<String> {
        list.iter().map(|key| (*key).to_owned()).collect()
    }

    #[test]
    fn keys_overlap_by_the_larger_set() {
        for (a, b, expected) in
            [(vec![], vec![], 1.0), (vec!["a"], vec![], 0.0), (vec!["a", "b"], vec!["a"], 0.5), (vec!["a", "b", "c"], vec!["a"], 1.0 / 3.0)]
        {
            assert!((overlap(&keys(&a), &keys(&b)) - expected).abs() < 1e-9, "{a:?} {b:?}");
        }
    }

    proptest! {
        #[test]
        fn the_index_finds_what_looking_at_all_of_them_finds(all in proptest::collection::vec(proptest::collection::btree_set("[a-f]", 0..4), 1..40)) {
            let at = Moment::from_millis(0);
            let mut scenes = Scenes::of(Vec::new());
            for keys in all {
                let keys: Vec<String> = keys.into_iter().collect();
                let expected = scenes.all.iter().position(|scene| overlap(&scene.keys, &keys) >= ALIKE).unwrap_or(scenes.all.len());
                prop_assert_eq!(scenes.place("here", &keys, at), expected, "{:?}", keys);
            }
        }
    }
}
