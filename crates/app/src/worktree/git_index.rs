//! Reads the names of tracked files from git's own list of them, its index, without starting git.
//!
//! Versions 2 to 4 of the format are read, as `gitformat-index(5)` has it. Whoever gets no answer asks git instead: the list is split over two
//! files, has other digests, or is damaged.
//!
//! Not here: what a file held when it was tracked.

use super::git::Repository;
use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt, path::PathBuf};

/// Bytes of the file before the first entry, of an entry before its flags, and of the digest at the end.
const HEAD: usize = 12;
const FLAGS_AT: usize = 60;
const DIGEST: usize = 20;
const MODE_AT: usize = 24;
/// More than this is not read.
const FILE_BYTES_MAX: u64 = 256 << 20;
/// Of the mode: files and links, not submodules and folders.
const KIND: u32 = 0o170_000;
const FILE: u32 = 0o100_000;
const LINK: u32 = 0o120_000;
/// Of the flags: two more bytes of them follow.
const EXTENDED: u16 = 0x4000;
/// The extension that says that the rest lies in another file.
const SPLIT: &[u8] = b"link";

/// The files that git tracks in a working tree, in the order of their bytes. Nothing where the list is not there or cannot be read.
pub(super) fn tracked(repository: &Repository) -> Option<Vec<PathBuf>> {
    let file = repository.git_dir()?.join("index");
    if fs::metadata(&file).ok()?.len() > FILE_BYTES_MAX || repository.has_other_digests() {
        return None;
    }
    let bytes = fs::read(&file).ok()?;
    let mut paths = Vec::new();
    each(&bytes, &mut |name| paths.push(repository.root.join(OsStr::from_bytes(name))))?;
    Some(paths)
}

/// Calls for the name of each file or link. Nothing where the list is not one that is understood; then no name counts.
fn each(bytes: &[u8], take: &mut dyn FnMut(&[u8])) -> Option<()> {
    let body = bytes.get(..bytes.len().checked_sub(DIGEST)?)?;
    let version = number(body, 4)?;
    if body.get(..4)? != b"DIRC" || !(2..=4).contains(&version) {
        return None;
    }
    let mut at = HEAD;
    let mut name: Vec<u8> = Vec::new();
    for _ in 0..number(body, 8)? {
        let entry = body.get(at..)?;
        let mode = number(entry, MODE_AT)?;
        let flags = u16::from_be_bytes(entry.get(FLAGS_AT..FLAGS_AT + 2)?.try_into().ok()?);
        let fixed = FLAGS_AT + 2 + if version > 2 && flags & EXTENDED != 0 { 2 } else { 0 };
        let rest = entry.get(fixed..)?;
        let (shared, rest, varying) = if version == 4 { stripped(rest, name.len())? } else { (0, rest, 0) };
        let length = rest.iter().position(|byte| *byte == 0)?;
        name.truncate(shared);
        name.extend_from_slice(rest.get(..length)?);
        // Up to version 3 entries begin at multiples of eight, with at least one zero between them.
        at += if version == 4 { fixed + varying + length + 1 } else { (fixed + length + 8) & !7 };
        if name.is_empty() || name.split(|byte| *byte == b'/').any(|piece| matches!(piece, b"" | b"." | b"..")) {
            return None;
        }
        if matches!(mode & KIND, FILE | LINK) {
            take(&name);
        }
    }
    while let Some(kind) = body.get(at..at + 4) {
        if kind == SPLIT {
            return None;
        }
        at += 8 + usize::try_from(number(body, at + 4)?).ok()?;
    }
    (at == body.len()).then_some(())
}

/// In version 4 a name begins as the one before it, without so many of its last bytes.
fn stripped(rest: &[u8], before: usize) -> Option<(usize, &[u8], usize)> {
    let mut bytes = rest.iter().enumerate();
    let (_, first) = bytes.next()?;
    let mut value = usize::from(first & 0x7f);
    let mut last = (0, *first);
    while last.1 & 0x80 != 0 {
        let (place, byte) = bytes.next()?;
        value = value.checked_add(1)?.checked_mul(0x80)?.checked_add(usize::from(byte & 0x7f))?;
        last = (place, *byte);
    }
    Some((before.checked_sub(value)?, rest.get(last.0 + 1..)?, last.0 + 1))
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;
    use testkit::temp::Temp;

    fn names(bytes: &[u8]) -> Option<Vec<String>> {
        let mut names = Vec::new();
        each(bytes, &mut |name| names.push(String::from_utf8_lossy(name).into_owned()))?;
        Some(names)
    }

    #[test]
    fn every_version_gives_the_names_that_git_gives() {
        let temp = Temp::new();
        let git = |words: &[&str]| {
            let done = Command::new("git").arg("-C").arg(temp.path()).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(words).output();
            let done = done.expect("git");
            assert!(done.status.success(), "{words:?}: {done:?}");
            String::from_utf8(done.stdout).expect("names")
        };
        git(&["init", "-q"]);
        for name in ["a", "src/lib.rs", "src/lib_test.rs", "src/é.rs", "z/y/x/with space", &format!("deep/{}", "n".repeat(200))] {
            let path = temp.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("make");
            fs::write(&path, name).expect("write");
        }
        std::os::unix::fs::symlink("a", temp.path().join("link")).expect("link");
        git(&["add", "."]);
        git(&["add", "--intent-to-add", "."]);
        let expected: Vec<String> = git(&["ls-files", "-z"]).split_terminator('\0').map(str::to_owned).collect();
        for version in ["2", "3", "4"] {
            git(&["update-index", "--index-version", version]);
            git(&["update-index", "--skip-worktree", "a"]);
            let bytes = fs::read(temp.path().join(".git/index")).expect("an index");
            assert_eq!(names(&bytes).as_deref(), Some(expected.as_slice()), "version {version}");
            for cut in 0..bytes.len() {
                assert!(names(&bytes[..cut]).is_none_or(|names| names == expected), "cut at {cut}");
            }
            git(&["update-index", "--no-skip-worktree", "a"]);
        }
        git(&["update-index", "--split-index"]);
        assert_eq!(names(&fs::read(temp.path().join(".git/index")).expect("an index")), None);
    }
}
