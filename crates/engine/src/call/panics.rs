//! Contains a panic: a fault of this program costs the call, the document or the hook at hand, and everything else goes on.
//!
//! A fault is reported with the place in the source where it happened, so that whoever meets it can report it. The panic hook is
//! the only one who learns that place, so one is installed with the first job. Not here: what is done instead of the job.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    fmt,
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    sync::Once,
};

/// Longest message of a fault, in characters. What a panic says may quote the text it was about.
const MESSAGE_CHARS_MAX: usize = 300;

/// A panic that was contained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// What the panic said, without secrets, on one line.
    message: String,
    /// Where in the source it happened.
    place: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "a fault in this program at {place}: {}", self.message),
            None => write!(f, "a fault in this program: {}", self.message),
        }
    }
}

thread_local! {
    /// How many jobs are under way on this thread, one within the other.
    static CONTAINED: Cell<usize> = const { Cell::new(0) };
    /// Where the last panic of such a job happened.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does a job; a panic in it becomes a fault. Whatever the job changed must be forgotten by the caller or undone by being dropped.
pub fn contained<T>(job: impl FnOnce() -> T) -> Result<T, Fault> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if CONTAINED.get() == 0 {
                before(panic);
            } else {
                remember(panic);
            }
        }));
    });
    CONTAINED.set(CONTAINED.get() + 1);
    let outcome = panic::catch_unwind(AssertUnwindSafe(job)).map_err(|panic| {
        let place = PLACE.take();
        Fault { message: message(panic.as_ref()), place }
    });
    CONTAINED.set(CONTAINED.get() - 1);
    outcome
}

fn remember(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
    PLACE.set(place);
}

/// The message that a panic was raised with. A panic about a text may quote it, and with it a secret.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let line = text.unwrap_or("a panic without a message").lines().next().unwrap_or_default();
    // Not by `contained`, which would come back here if the finder of secrets is what failed.
    let redacted = panic::catch_unwind(|| crate::memory::redact_text(line, &mut crate::memory::Secrets::new()));
    let text = redacted.unwrap_or_else(|_| "a panic in the finder of secrets".to_owned());
    match text.char_indices().nth(MESSAGE_CHARS_MAX) {
        Some((end, _)) => text.get(..end).map(|start| format!("{start}…")).unwrap_or_default(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_fault_that_says_where() {
        assert_eq!(contained(|| 7), Ok(7));
        let fault = contained(|| panic!("the first line\nand a second")).expect_err("a panic");
        let told = fault.to_string();
        assert!(told.starts_with("a fault in this program at ") && told.contains("panics.rs:"), "{told}");
        assert!(told.ends_with(": the first line"), "{told}");
    }

    #[test]
    fn a_fault_quotes_no_secret_and_is_short() {
        let token = format!("ghp_{}", "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6");
        let fault = contained(|| panic!("byte index 3 is not a char boundary of `token={token}`")).expect_err("a panic");
        assert!(!fault.to_string().contains(&token), "{fault}");
        let fault = contained(|| panic!("{}", "é ".repeat(1_000))).expect_err("a panic");
        assert!(fault.to_string().chars().count() < 500, "{fault}");
    }

    #[test]
    fn a_job_within_a_job_is_contained_by_itself() {
        let outcome = contained(|| {
            let inner = contained(|| panic!("inner")).expect_err("a panic").to_string();
            assert!(inner.ends_with("inner"));
            9
        });
        assert_eq!(outcome, Ok(9));
    }
}
