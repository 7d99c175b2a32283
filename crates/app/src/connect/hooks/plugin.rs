//! opencode has no list of commands: its hooks are a program in a folder of plugins, and this is ours.
//!
//! The file is wholly ours, so it comes and goes as one. Not here: anything the plugin decides; it asks `palace hook`.

use super::{File, Found, Program};
use crate::connect::ConnectError;

/// What makes the file ours.
const MARK: &str = "// palace hooks: ";
const TEXT: &str = include_str!("opencode.js");

/// The plugin that starts this program.
pub(super) fn text(program: &Program) -> String {
    let json = |value: serde_json::Value| value.to_string();
    TEXT.replace("\"__PROGRAM__\"", &json(program.path.as_str().into())).replace("[\"__OPTIONS__\"]", &json(program.options.as_slice().into()))
}

/// What a file is to us.
pub(super) fn found(there: &str, program: &Program) -> Found {
    if there == text(program) {
        Found::Ours
    } else if there.starts_with(MARK) {
        Found::Other("a plugin for another program, home or version".into())
    } else {
        Found::Nothing
    }
}

/// Whoever has a plugin of this name has it for a reason.
pub(super) fn refuse_foreign(file: &File) -> Result<(), ConnectError> {
    match &file.text {
        Some(there) if !there.starts_with(MARK) => {
            Err(ConnectError::Foreign { path: file.path.clone(), name: "palace.js".into(), found: "somebody else's plugin".into() })
        }
        Some(_) | None => Ok(()),
    }
}
