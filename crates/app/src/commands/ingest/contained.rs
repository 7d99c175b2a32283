//! Contains a fault of the program to the one thing that was being read.
//!
//! Not here: faults while documents are kept. The engine contains those, and its answer names the documents.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// The result of the work, or the message of the panic that ended it. Where the panic arose, the panic hook has printed.
pub(super) fn contained<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // The work borrows what it reads from and changes nothing that outlives it.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(panic.as_ref()))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::contained;

    #[test]
    fn a_panic_becomes_its_message() {
        let text = "naïve";
        assert_eq!(contained(|| text.len()), Ok(6));
        let why = contained(|| text[..3].len()).expect_err("not at a character");
        assert!(why.contains("char boundary"), "{why}");
        assert_eq!(contained(|| panic!("BUG: {}\nmore", 7)), Err::<(), _>("BUG: 7".into()));
    }
}
