//! What the fuzz targets check, over their seeds and over drawn input. `PROPTEST_CASES` draws more.

#[path = "../../../fuzz/checks/cut.rs"]
mod cut;
#[path = "../../../fuzz/checks/formats.rs"]
mod formats;
#[path = "../../../fuzz/checks/secrets.rs"]
mod secrets;

use proptest::{collection::vec, prelude::*};
use std::{fs, path::Path};

/// Runs a check over everything that was kept because it once failed, or shows the target something.
fn over_seeds(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("a folder of seeds") {
        check(&fs::read(entry.expect("an entry").path()).expect("a seed"));
        count += 1;
    }
    assert!(count > 0, "`{target}` has no seeds");
}

#[test]
fn every_seed_is_cut() {
    over_seeds("cut", cut::check);
}

#[test]
fn every_seed_is_read_as_every_format() {
    over_seeds("formats", formats::check);
}

#[test]
fn secrets_are_taken_out_of_every_seed() {
    over_seeds("secrets", secrets::check);
}

/// Few cases, so that the tests take seconds, unless more are asked for.
fn config() -> ProptestConfig {
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { ProptestConfig::default().cases } else { 96 };
    ProptestConfig::with_cases(cases)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_is_read_is_cut(bytes in vec(any::<u8>(), 0..48)) {
        cut::check(&bytes);
    }

    #[test]
    fn whatever_is_brought_is_read_or_refused(bytes in vec(any::<u8>(), 0..64)) {
        formats::check(&bytes);
    }

    #[test]
    fn secrets_are_taken_out_of_whatever_is_said(bytes in vec(any::<u8>(), 0..48)) {
        secrets::check(&bytes);
    }
}
