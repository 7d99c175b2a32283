//! See `fuzz/checks/formats.rs`, which a test runs too.
#![no_main]

#[path = "../checks/formats.rs"]
mod formats;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| formats::check(bytes));
