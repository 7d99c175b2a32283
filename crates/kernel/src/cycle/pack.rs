//! What fits into a budget of bytes, in one order that never depends on how the candidates came. Not here: what a candidate
//! looks like; whoever asks shows those that may fit, and no others.

use super::Trust;
use crate::time::Moment;

/// Something that could be packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked<I, T> {
    /// How far it is trusted.
    pub trust: Trust,
    /// How much it matters.
    pub salience: u16,
    /// When it last changed.
    pub at: Moment,
    /// Its id, or what is in the same order; it breaks ties.
    pub id: I,
    /// Bytes that it takes at least.
    pub least: usize,
    /// Itself, or what it is found by.
    pub item: T,
}

/// How much there is room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Bytes.
    pub bytes: usize,
    /// Items.
    pub items: usize,
}

/// What fits: trust first, then salience, then what changed last, then the id. One that is too large is passed over, and
/// smaller ones behind it still get in. Gives what was taken as it is shown, and the room in bytes that is left.
pub fn fit<I: Ord, T, U, E>(
    mut candidates: Vec<Ranked<I, T>>,
    room: Room,
    mut show: impl FnMut(T) -> Result<(U, usize), E>,
) -> Result<(Vec<U>, usize), E> {
    candidates.sort_unstable_by(|a, b| (b.trust, b.salience, b.at).cmp(&(a.trust, a.salience, a.at)).then_with(|| a.id.cmp(&b.id)));
    let mut left = room.bytes;
    let mut taken: Vec<U> = Vec::new();
    for candidate in candidates {
        if taken.len() == room.items {
            break;
        }
        let comma = usize::from(!taken.is_empty());
        if candidate.least + comma > left {
            continue;
        }
        let (shown, bytes) = show(candidate.item)?;
        if bytes + comma <= left {
            left -= bytes + comma;
            taken.push(shown);
        }
    }
    Ok((taken, left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::convert::Infallible;

    /// One that is shown as its own id, and takes so many bytes.
    fn ranked(trust: u8, salience: u16, at: i64, id: &str, bytes: usize) -> Ranked<String, (String, usize)> {
        Ranked { trust: Trust::of(trust), salience, at: Moment::from_millis(at), id: id.to_owned(), least: bytes / 2, item: (id.to_owned(), bytes) }
    }

    fn fitting(all: Vec<Ranked<String, (String, usize)>>, room: Room) -> (Vec<String>, usize) {
        fit(all, room, Ok::<_, Infallible>).unwrap_or_else(|never| match never {})
    }

    #[test]
    fn the_order_is_trust_salience_age_and_id() {
        let all = vec![ranked(1, 9, 9, "e", 1), ranked(2, 1, 1, "d", 1), ranked(2, 5, 1, "b", 1), ranked(2, 5, 1, "a", 1), ranked(2, 5, 2, "c", 1)];
        let (taken, _) = fitting(all.clone(), Room { bytes: 100, items: 10 });
        assert_eq!(taken, ["c", "a", "b", "d", "e"]);
        assert_eq!(fitting(all, Room { bytes: 100, items: 2 }).0, ["c", "a"]);
    }

    #[test]
    fn what_is_too_large_is_passed_over() {
        let all = vec![ranked(3, 0, 0, "a", 5), ranked(2, 0, 0, "b", 50), ranked(1, 0, 0, "c", 4)];
        assert_eq!(fitting(all, Room { bytes: 10, items: 10 }), (vec!["a".to_owned(), "c".to_owned()], 0));
    }

    proptest! {
        #[test]
        fn never_over_budget_and_the_same_whatever_the_order(
            sizes in prop::collection::vec((0_u8..4, 0_u16..5, 0_i64..3, 1_usize..60), 0..40),
            bytes in 0_usize..400,
            items in 0_usize..20,
            turn in 0_usize..40,
        ) {
            let all: Vec<_> =
                sizes.iter().enumerate().map(|(n, (trust, salience, at, size))| ranked(*trust, *salience, *at, &format!("{n:02}"), *size)).collect();
            let mut turned = all.clone();
            turned.rotate_left(turn.min(all.len()));
            turned.reverse();
            let (taken, left) = fitting(all.clone(), Room { bytes, items });
            let size = |id: &String| all.iter().find(|one| one.id == *id).map_or(0, |one| one.item.1);
            let used = taken.iter().map(size).sum::<usize>() + taken.len().saturating_sub(1);
            prop_assert_eq!(used + left, bytes);
            prop_assert!(taken.len() <= items);
            prop_assert_eq!(fitting(turned, Room { bytes, items }).0, taken);
        }
    }
}
