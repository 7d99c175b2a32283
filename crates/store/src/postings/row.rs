//! Encodes the lists of one bucket: which items of the block hold each stem, and how often.
//!
//! A list is the rest of the stem's hash in three bytes, its length in bytes, and its postings in the order of their places. A posting
//! is the gap since the one before it, shifted by one; where the lowest bit is set, a byte with the count follows, otherwise the item
//! holds the stem once. Numbers are packed as in [`crate::word_numbers`]. Damaged bytes end a list; they never fail.

use crate::word_numbers::{put, take};

/// Bytes of the rest of a hash.
const REST_BYTES: usize = 3;

/// One posting that is new or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The rest of the stem's hash.
    pub(super) rest: u32,
    /// The item's place in the block.
    pub(super) place: u32,
    /// How often it holds the stem; 0 if it does no longer.
    pub(super) count: u8,
}

/// The lists of a row, in the order of the stems.
pub(super) fn lists(row: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let mut bytes = row.iter();
    std::iter::from_fn(move || {
        let (rest, after) = bytes.as_slice().split_first_chunk::<REST_BYTES>()?;
        bytes = after.iter();
        let length = usize::try_from(take(&mut bytes)?).ok()?;
        let (list, after) = bytes.as_slice().split_at_checked(length)?;
        bytes = after.iter();
        let [first, second, third] = *rest;
        Some((u32::from_be_bytes([0, first, second, third]), list))
    })
}

/// The postings of a list: places and counts.
pub(super) fn postings(list: &[u8]) -> impl Iterator<Item = (u32, u8)> {
    let (mut bytes, mut next) = (list.iter(), 0_u32);
    std::iter::from_fn(move || {
        let number = take(&mut bytes)?;
        let place = next.checked_add(number >> 1)?;
        next = place.checked_add(1)?;
        Some((place, if number & 1 == 1 { *bytes.next()? } else { 1 }))
    })
}

/// The row with some postings changed; they are in order, by stem and place.
pub(super) fn changed(row: &[u8], mut changes: &[Change]) -> Vec<u8> {
    let mut written = Vec::with_capacity(row.len() + changes.len() * 4);
    let mut list = Vec::new();
    for (rest, before) in lists(row) {
        let (earlier, from) = changes.split_at(changes.partition_point(|change| change.rest < rest));
        append(&mut written, &mut list, earlier);
        let (here, later) = from.split_at(from.partition_point(|change| change.rest == rest));
        changes = later;
        if here.is_empty() {
            put_list(&mut written, rest, before);
        } else {
            list.clear();
            merge(&mut list, before, here);
            put_list(&mut written, rest, &list);
        }
    }
    append(&mut written, &mut list, changes);
    written
}

/// Writes the lists of stems that the row did not have.
fn append(written: &mut Vec<u8>, list: &mut Vec<u8>, changes: &[Change]) {
    for of_stem in changes.chunk_by(|a, b| a.rest == b.rest) {
        list.clear();
        merge(list, &[], of_stem);
        put_list(written, of_stem.first().map_or(0, |change| change.rest), list);
    }
}

fn merge(list: &mut Vec<u8>, before: &[u8], changes: &[Change]) {
    let mut next = 0;
    let mut put_posting = |place: u32, count: u8| {
        if count > 0 && place >= next {
            put(list, (place - next) << 1 | u32::from(count > 1));
            if count > 1 {
                list.push(count);
            }
            next = place + 1;
        }
    };
    let mut changes = changes.iter().peekable();
    for (place, count) in postings(before) {
        while let Some(change) = changes.next_if(|change| change.place < place) {
            put_posting(change.place, change.count);
        }
        let count = changes.next_if(|change| change.place == place).map_or(count, |change| change.count);
        put_posting(place, count);
    }
    changes.for_each(|change| put_posting(change.place, change.count));
}

fn put_list(written: &mut Vec<u8>, rest: u32, list: &[u8]) {
    if let (false, Ok(length)) = (list.is_empty(), u32::try_from(list.len())) {
        written.extend(&rest.to_be_bytes()[4 - REST_BYTES..]);
        put(written, length);
        written.extend(list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn read(row: &[u8]) -> BTreeMap<(u32, u32), u8> {
        lists(row).flat_map(|(rest, list)| postings(list).map(move |(place, count)| ((rest, place), count)).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn a_row_holds_what_was_written_last_and_nothing_of_what_left() {
        let mut mixed = 7_u64;
        let mut next = |below: u32| {
            mixed = mixed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            u32::try_from(mixed >> 33).unwrap_or(0) % below
        };
        let (mut row, mut expected) = (Vec::new(), BTreeMap::new());
        for _ in 0..200 {
            let some: BTreeMap<(u32, u32), u8> =
                (0..next(40)).map(|_| ((next(9) * 0x01_2345, next(16_384)), u8::try_from(next(4)).unwrap_or(0) * 85)).collect();
            let changes: Vec<Change> = some.iter().map(|((rest, place), count)| Change { rest: *rest, place: *place, count: *count }).collect();
            row = changed(&row, &changes);
            expected.extend(some);
            expected.retain(|_, count| *count > 0);
            assert_eq!(read(&row), expected);
        }
        let all: Vec<Change> = expected.keys().map(|(rest, place)| Change { rest: *rest, place: *place, count: 0 }).collect();
        assert_eq!(changed(&row, &all), Vec::<u8>::new(), "a row without postings is empty");
    }

    #[test]
    fn damaged_bytes_end_a_row() {
        for damaged in [&[1, 2][..], &[0, 0, 1, 200, 1], &[0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], &[0xff; 40]] {
            assert!(read(damaged).len() <= damaged.len());
        }
    }
}
