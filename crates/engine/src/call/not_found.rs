//! Makes the refusal for something that does not exist.

use super::error::Error;
use kernel::refusal::Code;

/// The refusal for something that is not there. It names what lists such things, where something does.
pub(crate) fn missing(what: &str, id: impl std::fmt::Display) -> Error {
    let refusal = Code::NotFound.refuse(id.to_string(), format!("{what} `{id}` does not exist"));
    let noun = if what == "evidence" { "drawer" } else { what };
    match crate::find(&format!("{noun}.list")) {
        Some(_) => refusal.next(format!("Check the id; `{noun} list` shows what exists")),
        None => refusal,
    }
    .into()
}
