//! A copy of a tree, what of it should be read, and how it is edited.
//!
//! What should be read is found out with git and with rules written here a second time on purpose: were the program asked, it could not
//! contradict itself.

use super::dice::Dice;
use crate::workshop::{Failure, Workshop};
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

/// Folders that programs made, wherever they lie.
const MADE_FOLDERS: [&str; 12] =
    [".git", ".hg", ".svn", ".jj", ".palace", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache", ".pytest_cache", ".direnv"];
/// What beside or within a `target` folder makes it the output of a build.
const BUILD_FILES: [&str; 6] = ["Cargo.toml", "pom.xml", "build.sbt", "build.gradle", "build.gradle.kts", "project.clj"];
const BUILD_OUTPUTS: [&str; 5] = ["CACHEDIR.TAG", ".rustc_info.json", "debug", "release", "classes"];
/// Files besides `.gitignore` that say what is left out.
const IGNORE_FILES: [&str; 3] = [".ignore", ".palaceignore", ".mempalignore"];
/// The largest file that is edited.
const EDITED_BYTES_MAX: u64 = 256 << 10;

/// A tree to read.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) name: String,
    /// Where the copy lies.
    pub(super) root: PathBuf,
}

/// What was done to some files.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// Files with a word in them now that stands nowhere else.
    pub(super) marked: Vec<(PathBuf, String)>,
    pub(super) renamed: usize,
    pub(super) deleted: usize,
}

impl Tree {
    /// Copies a tree, or at most so many of its files.
    pub(super) fn copy(workshop: &Workshop, from: &Path, to: &Path, files_max: Option<usize>, dice: &mut Dice) -> Result<Self, Failure> {
        let failed = |e: std::io::Error| Failure(format!("{} cannot be copied: {e}", from.display()));
        let name = from.file_name().unwrap_or(OsStr::new("tree")).to_string_lossy().into_owned();
        let root = to.join(&name);
        fs::create_dir_all(to).map_err(failed)?;
        let Some(most) = files_max else {
            workshop.command("cp").args(["-a", "--reflink=auto"]).arg(from).arg(&root).done()?;
            return Ok(Self { name, root });
        };
        let mut files = Vec::new();
        walk(from, &mut |path| files.push(path.to_owned()));
        files.sort();
        for file in dice.some(files, most) {
            let copy = root.join(file.strip_prefix(from).unwrap_or(&file));
            fs::create_dir_all(copy.parent().unwrap_or(&root)).map_err(failed)?;
            fs::copy(&file, &copy).map_err(failed)?;
        }
        Ok(Self { name, root })
    }

    /// The files that should be read or be named as left out, by their paths in the copy.
    pub(super) fn expected(&self, workshop: &Workshop, scratch: &Path) -> Result<BTreeSet<PathBuf>, Failure> {
        let mut files = BTreeSet::new();
        listed(workshop, scratch, &self.root, &mut files)?;
        files.retain(|file| !is_made(&self.root, file));
        Ok(files)
    }
}

/// Edits, renames and deletes some files.
pub(super) fn edit(files: &[PathBuf], dice: &mut Dice, each: usize) -> Result<Edits, Failure> {
    let small = |file: &&PathBuf| fs::metadata(file).is_ok_and(|found| found.len() > 0 && found.len() <= EDITED_BYTES_MAX);
    let mut chosen = dice.some(files.iter().filter(small).cloned().collect(), 3 * each);
    let mut edits = Edits::default();
    for turn in 0..chosen.len() {
        let file = chosen.swap_remove(dice.below(chosen.len()));
        let failed = |e: std::io::Error| Failure(format!("{}: {e}", file.display()));
        match turn % 3 {
            0 => {
                let word = dice.word();
                mark(&file, &word, dice).map_err(failed)?;
                edits.marked.push((file, word));
            }
            1 => {
                let extension = file.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
                let name = format!("{}_moved{extension}", file.file_stem().unwrap_or_default().to_string_lossy());
                if !file.with_file_name(&name).exists() {
                    fs::rename(&file, file.with_file_name(name)).map_err(failed)?;
                    edits.renamed += 1;
                }
            }
            _ => {
                fs::remove_file(&file).map_err(failed)?;
                edits.deleted += 1;
            }
        }
    }
    Ok(edits)
}

/// A few words that stand beside each other somewhere in a file, as people would ask for them: neither parts of a terminal's escapes
/// nor of a key, which is not kept.
pub(super) fn phrase(file: &Path, dice: &mut Dice) -> Option<String> {
    let text = String::from_utf8(fs::read(file).ok()?).ok()?;
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| is_word(word)).collect())
        .filter(|words: &Vec<&str>| words.len() >= 4)
        .collect();
    let words = dice.one(&lines)?;
    Some(words[..words.len().min(8)].join(" "))
}

/// Whether something is a word or a name: it begins with a letter and is neither very short nor very long.
fn is_word(text: &str) -> bool {
    let length = text.chars().count();
    (3..=24).contains(&length) && text.starts_with(char::is_alphabetic)
}

/// Whether a file has no words.
pub(super) fn is_blank(file: &Path) -> bool {
    fs::read(file).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).chars().all(|c| c.is_whitespace() || c.is_control() || c == '\u{feff}'))
}

/// Whether a file is plain text by the strictest of measures.
pub(super) fn is_plain_text(file: &Path) -> bool {
    fs::read(file)
        .is_ok_and(|bytes| std::str::from_utf8(&bytes).is_ok_and(|text| !text.chars().any(|c| c.is_control() && !"\n\r\t\u{c}".contains(c))))
}

fn mark(file: &Path, word: &str, dice: &mut Dice) -> std::io::Result<()> {
    let bytes = fs::read(file)?;
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let ended = bytes.ends_with(b"\n");
    // With a number: two texts that differ in a few plain words alone are kept as one.
    let line = format!("{}# the {word} stands here {} times\n", if ended { "" } else { "\n" }, 1_000 + dice.below(9_000));
    // A line that is taken out as well makes the edit one in the middle.
    let place = if ended { dice.below(lines.len() + 1) } else { lines.len() };
    if place + 1 < lines.len() && dice.below(2) == 0 {
        lines.remove(place);
    }
    lines.insert(place.min(lines.len()), line.as_bytes());
    fs::write(file, lines.concat())
}

/// The files of a folder that git would let through, and those of repositories in it.
fn listed(workshop: &Workshop, scratch: &Path, root: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), Failure> {
    let own = root.join(".git").exists();
    let empty = scratch.join("empty.git");
    if !own && !empty.exists() {
        workshop.command("git").args(["init", "-q", "--bare"]).arg(&empty).done()?;
    }
    let ask = |words: &[&str]| -> Result<BTreeSet<PathBuf>, Failure> {
        let mut git = workshop.command("git").arg("-C").arg(root);
        if !own {
            git = git.arg("--git-dir").arg(&empty).arg("--work-tree").arg(root);
        }
        let mut command = git.args(["ls-files", "-z", "--others"]).args(own.then_some("--cached")).args(words).into_command();
        let output = command.output().map_err(|e| Failure(format!("git cannot be started: {e}")))?;
        if !output.status.success() {
            return Err(Failure(format!("git ls-files in {}: {}", root.display(), String::from_utf8_lossy(&output.stderr))));
        }
        let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        Ok(names.map(|name| root.join(OsStr::from_bytes(name))).collect())
    };
    let mut found = ask(&["--exclude-standard"])?;
    for name in IGNORE_FILES {
        if found.iter().any(|file| file.file_name() == Some(OsStr::new(name))) {
            let left_out = ask(&["--ignored", &format!("--exclude-per-directory={name}")])?;
            found.retain(|file| !left_out.contains(file));
        }
    }
    for path in found {
        match fs::symlink_metadata(&path) {
            Ok(at) if at.is_dir() && path.join(".git").exists() => listed(workshop, scratch, &path, files)?,
            Ok(at) if at.is_file() => {
                files.insert(path);
            }
            Ok(_) | Err(_) => {} // a link, a folder, or a tracked file that is not there
        }
    }
    Ok(())
}

fn is_made(root: &Path, file: &Path) -> bool {
    let folders = file.ancestors().skip(1).take_while(|folder| *folder != root);
    let is_output = |folder: &Path| {
        BUILD_FILES.iter().any(|name| folder.with_file_name(name).exists()) || BUILD_OUTPUTS.iter().any(|name| folder.join(name).exists())
    };
    folders.into_iter().any(|folder| {
        let name = folder.file_name().unwrap_or_default();
        MADE_FOLDERS.iter().any(|made| name == *made) || name == "target" && is_output(folder)
    })
}

fn walk(folder: &Path, take: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && entry.file_name() != ".git" => walk(&path, take),
            Ok(kind) if kind.is_file() => take(&path),
            Ok(_) | Err(_) => {}
        }
    }
}
