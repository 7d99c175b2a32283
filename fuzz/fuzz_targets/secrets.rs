//! See `fuzz/checks/secrets.rs`, which a test runs too.
#![no_main]

#[path = "../checks/secrets.rs"]
mod secrets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| secrets::check(bytes));
