//! Which words of a question are looked up, and which are only weighed: common words cost most and tell least.

/// Places in the index that one question may visit in a small palace.
const VISITS_MIN: i64 = 8_000;
/// In a large one, one for so many items: the rarest word of a question is held more often there, and tells as much.
const ITEMS_A_VISIT: i64 = 32;
/// The rarest word of all is looked up in so many places at least, or one for so many items: before it, nothing was found.
const ALONE_MIN: i64 = 32_000;
/// Words beyond those looked up that are weighed where one of those is held. Only in a large palace: in a small one what is looked up
/// tells enough, and these, whose number and place nobody counts, cost 0.4 of R@5 on LongMemEval's turns.
const BESIDE_MAX: usize = 3;

/// How the words of a question are looked up: stems, each with how many items hold it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LookUp {
    /// Whatever holds one of these is looked at.
    pub any: Vec<(String, i64)>,
    /// Weighed where one of those is held.
    pub beside: Vec<(String, i64)>,
    /// Even the rarest stem is held too often: only what holds one of `beside` as well is looked at.
    pub together: bool,
    /// So many of a thousand items are looked at, the newest ones: more would take too long.
    pub newest: i64,
    /// The same for what holds the rarest stem alone.
    pub newest_alone: i64,
}

/// The rarest of some stems, by how many of all items hold each, until they are held too often together; the rarest of all is
/// always among them. In that order, and of equals in the order of the letters.
pub fn rarest(mut stems: Vec<(String, i64)>, items: i64) -> LookUp {
    stems.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    let share = items / ITEMS_A_VISIT;
    let (most, most_alone) = (VISITS_MIN.max(share), ALONE_MIN.max(share));
    let mut visits = 0;
    let looked_up = stems.iter().take_while(|(_, count)| {
        let first = visits == 0;
        visits += count;
        first || visits <= most
    });
    let mut beside = stems.split_off(looked_up.count());
    let held = stems.iter().map(|(_, count)| count).sum::<i64>();
    beside.truncate(if share > VISITS_MIN || held > most_alone { BESIDE_MAX } else { 0 });
    let together = held > most_alone && !beside.is_empty();
    // As if stems were spread independently; those that are not are mostly held together more often.
    let others = beside.iter().map(|(_, count)| count).sum::<i64>().min(items);
    let expected = if together { i128::from(held) * i128::from(others) / i128::from(items.max(1)) } else { i128::from(held) };
    let newest = |expected: i128| i64::try_from(i128::from(most_alone) * 1_000 / expected.max(1)).unwrap_or(i64::MAX).clamp(1, 1_000);
    LookUp { any: stems, beside, together, newest: newest(expected), newest_alone: newest(held.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Stems = &'static [(&'static str, i64)];

    #[test]
    fn common_stems_are_only_weighed_once_there_are_enough_places_to_visit() {
        let table: &[(Stems, i64, &str)] = &[
            (&[], 0, " | "),
            (&[("b", 5), ("a", 5), ("c", 1)], 10, "c a b | "),
            (&[("all", 90_000)], 100_000, "all |  newest 355"),
            (&[("all", 30_000)], 100_000, "all | "),
            (&[("all", 90_000), ("few", 7_999)], 100_000, "few | "),
            (&[("all", 90_000), ("one", 1), ("few", 7_999)], 100_000, "one few | "),
            (&[("one", 2), ("few", 7_999)], 100_000, "one | "),
            (&[("one", 2), ("few", 7_999), ("half", 50_000)], 1_000_000, "one few | half"),
            (&[("one", 2), ("few", 20_000)], 1_000_000, "one few | "),
            (&[("all", 90_000), ("half", 50_000)], 100_000, "half | all together newest 711"),
            (&[("most", 300_000), ("many", 40_000)], 1_000_000, "many | most together"),
            (&[("a", 10), ("b", 40_000), ("c", 40_001), ("d", 40_002), ("e", 40_003)], 1_000_000, "a | b c d"),
            (&[("word", 209_781)], 1_000_000, "word |  newest 152"),
        ];
        for (stems, items, expected) in table {
            let found = rarest(stems.iter().map(|(stem, count)| ((*stem).to_owned(), *count)).collect(), *items);
            let names = |list: &[(String, i64)]| list.iter().map(|(stem, _)| stem.as_str()).collect::<Vec<_>>().join(" ");
            let mut told = format!("{} | {}", names(&found.any), names(&found.beside));
            told.push_str(if found.together { " together" } else { "" });
            if found.newest < 1_000 {
                told.push_str(&format!(" newest {}", found.newest));
            }
            assert_eq!(told, *expected, "{stems:?}");
        }
    }
}
