//! Which files of a tree must be read again, told by their size and time alone.

use crate::{Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Compares a tree with what is known of it.
#[derive(Debug)]
pub struct Check;

/// A file that is there.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// Its path
    pub path: String,
    /// Its size in bytes
    pub size: i64,
    /// When it was changed, in microseconds since 1970
    pub mtime: i64,
}

/// What is there.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Files with their sizes and times
    pub seen: Vec<Seen>,
    /// They are all there is: what is known and not among them is gone
    #[serde(default)]
    pub whole: bool,
    /// Only what lies below this folder is spoken of
    #[serde(default)]
    pub path: String,
}

/// What should be done.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Paths that are new or changed, in the order they were given
    pub changed: Vec<String>,
    /// Paths that are gone
    pub gone: Vec<String>,
}

impl Operation for Check {
    const SPEC: Spec = Spec::new("code.check", "Say which files of the working tree must be read again")
        .http(Method::Post, "/v1/code/check")
        .files(&["seen"])
        .bytes_max(super::keep::BATCH_BYTES_MAX);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let anchor = cx.call.anchor.to_string();
        let known = match cx.code_anchor(&anchor)? {
            Some(n) => cx.code_files(n)?,
            None => Vec::new(),
        };
        let mut known: HashMap<&str, (i64, i64)> = known.iter().map(|file| (file.path.as_str(), (file.size, file.mtime))).collect();
        let mut changed = Vec::new();
        for Seen { path, size, mtime } in input.seen {
            if known.remove(path.as_str()) != Some((size, mtime)) {
                changed.push(path);
            }
        }
        let mut gone: Vec<String> = known.into_keys().filter(|path| input.whole && path.starts_with(&input.path)).map(str::to_owned).collect();
        gone.sort();
        Ok(Output { changed, gone })
    }
}
