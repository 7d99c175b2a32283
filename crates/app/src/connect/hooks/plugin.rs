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
    TEXT.replace("[\"__PROGRAM__\"]", &json(program.launch.as_slice().into())).replace("[\"__OPTIONS__\"]", &json(program.options.as_slice().into()))
}

/// The words that a file of ours starts the program by. Earlier versions wrote one, and no list.
pub(super) fn launch(there: &str) -> Option<Vec<String>> {
    let line = there.strip_prefix(MARK)?.lines().find_map(|line| line.strip_prefix("const program = "))?;
    serde_json::from_str(line).or_else(|_| serde_json::from_str(line).map(|word| vec![word])).ok()
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
