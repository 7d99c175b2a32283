//! See `fuzz/checks/cut.rs`, which a test runs too.
#![no_main]

#[path = "../checks/cut.rs"]
mod cut;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cut::check(bytes));
