//! Writes down from which commit and for which target the program is built, for `palace --version`.
//!
//! The commit is the one that is checked out. A package without a repository names none, unless whoever packs it sets
//! `PALACE_COMMIT`; nothing of the machine and no time goes in, so that the same source gives the same program.

use std::{path::Path, process::Command};

/// How much of a commit's name is shown.
const COMMIT_CHARS: usize = 12;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PALACE_COMMIT");
    let given = std::env::var("PALACE_COMMIT").ok();
    let commit = given.or_else(checked_out).filter(|name| name.len() >= COMMIT_CHARS && name.bytes().all(|b| b.is_ascii_hexdigit()));
    println!("cargo:rustc-env=PALACE_COMMIT={}", commit.as_deref().map_or("unknown", |name| &name[..COMMIT_CHARS]));
    println!("cargo:rustc-env=PALACE_TARGET={}", std::env::var("TARGET").unwrap_or_default());
}

/// The commit of the repository that this file belongs to. One that only lies around it, as around an unpacked archive, is another's.
fn checked_out() -> Option<String> {
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]).unwrap_or_default();
    // They change with a commit and a checkout, and with little else.
    for file in ["HEAD", "logs/HEAD", &branch].into_iter().filter(|file| !file.is_empty()) {
        let path = git(&["rev-parse", "--path-format=absolute", "--git-path", file])?;
        // A file that is not there would count as changed each time.
        if Path::new(&path).exists() {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "HEAD"])
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
