//! Caches vectors that questions looked at, up to a bound; the oldest makes room. They are as new as the codes beside them, which say when to let go
//! of one.
//!
//! Not here: every vector. A command that asks one question must not read a whole palace first.

use search::embed::Vector;

/// Vectors held at most, 256 bytes each.
const HELD_MAX: usize = 98_304;

/// The vectors of one set, by item number.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// For each item number one more than the place of its vector, or 0.
    places: Vec<u32>,
    list: Vec<(usize, Vector)>,
    /// The next to make room, once there is no more.
    next: usize,
    /// How often something was let go of: what was read before that is not put here after it.
    changes: u64,
}

impl Held {
    /// An item's vector, if it is here.
    pub(crate) fn get(&self, n: i64) -> Option<&Vector> {
        let place = *self.places.get(usize::try_from(n).ok()?)?;
        self.list.get(usize::try_from(place).ok()?.checked_sub(1)?).map(|(_, vector)| vector)
    }

    /// How often something was let go of so far; see [`Held::put`].
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Holds vectors that were read when so many changes had been seen.
    pub(crate) fn put(&mut self, changes: u64, read: &[(i64, Vector)]) {
        if changes == self.changes {
            for (n, vector) in read {
                self.hold(*n, *vector, HELD_MAX);
            }
        }
    }

    fn hold(&mut self, n: i64, vector: Vector, most: usize) {
        let Ok(n) = usize::try_from(n) else { return };
        if self.places.len() <= n {
            self.places.resize(n + 1, 0);
        }
        if self.places[n] != 0 {
            return; // another question was faster
        }
        let place = if self.list.len() < most {
            self.list.push((n, vector));
            self.list.len() - 1
        } else {
            let place = self.next % most;
            self.next = place + 1;
            // What was let go of has no place any more, and its number may have a new one elsewhere.
            let before = self.list[place].0;
            if usize::try_from(self.places[before]).is_ok_and(|kept| kept == place + 1) {
                self.places[before] = 0;
            }
            self.list[place] = (n, vector);
            place
        };
        self.places[n] = u32::try_from(place + 1).unwrap_or(0);
    }

    /// Lets go of the vectors of some items: they may have changed.
    pub(crate) fn drop_range(&mut self, items: std::ops::Range<usize>) {
        self.changes += 1;
        let end = items.end.min(self.places.len());
        if items.start < end {
            self.places[items.start..end].fill(0);
        }
    }

    /// Lets go of all.
    pub(crate) fn clear(&mut self) {
        *self = Self { changes: self.changes + 1, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(n: u8) -> Vector {
        Vector::from_bytes(&[n; 256]).unwrap()
    }

    #[test]
    fn the_oldest_makes_room_and_what_changed_is_let_go_of() {
        let mut held = Held::default();
        for n in 1..=5 {
            held.hold(n, vector(u8::try_from(n).unwrap()), 3);
        }
        let here = |held: &Held| (0..7).filter(|n| held.get(*n).is_some()).collect::<Vec<_>>();
        assert_eq!(here(&held), [3, 4, 5], "the first two made room");
        assert_eq!(held.get(4), Some(&vector(4)));
        held.drop_range(4..100);
        assert_eq!(here(&held), [3]);
        held.hold(4, vector(9), 3);
        assert_eq!(held.get(4), Some(&vector(9)), "it is read anew");
        assert!((0..7).all(|n| held.get(n).is_none_or(|found| *found == vector(if n == 4 { 9 } else { u8::try_from(n).unwrap() }))));
        held.clear();
        assert!(here(&held).is_empty() && held.get(-1).is_none());
    }

    #[test]
    fn what_was_read_before_a_change_is_not_held_after_it() {
        let mut held = Held::default();
        let before = held.changes();
        held.drop_range(0..10);
        held.put(before, &[(1, vector(1))]);
        assert_eq!(held.get(1), None);
        held.put(held.changes(), &[(1, vector(1))]);
        assert_eq!(held.get(1), Some(&vector(1)));
    }
}
