//! The branch of a talk that was current, out of all the branches that editing left.
//!
//! Not here: the words. This knows ids and parents alone.

use std::collections::{HashMap, HashSet};

/// The ids from the first to `leaf`, by who follows whom. A ring ends where it began.
pub(super) fn to_leaf<'i>(leaf: &'i str, parents: &HashMap<&'i str, &'i str>) -> Vec<&'i str> {
    let mut way = Vec::new();
    let mut seen = HashSet::new();
    let mut next = Some(leaf);
    while let Some(id) = next.filter(|id| seen.insert(*id)) {
        way.push(id);
        next = parents.get(id).copied();
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_way_to_the_leaf_is_kept_and_rings_end() {
        let parents = HashMap::from([("b", "a"), ("edited", "a"), ("c", "b")]);
        assert_eq!(to_leaf("c", &parents), ["a", "b", "c"]);
        assert_eq!(to_leaf("edited", &parents), ["a", "edited"]);
        let ring = HashMap::from([("a", "b"), ("b", "a")]);
        assert_eq!(to_leaf("a", &ring), ["b", "a"]);
    }
}
