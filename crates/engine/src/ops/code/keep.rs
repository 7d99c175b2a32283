//! Keep the outlines of files. A text that is known is not read again, and one that lies nowhere any more is dropped at once.

use crate::{
    Error, Method, Operation, Spec, Work,
    code::{Unread, code_digest, read_all},
};
use kernel::{effect::Propose, ledger::Digest, scope::ProjectPath};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use store::CodeFile;
use syntax::Language;

/// Largest batch, in bytes of JSON.
pub(super) const BATCH_BYTES_MAX: usize = 64 << 20;

/// Keeps files.
#[derive(Debug)]
pub struct Keep;

/// A file as it is now.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Brought {
    /// Its path
    pub path: String,
    /// Its text
    pub text: String,
    /// Its size in bytes
    #[serde(default)]
    pub size: i64,
    /// When it was changed, in microseconds since 1970
    #[serde(default)]
    pub mtime: i64,
}

/// What is brought.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Files, each whole
    pub files: Vec<Brought>,
    /// Paths that are no longer there
    #[serde(default)]
    pub gone: Vec<String>,
}

/// What came of it.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Files that are in the index now
    pub files: usize,
    /// Texts that were read
    pub read: usize,
    /// Lines of those
    pub lines: i64,
    /// What those define
    pub symbols: usize,
    /// Files whose text was known already
    pub known: usize,
    /// Files in no language that is read
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped: usize,
    /// Paths taken out
    pub gone: usize,
    /// Texts that lie nowhere any more
    pub dropped: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl Operation for Keep {
    const SPEC: Spec = Spec::new("code.keep", "Keep the outlines of files of the working tree, so that they can be explored")
        .http(Method::Post, "/v1/code")
        .files(&["files"])
        .bytes_max(BATCH_BYTES_MAX);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let anchor = cx.call.anchor.to_string();
        let anchor = cx.anchor_number(&anchor)?;
        let mut output = Output { files: 0, read: 0, lines: 0, symbols: 0, known: 0, skipped: 0, gone: 0, dropped: 0 };
        let mut placed: Vec<(&Brought, Digest)> = Vec::with_capacity(input.files.len());
        let mut numbers: HashMap<Digest, i64> = HashMap::new();
        let mut unread: Vec<Unread<'_>> = Vec::new();
        let mut next = cx.next_code()?;
        for file in &input.files {
            check(&file.path)?;
            let Some(language) = Language::of(&file.path, &file.text) else {
                output.skipped += 1;
                continue;
            };
            let digest = code_digest(language, &file.text);
            placed.push((file, digest));
            if numbers.contains_key(&digest) {
                continue;
            }
            if let Some(n) = cx.code_blob_of(digest)? {
                numbers.insert(digest, n);
            } else {
                numbers.insert(digest, next);
                next += 1;
                unread.push(Unread { language, digest, text: &file.text });
            }
        }
        output.read = unread.len();
        for mut reading in read_all(&unread) {
            reading.blob.n = numbers.get(&reading.blob.digest).copied().unwrap_or_default();
            output.lines += reading.blob.lines;
            output.symbols += reading.symbols;
            cx.put_code(reading.blob, &reading.words)?;
        }
        let mut displaced = Vec::new();
        for (file, digest) in &placed {
            let held = numbers.get(digest).copied().unwrap_or_default();
            let before = cx.code_held(anchor, &file.path)?;
            displaced.extend(before.filter(|before| *before != held));
            cx.put_code_file(&CodeFile { anchor, path: file.path.clone(), held, size: file.size, mtime: file.mtime })?;
        }
        output.files = placed.len();
        output.known = placed.len().saturating_sub(output.read);
        for path in &input.gone {
            if let Some(before) = cx.code_held(anchor, path)? {
                displaced.push(before);
                output.gone += usize::from(cx.drop_code_file(anchor, path)?);
            }
        }
        output.dropped = cx.drop_unused_code(&displaced)?;
        cx.about(format!("{} files", output.files + output.gone));
        Ok(output)
    }

    /// What the ledger keeps: how much it was. The texts are in the tree, and the index can be made again from them.
    fn noted(input: &Json) -> Option<Json> {
        let count = |field: &str| input[field].as_array().map_or(0, Vec::len);
        Some(json!({ "files": count("files"), "gone": count("gone") }))
    }
}

/// Paths are kept as they are asked for, so one that would be read differently is refused.
fn check(path: &str) -> Result<(), Error> {
    let read = ProjectPath::parse(path)?;
    if read.as_str() == path {
        return Ok(());
    }
    Err(kernel::refusal::Code::PathOutside
        .refuse("path", format!("`{}` is not how this path is written; use `{}`", path.escape_debug(), read.as_str()))
        .into())
}
