//! Going through a folder as git would: what is ignored is left out, and so is what programs make.
//!
//! Links are not followed, so there are no loops. Not here: opening files. What a file is, is told by its bytes later.

use super::{git::Repository, read::DOCUMENT_BYTES_MAX, remembered::Stamp, tracked::Tracked};
use ignore::{
    Match, WalkBuilder,
    gitignore::{Gitignore, GitignoreBuilder},
};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    ffi::OsStr,
    fs::FileType,
    io::ErrorKind,
    os::unix::fs::FileTypeExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// Folders that programs made, or that are somebody's own affair. They are read when they are named, never when they are found.
const FOLDERS: &[&str] =
    &[".git", ".hg", ".svn", ".jj", ".palace", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache", ".pytest_cache", ".direnv"];
/// What a build writes into, if it lies beside one of these files or holds one of these names: sources have folders called so, too.
const TARGET: &str = "target";
const BUILD_FILES: &[&str] = &["Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts", "build.sbt", "project.clj"];
const BUILD_OUTPUTS: &[&str] = &["CACHEDIR.TAG", ".rustc_info.json", "debug", "release", "classes"];
/// Our own word for what is not to be read, and that of the mind contract's program: what somebody once left out stays out.
const OWN: &[&str] = &[".palaceignore", ".mempalignore"];
/// Files that programs made.
const FILES: &[&str] = &[
    ".DS_Store",
    "Cargo.lock",
    "package-lock.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "poetry.lock",
    "uv.lock",
    "composer.lock",
    "Gemfile.lock",
    "go.sum",
];

/// Why something was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// It is larger than asked for.
    TooLarge,
    /// It is no text, and no database that we know.
    NotText,
    /// It is a pipe, a socket or a device.
    NotAFile,
    /// It is a link.
    Link,
    /// A program made it.
    Generated,
    /// It stands in for a file that Git LFS did not fetch.
    Pointer,
    /// It changed while it was read.
    Changed,
    /// It could not be opened or read.
    Unreadable,
    /// This user may not read it.
    Denied,
    /// It is not in the shape that was asked for or that it seemed to have.
    Misshapen,
    /// Another file of the same run goes by its name.
    NameTaken,
    /// The palace did not take it.
    Refused,
    /// It is a repository without a working tree.
    BareRepository,
    /// It is a submodule that was not fetched.
    Submodule,
    /// A sparse checkout leaves them out.
    Sparse,
}

impl Reason {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooLarge => "too-large",
            Self::NotText => "not-text",
            Self::NotAFile => "not-a-file",
            Self::Link => "link",
            Self::Generated => "generated",
            Self::Pointer => "lfs-pointer",
            Self::Changed => "changed",
            Self::Unreadable => "unreadable",
            Self::Denied => "no-permission",
            Self::Misshapen => "misshapen",
            Self::NameTaken => "name-taken",
            Self::Refused => "refused",
            Self::BareRepository => "bare-repository",
            Self::Submodule => "submodule",
            Self::Sparse => "sparse-checkout",
        }
    }

    /// Whether the first few are named, though they are no news: somebody may miss a file that was thought to be text.
    pub const fn is_told(self) -> bool {
        self.is_news() || matches!(self, Self::NotText)
    }

    /// Whether a person should hear of each one: the others are as they should be, and are only counted.
    pub const fn is_news(self) -> bool {
        !matches!(self, Self::NotText | Self::Link | Self::Generated)
    }
}

/// Something that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// What, as the user would name it.
    pub what: String,
    /// Why.
    pub reason: Reason,
    /// Why exactly, and what to do.
    pub why: String,
    /// How large a file is that is too large; 0 where a larger limit would not help.
    pub bytes: u64,
    /// Whether it is one of the files that were found. If not, it is a part of one that was read, or a remark on a folder.
    pub is_file: bool,
}

impl Skipped {
    /// Says that a file was not read.
    pub fn new(path: &Path, reason: Reason, why: impl Into<String>) -> Self {
        Self::named(path.display().to_string(), reason, why)
    }

    /// Says that something was not read, by the name that the user knows.
    pub fn named(what: String, reason: Reason, why: impl Into<String>) -> Self {
        Self { what, reason, why: why.into(), bytes: 0, is_file: true }
    }

    /// Says that something could not be opened or read, and whether that is for lack of permission.
    pub fn unopened(path: &Path, error: &std::io::Error) -> Self {
        match error.kind() {
            ErrorKind::PermissionDenied => Self::new(path, Reason::Denied, "permission denied; make it readable for this user"),
            _ => Self::new(path, Reason::Unreadable, error.to_string()),
        }
    }

    /// The same as a remark, where it is no file that was found.
    #[must_use]
    pub fn aside(self) -> Self {
        Self { is_file: false, ..self }
    }

    /// Says that a file is too large, and how to allow it if that can be done.
    pub fn too_large(path: &Path, bytes: u64, bytes_max: u64) -> Self {
        if bytes > DOCUMENT_BYTES_MAX as u64 {
            // Nobody looked what is in it. As one document it is never read, whatever is allowed.
            let why = format!(
                "{bytes} bytes, more than {bytes_max}; of one text at most {} MiB are read: split it into several files. An export of many \
                 conversations may be larger: allow it with --max-size {bytes}",
                DOCUMENT_BYTES_MAX >> 20
            );
            return Self::new(path, Reason::TooLarge, why);
        }
        let why = format!("{bytes} bytes, more than {bytes_max}; allow it with --max-size {bytes}");
        Self { bytes, ..Self::new(path, Reason::TooLarge, why) }
    }
}

/// A file that was found, and how it was then.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it lies.
    pub path: PathBuf,
    /// Its size, times and inode.
    pub stamp: Stamp,
}

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Walked {
    /// Files, in the order of their names.
    pub files: Vec<File>,
    /// Folders, itself first.
    pub folders: Vec<PathBuf>,
    /// What was left out, apart from what is ignored.
    pub skipped: Vec<Skipped>,
}

impl Walked {
    fn add(&mut self, kind: FileType, path: PathBuf, bytes_max: u64) {
        match looked_at(kind, &path, bytes_max) {
            Err(skipped) => self.skipped.push(skipped),
            Ok(stamp) => self.files.push(File { path, stamp }),
        }
    }
}

/// Whether a path leads through a folder that is never walked into.
pub fn is_left_out(root: &Path, path: &Path) -> bool {
    let inner = path.strip_prefix(root).unwrap_or(path);
    inner.iter().any(|piece| FOLDERS.iter().any(|name| piece == *name))
        || inner.ancestors().any(is_output)
        || path.ancestors().take_while(|folder| *folder != root).any(is_build_output)
}

/// Whether a folder is what a build wrote.
fn is_build_output(folder: &Path) -> bool {
    let holds = |folder: &Path, names: &[&str]| names.iter().any(|name| folder.join(name).exists());
    folder.file_name().is_some_and(|name| name == TARGET)
        && (folder.parent().is_some_and(|beside| holds(beside, BUILD_FILES)) || holds(folder, BUILD_OUTPUTS))
}

/// Whether a folder holds what Claude Code wrote of its tools' answers, whole and beside the talk: ours are among them, and of
/// the others the talk has what counts.
fn is_output(folder: &Path) -> bool {
    let session = folder.parent().and_then(Path::file_name).and_then(OsStr::to_str);
    let is_id = |name: &str| name.len() == 36 && name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    folder.file_name().is_some_and(|name| name == "tool-results") && session.is_some_and(is_id)
}

/// Whether a file is what a program keeps for itself beside its talks, or shows them in once more.
fn is_aside(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let has = |other: &str| path.with_file_name(other).exists();
    match name {
        "sessions-index.json" => true,
        "chat.html" => has("conversations.json") || has("conversations-000.json"),
        _ => name.starts_with("agent-") && name.ends_with(".meta.json"),
    }
}

/// Which files say what is left out, besides what programs made.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Those of git count: `.gitignore`, the repository's own and the user's.
    pub git: bool,
    /// Ours count.
    pub own: bool,
    /// More of them, in the same language, as if they lay at the top of the folder.
    pub more: Vec<PathBuf>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { git: true, own: true, more: Vec::new() }
    }
}

impl Rules {
    /// The further rules, over a folder. The complaint names the file.
    pub fn over(&self, root: &Path) -> Result<Gitignore, String> {
        let mut builder = GitignoreBuilder::new(root);
        for file in &self.more {
            if let Some(error) = builder.add(file) {
                return Err(error.to_string());
            }
        }
        builder.build().map_err(|error| error.to_string())
    }
}

/// Walks a folder. `only` narrows it to some paths, with the same rules; `never` are folders of our own.
pub fn walk(root: &Path, only: Option<&BTreeSet<PathBuf>>, never: &[PathBuf], bytes_max: u64, rules: &Rules) -> Walked {
    let mut walked = Walked::default();
    if Repository::is_bare(root) {
        walked.skipped.push(bare(root));
        return walked;
    }
    // Asked first, so that git looks while we do.
    let tracked = Repository::around(root).filter(|_| rules.git).and_then(|_| Tracked::below(root));
    let (repositories, bares) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
    let (never, only) = (never.to_vec(), only.map(|paths| Arc::new(paths.clone())));
    // Whoever named the files was told if one of them says nothing; one that went away since leaves out nothing.
    let more = rules.over(root).unwrap_or_else(|_| Gitignore::empty());
    let mut builder = WalkBuilder::new(root);
    builder.hidden(false).follow_links(false).require_git(false).sort_by_file_name(Ord::cmp);
    builder.git_ignore(rules.git).git_global(rules.git).git_exclude(rules.git);
    if rules.own {
        for name in OWN {
            builder.add_custom_ignore_filename(name);
        }
    }
    let picked = Picked { root: root.to_owned(), never, only, more };
    let (chosen, found, found_bare) = (picked.clone(), repositories.clone(), bares.clone());
    builder.filter_entry(move |entry| {
        let path = entry.path();
        if entry.file_name() == ".git" && path.parent().is_some_and(|folder| folder != chosen.root) {
            found.lock().unwrap_or_else(PoisonError::into_inner).extend(path.parent().map(Path::to_owned));
        }
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let is_wanted = chosen.is_wanted(path, is_folder);
        let is_bare = is_wanted && is_folder && Repository::is_bare(path);
        if is_bare {
            found_bare.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
        }
        is_wanted && !is_bare
    });
    // Links and files that programs made, which are left out wherever they are found.
    let mut left = Vec::new();
    for entry in builder.build() {
        match entry {
            Ok(entry) => match entry.file_type() {
                Some(kind) if kind.is_dir() => walked.folders.push(entry.into_path()),
                Some(kind) => {
                    let before = walked.files.len();
                    let path = entry.into_path();
                    walked.add(kind, path.clone(), bytes_max);
                    if walked.files.len() == before {
                        left.push(path);
                    }
                }
                None => {}
            },
            // The folder changed while it was walked, or may not be looked into: the rest is still walked.
            Err(error) => {
                let (path, why, is_denied) = parted(&error);
                let reason = if is_denied { Reason::Denied } else { Reason::Unreadable };
                walked.skipped.push(Skipped::new(path.unwrap_or(root), reason, why));
            }
        }
    }
    let bares = std::mem::take(&mut *bares.lock().unwrap_or_else(PoisonError::into_inner));
    walked.skipped.extend(bares.iter().map(|path| bare(path)));
    let nested = std::mem::take(&mut *repositories.lock().unwrap_or_else(PoisonError::into_inner));
    let tracked = tracked.into_iter().chain(nested.iter().filter_map(|dir| Tracked::below(dir))).flat_map(Tracked::files);
    let mut ours = OurRules::new(rules.own);
    let missed: Vec<PathBuf> = {
        let met: HashSet<&Path> = walked.files.iter().map(|file| file.path.as_path()).chain(left.iter().map(PathBuf::as_path)).collect();
        tracked.filter(|path| !met.contains(path.as_path()) && picked.is_asked(path)).collect()
    };
    let before = walked.files.len();
    let mut added = HashSet::new();
    for path in missed {
        let steps = path.ancestors().take_while(|step| *step != root);
        let is_wanted = steps.enumerate().all(|(place, step)| picked.is_wanted(step, place > 0))
            && !bares.iter().any(|bare| path.starts_with(bare))
            && !ours.leave_out(&path);
        // What is a folder now is a repository of its own, or the file is gone.
        let found = if is_wanted { std::fs::symlink_metadata(&path).ok().filter(|found| !found.is_dir()) } else { None };
        if let Some(found) = found
            && added.insert(path.clone())
        {
            walked.add(found.file_type(), path, bytes_max);
        }
    }
    if walked.files.len() > before {
        walked.files.sort_by(|a, b| a.path.cmp(&b.path));
    }
    walked
}

/// Which of the paths that the rules let through are walked.
#[derive(Clone)]
struct Picked {
    root: PathBuf,
    /// Folders of our own.
    never: Vec<PathBuf>,
    /// The only paths that are asked for.
    only: Option<Arc<BTreeSet<PathBuf>>>,
    /// Further rules.
    more: Gitignore,
}

impl Picked {
    /// True if the file lies at or below a requested path.
    fn is_asked(&self, path: &Path) -> bool {
        self.only.as_ref().is_none_or(|paths| paths.iter().any(|asked| path.starts_with(asked)))
    }

    fn is_wanted(&self, path: &Path, is_folder: bool) -> bool {
        let name = path.file_name().unwrap_or_default();
        let is_root = path == self.root;
        let ours = is_folder && self.never.iter().any(|dir| dir == path);
        // In a linked worktree `.git` is a file.
        let made =
            !is_root && (is_folder && (FOLDERS.iter().any(|made| name == *made) || is_output(path) || is_build_output(path)) || name == ".git");
        let asked = self.only.as_ref().is_none_or(|paths| paths.iter().any(|asked| asked.starts_with(path) || path.starts_with(asked)));
        !ours && !made && asked && (is_root || !self.more.matched(path, is_folder).is_ignore())
    }
}

/// Our own rules, and those of other programs that are not git, by the file that they stand in; each is read once.
struct OurRules {
    names: Vec<&'static str>,
    read: HashMap<PathBuf, Vec<Gitignore>>,
}

impl OurRules {
    fn new(own: bool) -> Self {
        Self { names: OWN.iter().copied().filter(|_| own).chain([".ignore"]).collect(), read: HashMap::new() }
    }

    /// True if an ignore file excludes this path; the nearest one decides.
    fn leave_out(&mut self, path: &Path) -> bool {
        for folder in path.ancestors().skip(1) {
            let names = &self.names;
            let read = || names.iter().map(|name| folder.join(name)).filter(|file| file.is_file()).map(|file| Gitignore::new(file).0).collect();
            if !self.read.contains_key(folder) {
                self.read.insert(folder.to_owned(), read());
            }
            for rules in self.read.get(folder).into_iter().flatten() {
                match rules.matched_path_or_any_parents(path, false) {
                    Match::Ignore(_) => return true,
                    Match::Whitelist(_) => return false,
                    Match::None => {}
                }
            }
        }
        false
    }
}

/// What could not be walked, why, and whether that is for lack of permission.
fn parted(error: &ignore::Error) -> (Option<&Path>, String, bool) {
    match error {
        ignore::Error::WithPath { path, err } => {
            let (_, why, is_denied) = parted(err);
            (Some(path), why, is_denied)
        }
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => parted(err),
        other => match other.io_error().map(std::io::Error::kind) {
            Some(kind) => (None, kind.to_string(), kind == ErrorKind::PermissionDenied),
            None => (None, other.to_string(), false),
        },
    }
}

/// Says that a folder is the inside of a repository and no text of anybody's.
fn bare(path: &Path) -> Skipped {
    let why = format!("a bare repository, which has no files of its own; `palace ingest --git {}` reads its history", path.display());
    Skipped::new(path, Reason::BareRepository, why)
}

/// How a file is, or why it is left out.
fn looked_at(kind: FileType, path: &Path, bytes_max: u64) -> Result<Stamp, Skipped> {
    let named = path.file_name().unwrap_or_default();
    if kind.is_symlink() {
        return Err(Skipped::new(path, Reason::Link, "a link; what it leads to is read where it lies"));
    }
    if let Some(what) = special(kind) {
        return Err(Skipped::new(path, Reason::NotAFile, what));
    }
    if FILES.iter().any(|name| named == *name) || named.to_string_lossy().starts_with("._") || is_aside(path) {
        return Err(Skipped::new(path, Reason::Generated, "made by a program; name the file itself to have it read"));
    }
    match std::fs::symlink_metadata(path) {
        Ok(found) if found.len() > bytes_max => Err(Skipped::too_large(path, found.len(), bytes_max)),
        Ok(found) => Ok(Stamp::seen(&found)),
        Err(error) => Err(Skipped::unopened(path, &error)),
    }
}

/// What something is that can be opened and is no file.
pub fn special(kind: FileType) -> Option<&'static str> {
    match () {
        () if kind.is_fifo() => Some("a named pipe; write it to a file, or bring it by standard input as `-`"),
        () if kind.is_socket() => Some("a socket; there is nothing to read"),
        () if kind.is_block_device() || kind.is_char_device() => Some("a device; there is nothing to read"),
        () => None,
    }
}
