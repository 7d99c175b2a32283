//! The name of what a line defines, in the common languages, by the words it starts with.
//!
//! Not here: what it means. A name is a place to point at; a wrong one costs a line in a listing.

use kernel::text::Slice;

/// Longest name, in characters.
const NAME_CHARS_MAX: usize = 80;

/// Words that may stand before the one that tells.
#[rustfmt::skip] // a table of words, not a column of them
const MODIFIERS: &[&str] = &[
    "pub", "export", "default", "async", "static", "public", "private", "protected", "internal", "final", "abstract", "unsafe", "extern",
    "override", "inline", "virtual", "sealed", "partial", "open", "data", "suspend", "local", "declare", "readonly", "const", "constexpr",
    "synchronized", "native", "explicit", "friend", "fileprivate", "mutating", "case", "inner", "companion", "lateinit", "required",
    "convenience", "pure", "recursive", "implicit",
];

/// Words that open a definition and are followed by its name.
#[rustfmt::skip] // a table of words, not a column of them
const OPENERS: &[&str] = &[
    "fn", "def", "defp", "defmacro", "defmodule", "class", "struct", "enum", "trait", "interface", "func", "fun", "function", "type",
    "typealias", "module", "mod", "namespace", "protocol", "extension", "object", "record", "union", "sub", "proc", "procedure", "macro",
    "message", "service", "rpc", "actor", "contract", "library", "mixin", "subroutine", "typedef", "instance", "impl", "macro_rules!",
    "defn", "resource", "component",
];

/// Words between `create` and the name of what is created.
#[rustfmt::skip]
const CREATED: &[&str] = &[
    "or", "replace", "if", "not", "exists", "unique", "temp", "temporary", "virtual", "materialized", "table", "view", "index", "trigger",
    "function", "procedure", "type", "schema", "concurrently",
];

/// Words before a parenthesis that define nothing.
#[rustfmt::skip] // a table of words, not a column of them
const CONTROL: &[&str] = &[
    "if", "for", "while", "switch", "return", "catch", "else", "do", "try", "match", "loop", "sizeof", "throw", "new", "await", "yield",
    "assert", "with", "using", "lock", "foreach", "unless", "until", "when", "guard", "defer", "delete", "typeof", "in", "and", "or", "not",
    "super", "this", "self",
];

/// Languages whose blocks are in braces, where a name before parentheses and a brace defines a function.
#[rustfmt::skip]
const BRACES: &[&str] = &[
    "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "m", "mm", "java", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cs", "kt", "kts", "swift",
    "scala", "go", "rs", "php", "dart", "zig", "groovy", "sol", "v", "proto", "css", "scss", "svelte", "vue", "pl", "awk",
];

/// Whether files with this ending have their blocks in braces.
pub(super) fn has_braces(ending: &str) -> bool {
    BRACES.contains(&ending)
}

/// The name of what a line defines. `loose`: it stands deeper than a definition it could belong to, so that only a
/// word that opens one counts.
pub(super) fn name(words: &str, braces: bool, loose: bool) -> Option<String> {
    if !words.as_bytes()[0].is_ascii_alphabetic() && !words.starts_with(['_', '$', '~', '(']) {
        return None;
    }
    let mut rest = words;
    for _ in 0..6 {
        let (word, after) = word(rest);
        if OPENERS.contains(&word) {
            return opened(word, after);
        }
        if !MODIFIERS.contains(&word) {
            break;
        }
        rest = after.trim_start();
        // `pub(crate)`, `extern "C"`
        for (open, close) in [('(', ')'), ('"', '"')] {
            if let Some(inner) = rest.strip_prefix(open) {
                rest = inner.split_once(close).map_or(inner, |(_, after)| after.trim_start());
            }
        }
    }
    assigned(words).or_else(|| table(words)).or_else(|| if braces && !loose { called(words) } else { None }).or_else(|| clojure(words))
}

/// The first word, and what follows it.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '!')).unwrap_or(text.len());
    text.split_at(end)
}

/// What follows a word that opens a definition.
fn opened(opener: &str, after: &str) -> Option<String> {
    if !after.starts_with([' ', '\t', '<', '*']) {
        return None;
    }
    if matches!(opener, "impl" | "extension" | "instance") {
        let head = without_generics(after.trim_start());
        let head = head.split('{').next().unwrap_or("").split(": ").next().unwrap_or("").split(" where").next().unwrap_or("").trim();
        return (!head.is_empty()).then(|| shortened(&format!("{opener} {head}")));
    }
    let mut rest = after.trim_start_matches([' ', '\t', '*']);
    let mut owner = "";
    // Go: `func (s *Store) Open(`
    if let Some((receiver, after)) = rest.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
        owner = receiver.rsplit([' ', '*']).next().unwrap_or("").split('[').next().unwrap_or("");
        rest = after.trim_start();
    }
    if matches!(opener, "enum" | "typedef" | "type") {
        rest = ["class ", "struct ", "enum ", "union "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    }
    let rest = rest.trim_start_matches(['"', '\'']);
    let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '?' | '!' | '$' | '-' | '~'))).unwrap_or(rest.len());
    let name = rest.slice(..end).trim_end_matches([':', '.', '-', '?']);
    if name.is_empty() || matches!(name, "is" | "of" | "the" | "=" | "in" | "to") {
        return None;
    }
    let kept = rest.slice(..end).trim_end_matches([':', '.', '-']);
    let name = if rest.slice(end..).starts_with(['(', ' ']) && kept.ends_with('?') && opener.starts_with("def") { kept } else { name };
    Some(shortened(&if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") }))
}

/// `const open = async (path) => {`, `open = function (path) {`
fn assigned(words: &str) -> Option<String> {
    if !words.contains('=') || !(words.contains("=>") || words.contains("function")) {
        return None;
    }
    let rest = ["export ", "default ", "const ", "let ", "var "].iter().fold(words, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let (name, value) = rest.split_once('=')?;
    let name = name.split(':').next().unwrap_or("").trim();
    let value = value.trim_start();
    let value = value.strip_prefix("async").map_or(value, str::trim_start);
    let arrow = value.starts_with("function")
        || (value.starts_with(|c: char| c == '(' || c == '<' || c.is_alphabetic() || c == '_')
            && value.trim_end().ends_with(['{', '(', '>'])
            && !value.starts_with('>'));
    (arrow && is_name(name)).then(|| shortened(name))
}

/// `CREATE TABLE IF NOT EXISTS claim (`
fn table(words: &str) -> Option<String> {
    let mut parts = words.split([' ', '\t', '(', ';']).filter(|word| !word.is_empty());
    if !parts.next()?.eq_ignore_ascii_case("create") {
        return None;
    }
    let name = parts.find(|word| !CREATED.iter().any(|skip| word.eq_ignore_ascii_case(skip)))?;
    Some(shortened(name.trim_matches(['"', '`', '[', ']'])))
}

/// `static int open(const char *path) {`, `void Store::open()`, `render() {`
fn called(words: &str) -> Option<String> {
    let line = words.trim_end();
    if !line.ends_with(['{', ')', ',', '(']) {
        return None;
    }
    let open = line.find('(')?;
    let before = line.slice(..open).trim_end();
    // A method, or a function in the manner of C with a type before it; a bare call ends with `;` or has no type.
    if !line.ends_with('{') && !before.contains([' ', '\t']) {
        return None;
    }
    if before.contains(['=', '"', '\'', '?', '+', '|', '/', '@']) || line.contains("=>") || line.contains("function(") || line.contains("function (")
    {
        return None;
    }
    let first = word(before).0;
    let start = before
        .char_indices()
        .rfind(|(_, c)| !(c.is_alphanumeric() || matches!(c, '_' | ':' | '$' | '~' | '#')))
        .map_or(0, |(at, c)| at + c.len_utf8());
    let name = before.slice(start..).trim_start_matches(':');
    if !is_name(name.trim_start_matches(['~', '#'])) || CONTROL.contains(&first) || CONTROL.contains(&name) || before.slice(..start).ends_with('.') {
        return None;
    }
    Some(shortened(name))
}

/// `(defn open [path]`
fn clojure(words: &str) -> Option<String> {
    let rest = words.strip_prefix("(def")?;
    let (_, after) = rest.split_once(' ')?;
    let name = after.split([' ', ')', '(', '[']).next().unwrap_or("");
    (!name.is_empty()).then(|| shortened(name))
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'))
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | ':' | '.'))
}

/// The text without what stands in angle brackets.
fn without_generics(text: &str) -> String {
    let (mut depth, mut out) = (0_usize, String::with_capacity(text.len()));
    for c in text.chars().take(400) {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

fn shortened(name: &str) -> String {
    name.chars().take(NAME_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_have_names() {
        for (line, expected) in [
            ("pub(crate) async fn open<P: AsRef<Path>>(path: P) -> Store {", Some("open")),
            ("impl<T: Clone> Store for Sqlite<T> {", Some("impl Store for Sqlite")),
            ("pub const fn name(self) -> &'static str {", Some("name")),
            ("macro_rules! texts {", Some("texts")),
            ("def save(self, *, force=False):", Some("save")),
            ("async def fetch(url: str) -> bytes:", Some("fetch")),
            ("class Store(Base):", Some("Store")),
            ("def empty?(x)", Some("empty?")),
            ("defmodule Palace.Store do", Some("Palace.Store")),
            ("func (s *Store) Open(path string) error {", Some("Store.Open")),
            ("func Open(path string) error {", Some("Open")),
            ("type Store struct {", Some("Store")),
            ("export default class Palace extends Base {", Some("Palace")),
            ("export const open = async (path: string) => {", Some("open")),
            ("export function* walk(node) {", Some("walk")),
            ("interface Item<T> {", Some("Item")),
            ("public static void main(String[] args) throws Exception {", Some("main")),
            ("static int open_store(const char *path)", Some("open_store")),
            ("void Store::open(int a) {", Some("Store::open")),
            ("render() {", Some("render")),
            ("create table if not exists claim (", Some("claim")),
            ("CREATE OR REPLACE FUNCTION bump() RETURNS void AS $$", Some("bump")),
            ("(defn open [path]", Some("open")),
            ("if (ready) {", None),
            ("return open(path) {", None),
            ("use std::fmt;", None),
            ("import os", None),
            ("describe('a store', () => {", None),
            ("store.open(path, {", None),
            ("type: object", None),
            ("x = 5", None),
            ("println!(\"a\");", None),
            ("class", None),
        ] {
            assert_eq!(name(line, true, false).as_deref(), expected, "{line}");
        }
    }
}
