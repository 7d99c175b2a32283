//! Measures by the file that a candidate is a piece of, and by the kind of question.

use super::*;
use std::sync::Arc;

/// Texts that are pieces of files at these paths.
fn filed(query: &str, pieces: &[(&str, &str)]) -> World {
    let said: Vec<Said<'_>> = pieces.iter().map(|(_, text)| (None, "", *text)).collect();
    let mut world = world(query, &said, false);
    let mut paths: Vec<&str> = Vec::new();
    for (candidate, (path, _)) in world.candidates.iter_mut().zip(pieces) {
        let number = paths.iter().position(|known| known == path).unwrap_or_else(|| {
            paths.push(path);
            paths.len() - 1
        });
        candidate.file = Some(Arc::new(SourceFile::new(i64::try_from(number).unwrap(), path, None)));
    }
    world
}

#[test]
fn the_pieces_of_a_file_are_measured_together() {
    let world = filed(
        "oven timer bread",
        &[("src/a.rs", "the oven is hot"), ("src/a.rs", "a timer rings"), ("src/b.rs", "bread and oven"), ("src/c.rs", "nothing of it")],
    );
    let same = world.measures(M::FileSame);
    let share = |terms: &[usize]| -> f32 {
        let question = question::Question::read(&world.asked, world.corpus, &world.candidates);
        terms.iter().map(|term| question.terms[*term].share).sum()
    };
    assert_eq!(same, [share(&[0, 1]), share(&[0, 1]), share(&[0, 2]), 0.0]);
    let pieces = world.measures(M::FilePieces);
    assert_eq!(pieces.iter().map(|count| *count > 0.0).collect::<Vec<_>>(), [true, true, false, false]);
    let best = world.measures(M::FileBest);
    assert!((best[0] - best[1]).abs() < f32::EPSILON && best[3].abs() < f32::EPSILON, "{best:?}");
}

#[test]
fn a_path_is_measured_by_the_words_of_the_question() {
    let world = filed("rust oven timer", &[("src/oven/timer.rs", "x"), ("docs/guide.md", "oven"), ("tests/oven.rs", "y"), ("oven.toml", "z")]);
    assert_eq!(world.measures(M::PathSame).iter().map(|share| *share > 0.0).collect::<Vec<_>>(), [true, false, true, true]);
    assert_eq!(world.measures(M::PathNamed), [2.0 / 4.0, 0.0, 1.0 / 3.0, 1.0 / 2.0]);
    assert_eq!(world.measures(M::TestFile), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(world.measures(M::ConfigFile), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(filed("test the oven", &[("tests/oven.rs", "y")]).measures(M::TestFile), [0.0], "who asks for tests wants them");
}

#[test]
fn the_kind_of_question_is_measured() {
    for (query, asked, named) in [("how does it rest", 1.0, 0.0), ("rest of it", 0.0, 0.0), ("parseHeader fails?", 1.0, 1.0)] {
        let world = filed(query, &[("a.rs", "x")]);
        assert_eq!((world.measures(M::Asked), world.measures(M::Named)), (vec![asked], vec![named]), "{query}");
    }
}

#[test]
fn the_history_of_a_file_counts_for_all_of_its_pieces() {
    let mut world = filed("oven", &[("a.rs", "oven"), ("a.rs", "timer"), ("b.rs", "oven")]);
    let changed = Some(Changed { of_best: 1.0, told: 0.5 });
    for candidate in &mut world.candidates[..2] {
        candidate.file = Some(Arc::new(SourceFile::new(0, "a.rs", changed)));
    }
    assert_eq!((world.measures(M::FileChanged), world.measures(M::FileChangedTold)), (vec![1.0, 1.0, 0.0], vec![0.5, 0.5, 0.0]));
}
