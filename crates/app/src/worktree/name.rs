//! Names of sources: what a file is called within its repository or folder, the same on every machine.
//!
//! A name without `#` is a file. What stands behind a `#` is something inside a file, or something that was never one.
//! So a `#` in a file's own name is written `%23`, as are the few characters that would mislead a reader's eye.
//!
//! Not here: absolute paths. They say who somebody is, and nothing that another machine could use.

use ingest::Document;
use kernel::text::{Slice, is_hidden};
use std::{
    ffi::OsStr,
    fmt::Write,
    os::unix::ffi::OsStrExt,
    path::{Component, Path, PathBuf},
};

/// The longest name, in bytes, as the engine takes it.
const NAME_BYTES_MAX: usize = 1_024;

/// The name of a file within a folder, or nothing if it does not lie in it or the name is too long.
pub fn within(base: &Path, file: &Path) -> Option<String> {
    let inner = file.strip_prefix(base).ok()?;
    let mut name = String::new();
    for component in inner.components() {
        let Component::Normal(piece) = component else { return None };
        if !name.is_empty() {
            name.push('/');
        }
        for chunk in piece.as_bytes().utf8_chunks() {
            chunk.valid().chars().for_each(|letter| push(&mut name, letter));
            chunk.invalid().iter().for_each(|byte| escape(&mut name, *byte));
        }
    }
    // A name that begins like a drive would be one elsewhere.
    if name.as_bytes().get(1) == Some(&b':') {
        name.replace_range(1..2, "%3A");
    }
    (name.len() <= NAME_BYTES_MAX).then_some(name)
}

/// Where the file of a name would lie.
pub fn path_of(base: &Path, name: &str) -> PathBuf {
    let bytes = name.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while let Some(byte) = bytes.get(place) {
        let digits = name.get(place + 1..place + 3).filter(|_| *byte == b'%');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(escaped) => {
                plain.push(escaped);
                place += 3;
            }
            None => {
                plain.push(*byte);
                place += 1;
            }
        }
    }
    base.join(OsStr::from_bytes(&plain))
}

/// The file that a name speaks of: all before the `#`.
pub fn stem(name: &str) -> &str {
    name.split_once('#').map_or(name, |(stem, _)| stem)
}

/// Makes the name of a document one that the engine takes: what a source calls its parts may be anything.
pub fn settle(document: &mut Document) {
    let strange = |c: char| c.is_control() || is_hidden(c);
    if document.path.contains(strange) {
        document.path = document.path.replace(strange, "-");
    }
    if document.path.len() > NAME_BYTES_MAX {
        let mark = kernel::ledger::Digest::of(document.path.as_bytes()).to_string();
        let mut end = NAME_BYTES_MAX - 17;
        while !document.path.is_char_boundary(end) {
            end -= 1;
        }
        document.path.truncate(end);
        document.path.push('-');
        document.path.push_str(mark.slice(..16));
    }
}

fn push(name: &mut String, letter: char) {
    if letter == '#' || letter == '\\' || letter.is_control() || is_hidden(letter) {
        let mut bytes = [0; 4];
        letter.encode_utf8(&mut bytes).bytes().for_each(|byte| escape(name, byte));
    } else {
        name.push(letter);
    }
}

fn escape(name: &mut String, byte: u8) {
    let _ = write!(name, "%{byte:02X}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingest::Kind;

    #[test]
    fn a_name_is_relative_and_hides_nothing() {
        let base = Path::new("/home/me/tool");
        let table: [(&[u8], &str); 7] = [
            (b"src/main.rs", "src/main.rs"),
            (b"C#/a.cs", "C%23/a.cs"),
            (b"a\\b\n.txt", "a%5Cb%0A.txt"),
            (b"caf\xe9.txt", "caf%E9.txt"),
            ("日本/語.md".as_bytes(), "日本/語.md"),
            ("a\u{202e}b".as_bytes(), "a%E2%80%AEb"),
            (b"c:/x", "c%3A/x"),
        ];
        for (file, name) in table {
            let path = base.join(OsStr::from_bytes(file));
            assert_eq!(within(base, &path).as_deref(), Some(name));
            assert_eq!(path_of(base, name), path);
        }
        assert_eq!(within(base, Path::new("/etc/passwd")), None);
        assert_eq!(within(base, &base.join("x".repeat(1_025))), None);
        assert_eq!(within(base, &base.join(PathBuf::from("../up"))), None);
    }

    #[test]
    fn what_a_source_calls_its_parts_is_made_to_fit() {
        let mut document =
            Document { path: format!("a.json#x\u{0}y{}", "é".repeat(2_000)), title: String::new(), kind: Kind::Text, parts: Vec::new() };
        settle(&mut document);
        assert!(document.path.starts_with("a.json#x-y") && document.path.len() <= NAME_BYTES_MAX, "{}", document.path);
        assert_eq!(stem(&document.path), "a.json");
    }
}
