//! Fingerprints: which texts are the same, which are near, and which are not however alike they look.
//!
//! Not here: what is done with a text that is near. The engine links it.

use ingest::{Fingerprint, is_near};
use proptest::prelude::*;

const LONG: &str = "The gate service listens on port 8080 and refuses every proposal that cites evidence which was erased, so a plan has to be checked \
    again after each erasure. Ada wrote the checker in `src/gate.rs`, it walks the ledger from the tip and never keeps more than two pages in memory. \
    We decided to run it nightly because the ledger grows slowly and the people who read its report come in at nine in the morning.";

/// Texts with the same words: the digest finds them.
#[test]
fn quoting_and_markdown_do_not_make_a_new_text() {
    let original = "We deploy on Fridays, and Ada signs.";
    for same in [
        "we deploy on fridays, and ada signs",
        "  We deploy\non Fridays,\tand Ada signs.  ",
        "> We deploy on Fridays, and Ada signs.",
        ">> We deploy on Fridays,\n>> and Ada signs.",
        "- **We deploy** on Fridays, and *Ada* signs.",
        "## We deploy on Fridays, and Ada signs",
        "“We deploy on Fridays, and Ada signs.”",
        "From memory: We deploy on Fridays, and Ada signs.",
        "From memory:\n\n> We deploy on Fridays, and Ada signs.",
        "[e_0123456789abcdef] We deploy on Fridays, and Ada signs.",
        "We deploy on Fridays, and Ada signs. [e_123]",
        "> [e_123] \"We deploy on Fridays, and Ada signs.\"",
        "Recalled from the palace (e_123): We deploy on Fridays, and Ada signs.",
        "As noted in memory: [e_123] We deploy on Fridays, and Ada signs.",
        "**Memory:** We deploy on Fridays, and Ada signs.",
    ] {
        assert_eq!(Fingerprint::of(same), Fingerprint::of(original), "{same}");
        assert!(is_near(same, original) && is_near(original, same), "{same}");
    }
}

#[test]
fn what_changes_the_meaning_changes_the_digest() {
    for (a, b) in [
        ("x < 5", "x > 5"),
        ("a == b", "a != b"),
        ("it is -5 outside", "it is 5 outside"),
        ("The port is 8080.", "The port is 8080?"),
        ("- [ ] deploy", "- [x] deploy"),
        ("use C++", "use C"),
        ("*p = 1", "p = 1"),
        ("_private", "private"),
        ("5%", "5"),
        ("!ready", "ready"),
        ("Memory: 16 GB", "16 GB"),
        ("!!!", "..."),
        ("不要部署", "要部署"),
        ("I don't remember this: we deploy", "we deploy"),
    ] {
        assert_ne!(Fingerprint::of(a).normal, Fingerprint::of(b).normal, "{a} | {b}");
        assert!(!is_near(a, b), "{a} | {b}");
    }
}

#[test]
fn a_long_text_with_a_plain_word_changed_is_near() {
    let pairs = [
        (LONG.to_owned(), LONG.replace("slowly", "gradually")),
        (LONG.to_owned(), LONG.replace("The gate", "the gate").replace("nightly because", "nightly, because")),
        (LONG.to_owned(), format!("From memory:\n> {}", LONG.replace(". ", ".\n> ").replace("people who", "people that"))),
        (LONG.to_owned(), LONG.replace("report", "summary")),
        (LONG.to_owned(), LONG.replace(" come in", " come here")),
        (LONG.to_owned(), format!("{LONG} That is it.")),
        (LONG.to_owned(), format!("[e_123] {}", LONG.replace("walks", "goes through"))),
    ];
    for (a, b) in pairs {
        assert!(is_near(&a, &b) && is_near(&b, &a), "{b}");
        let apart = (Fingerprint::of(&a).sketch ^ Fingerprint::of(&b).sketch).count_ones();
        assert!(apart <= 12, "{apart} bits apart: {b}");
    }
}

#[test]
fn another_fact_is_not_near_however_long_the_text_around_it() {
    let pairs = [
        ("8080", "9090"),
        ("never keeps", "keeps"),
        ("never keeps", "always keeps"),
        ("every proposal", "no proposal"),
        ("Ada wrote", "Bob wrote"),
        ("src/gate.rs", "src/door.rs"),
        ("two pages", "three pages"),
        ("two pages", "2 pages"),
        ("at nine", "at ten"),
        ("after each", "before each"),
        ("has to be", "does not have to be"),
        ("refuses", "doesn't refuse"),
        ("run it nightly", "run it without a gate nightly"),
        ("nightly", "on Monday"),
        ("has to be", "should be"),
        ("`src/gate.rs`", "`src::gate`"),
    ];
    for (from, to) in pairs {
        let other = LONG.replacen(from, to, 1);
        assert_ne!(other, LONG, "{from}");
        assert!(!is_near(LONG, &other) && !is_near(&other, LONG), "{from} | {to}");
    }
    for (a, b) in [
        ("port 8080", "port 9090"),
        ("Do deploy on Fridays.", "Do not deploy on Fridays."),
        ("Ada pays Bob", "Bob pays Ada"),
        ("cats like fish", "dogs like fish"),
        ("", "a"),
        (LONG, &LONG[..LONG.len() / 2]),
    ] {
        assert!(!is_near(a, b), "{a} | {b}");
    }
}

/// Stored fingerprints must be found by later versions. If this fails, either undo the change or re-read every text.
#[test]
fn fingerprints_are_what_they_were() {
    let found = Fingerprint::of(LONG);
    let hex = kernel::ledger::to_hex(&found.normal);
    assert_eq!(
        (hex.as_str(), format!("{:016x}", found.sketch).as_str()),
        ("14f1754ec93983074bc8b9d66757671d108f28efc3d72f409cacebff94b3744c", "e08963388257f434")
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_text_is_near_itself_and_its_quotation(text in "\\PC{0,200}") {
        prop_assert!(is_near(&text, &text));
        let quoted = format!("[e_1] {text}");
        if text.chars().any(char::is_alphanumeric) {
            prop_assert_eq!(Fingerprint::of(&quoted), Fingerprint::of(&text));
        }
    }

    #[test]
    fn nearness_is_mutual(a in "(do|not|port|8080|Ada|the|a|b|c| |\n){0,40}", b in "(do|not|port|8080|Ada|the|a|b|c| |\n){0,40}") {
        prop_assert_eq!(is_near(&a, &b), is_near(&b, &a));
    }
}
