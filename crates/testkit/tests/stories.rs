//! The contracts, told as stories, on both databases; and that no operation is left out of them.

use std::collections::BTreeSet;
use testkit::{On, story};

fn all_stories_hold(on: On) {
    let played = story::run_all(&story::contracts(), |_, text| !story::needs(text, story::NEEDS_PROGRAM), |_| Box::new(story::InProcess::new(on)));
    assert!(played >= 10, "only {played} stories were found");
}

testkit::backends! {
    every_story_holds_on_sqlite, every_story_holds_on_postgres => all_stories_hold;
}

/// Operations without a story. The list may only shrink, and nothing writes it but a person.
const UNCOVERED: &str = include_str!("../uncovered.txt");

#[test]
fn every_operation_is_in_a_story() {
    let told: BTreeSet<&str> =
        story::all(&story::contracts()).iter().flat_map(|path| story::operations(&std::fs::read_to_string(path).expect("a story"))).collect();
    let uncovered: BTreeSet<&str> = UNCOVERED.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    for op in engine::OPERATIONS {
        let name = op.spec().name;
        assert!(told.contains(name) || uncovered.contains(name), "`{name}` is in no story; tell one under contracts/");
        assert!(!(told.contains(name) && uncovered.contains(name)), "`{name}` has a story now; take it out of uncovered.txt");
    }
    for name in uncovered {
        assert!(engine::find(name).is_some_and(|op| op.spec().name == name), "`{name}` in uncovered.txt is no operation");
    }
}

#[test]
fn every_story_says_what_it_is_about_and_is_asked_something() {
    for path in story::all(&story::contracts()) {
        let text = std::fs::read_to_string(&path).expect("a story");
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let opening = text.lines().take_while(|line| line.starts_with("# ")).last();
        assert!(opening.is_some_and(|line| line.ends_with('.')), "{name}: begin with a sentence");
        let calls = text.lines().filter(|l| l.starts_with("> ")).count();
        assert!(calls > 0, "{name}: nothing happens");
    }
}
