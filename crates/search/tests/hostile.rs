//! What the fuzz target `query` checks, over its seeds and over drawn input. `PROPTEST_CASES` draws more.

#[path = "../../../fuzz/checks/query.rs"]
mod query;

use proptest::{collection::vec, prelude::*};
use std::{fs, path::Path};

#[test]
fn every_seed_is_read_as_a_question() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/query");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("a folder of seeds") {
        query::check(&fs::read(entry.expect("an entry").path()).expect("a seed"));
        count += 1;
    }
    assert!(count > 0, "there are no seeds");
}

/// Few cases, so that the tests take seconds, unless more are asked for.
fn config() -> ProptestConfig {
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { ProptestConfig::default().cases } else { 96 };
    ProptestConfig::with_cases(cases)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_is_asked_is_read_as_a_question(bytes in vec(any::<u8>(), 0..48)) {
        query::check(&bytes);
    }
}
