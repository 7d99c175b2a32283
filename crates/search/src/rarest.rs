//! Which words of a question are looked up, and which are only weighed: common words cost most and tell least.

/// Places in the index that one question may visit.
const VISITS_MAX: i64 = 8_000;

/// The rarest of some stems, by how many items hold each, until they are held too often together; the rarest of all is
/// always among them. In that order, and of equals in the order of the letters.
pub fn rarest(mut stems: Vec<(String, i64)>) -> Vec<(String, i64)> {
    stems.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    let mut visits = 0;
    stems.retain(|(_, count)| {
        let first = visits == 0;
        visits += count;
        first || visits <= VISITS_MAX
    });
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    type Stems = &'static [(&'static str, i64)];

    #[test]
    fn common_stems_are_left_out_once_there_are_enough_places_to_visit() {
        let table: &[(Stems, &[&str])] = &[
            (&[], &[]),
            (&[("b", 5), ("a", 5), ("c", 1)], &["c", "a", "b"]),
            (&[("all", 90_000)], &["all"]),
            (&[("all", 90_000), ("few", 7_999)], &["few"]),
            (&[("all", 90_000), ("one", 1), ("few", 7_999)], &["one", "few"]),
            (&[("one", 2), ("few", 7_999)], &["one"]),
        ];
        for (stems, expected) in table {
            let found = rarest(stems.iter().map(|(stem, count)| ((*stem).to_owned(), *count)).collect());
            assert_eq!(found.iter().map(|(stem, _)| stem.as_str()).collect::<Vec<_>>(), *expected, "{stems:?}");
        }
    }
}
