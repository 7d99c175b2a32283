//! Files that are what they are: markdown, source code, other text. One document, one part, all of it.
//!
//! Not here: cutting them into pieces.

use super::{Format, Reading, value::file_name};
use crate::{Document, Kind, Part};

/// Endings of files that are cut along syntax.
const CODE: &[&str] = &[
    "rs", "py", "pyi", "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "go", "java", "kt", "kts", "scala", "c", "h", "cc", "cpp", "cxx", "hpp",
    "hh", "m", "mm", "cs", "fs", "rb", "php", "swift", "lua", "pl", "pm", "r", "jl", "ex", "exs", "erl", "hrl", "hs", "ml", "mli", "clj", "cljs",
    "el", "lisp", "scm", "dart", "zig", "nim", "v", "sv", "vhd", "sh", "bash", "zsh", "fish", "ps1", "sql", "proto", "graphql", "vue", "svelte",
    "css", "scss", "less", "tf", "nix", "cmake", "gradle", "groovy", "sol", "asm", "s",
];
const MARKDOWN: &[&str] = &["md", "markdown", "mdx", "mdown"];
/// Code that goes by a name.
const NAMED: &[&str] = &["makefile", "dockerfile", "rakefile", "gemfile", "justfile", "cmakelists.txt", "build", "workspace"];

/// What a file is by its name, or by the first line that names an interpreter.
pub(super) fn by_name(path: &str, start: &str) -> Format {
    let name = file_name(path).to_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if MARKDOWN.contains(&ending) {
        Format::Markdown
    } else if CODE.contains(&ending) || NAMED.contains(&name.as_str()) || ending.is_empty() && start.starts_with("#!") {
        Format::Code
    } else {
        Format::Text
    }
}

pub(super) fn read(format: Format, path: &str, bytes: &[u8]) -> Reading {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let kind = match format {
        Format::Markdown => Kind::Markdown,
        Format::Code => Kind::Code,
        _ => Kind::Text,
    };
    let heading = (kind == Kind::Markdown).then(|| text.lines().take(200).find_map(|line| line.strip_prefix("# "))).flatten();
    let title = heading.unwrap_or(file_name(path)).trim().trim_end_matches('#').trim().to_owned();
    Reading::of(Document { path: path.to_owned(), title, kind, parts: vec![Part { text, ..Part::default() }] })
}
