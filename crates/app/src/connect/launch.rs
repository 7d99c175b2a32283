//! Finds the command by which clients start this program, so that it still does after an upgrade, and judges commands that are written
//! down already.
//!
//! A program's own file is often the wrong answer: package managers keep each version in a folder of its own that the next upgrade
//! deletes, with a link to it on PATH, and runners (npx, uvx) start it from a cache. Nothing here reads the environment; it arrives in
//! [`Started`]. Files are looked at and never run: a command in a project's file may be anybody's.

use super::{ConnectError, Scope, entry::stem};
use serde_json::Value as Json;
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Component, Path, PathBuf},
};

/// Programs that fetch a package and start what is in it.
const RUNNERS: [&str; 3] = [NPX, UV, "bunx"];
/// The name that this program has on PATH.
const NAME: &str = "palace";
const NPX: &str = "npx";
const UV: &str = "uvx";

/// How this process came to be started, and where the machine looks for programs.
#[derive(Debug, Clone, Default)]
pub struct Started {
    /// The program's own file.
    pub file: PathBuf,
    /// The word it was called by.
    pub called: PathBuf,
    /// The folders of PATH, then those where package managers put links.
    pub folders: Vec<PathBuf>,
}

/// The command to write down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The program, and what it is told before its own words.
    pub words: Vec<String>,
    /// What a person should know about it.
    pub note: Option<String>,
}

/// Where a command that is written down leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lead {
    /// To this program.
    Here,
    /// To a runner, which chooses the program when it is started.
    Runner,
    /// To another program, or another version of this one.
    Elsewhere(PathBuf),
    /// Nowhere, and why.
    Nowhere(String),
}

impl Started {
    /// The command for somebody's configuration. A person's own gets a path that survives upgrades: programs with windows do not
    /// have the PATH of a shell. A project's gets no path of this machine.
    pub fn launch(&self, scope: &Scope) -> Result<Launch, ConnectError> {
        let launch = |word: String, note: Option<String>| Ok(Launch { words: vec![word], note });
        let on_path = self.link();
        match (scope, &on_path, cache_of(&self.file)) {
            (Scope::Project(_), Some(_), _) => launch(NAME.into(), None),
            (Scope::User, Some(link), _) if !is_versioned(link) => launch(link.display().to_string(), None),
            (_, None, Some(cache)) => {
                let package = cache.package().ok_or_else(|| ConnectError::Cache { file: self.file.clone() })?;
                let note = format!("{} looks for the package each time it starts; an installed palace starts faster", package[0]);
                Ok(Launch { words: package, note: Some(note) })
            }
            (Scope::Project(_), None, None) => launch(NAME.into(), Some(format!("no folder of PATH has `{NAME}`, so clients will not find it here"))),
            (Scope::User, link, _) => {
                let path = link.as_ref().unwrap_or(&self.file);
                let note = format!(
                    "{} belongs to one version. If an upgrade deletes it, clients find nothing there: put a link to it on PATH and run this again",
                    path.display()
                );
                launch(path.display().to_string(), is_versioned(path).then_some(note))
            }
        }
    }

    /// The first entry of PATH that starts this program and is not deleted by the next upgrade; else the first that starts it.
    fn link(&self) -> Option<PathBuf> {
        let called = self.called.file_name().map(PathBuf::from).filter(|name| !name.as_os_str().is_empty());
        let names: Vec<PathBuf> = std::iter::once(PathBuf::from(NAME)).chain(called.filter(|name| name != Path::new(NAME))).collect();
        let typed = Some(self.called.clone()).filter(|called| called.is_absolute());
        let found = self.folders.iter().filter(|folder| folder.is_absolute()).flat_map(|folder| names.iter().map(|name| folder.join(name)));
        let here: Vec<PathBuf> =
            found.chain(typed).filter(|entry| cache_of(entry).is_none() && leads_to(entry, &self.file) && is_lasting(entry)).collect();
        here.iter().find(|entry| !is_versioned(entry)).or(here.first()).cloned()
    }

    /// Where a command leads that is written down in a file of this scope.
    pub fn judge(&self, words: &[String], scope: &Scope) -> Lead {
        let Some(program) = words.first().filter(|word| !word.is_empty()) else { return Lead::Nowhere("it names no program".into()) };
        let path = Path::new(program);
        let found = match (path.components().count(), path.is_absolute(), scope) {
            (1, false, _) => {
                let found = self.folders.iter().map(|folder| folder.join(path)).find(|entry| is_program(entry));
                match found {
                    Some(found) => found,
                    None => return Lead::Nowhere(format!("no folder of PATH has `{program}`")),
                }
            }
            (_, true, _) => path.to_owned(),
            (_, false, Scope::Project(project)) => project.join(path),
            (_, false, Scope::User) => return Lead::Nowhere("where a path without a beginning leads depends on the client".into()),
        };
        if !found.exists() {
            return Lead::Nowhere("it is not there".into());
        }
        if !is_program(&found) {
            return Lead::Nowhere("it is no program that can be started".into());
        }
        if is_runner(program) {
            Lead::Runner
        } else if leads_to(&found, &self.file) {
            Lead::Here
        } else {
            Lead::Elsewhere(found.canonicalize().unwrap_or(found))
        }
    }
}

/// Whether a command begins with a runner of packages.
pub(super) fn is_runner(program: &str) -> bool {
    RUNNERS.contains(&stem(program))
}

/// The package that a runner is told to start, without its version, or the program in it: the name by which an entry is known as ours.
pub(super) fn package<'a>(arguments: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut words = arguments.skip_while(|word| word.starts_with('-') && *word != "--from");
    let package = match words.next()? {
        "--from" => words.nth(1)?,
        package => package,
    };
    let name = package.rsplit('/').next().unwrap_or(package);
    Some(name.split(['@', '=', '<', '>', '~', '[']).next().unwrap_or(name))
}

/// A cache that a program is started from.
struct Cache<'f> {
    file: &'f Path,
    /// The folder that is known as a cache.
    root: PathBuf,
    kind: &'static str,
}

/// The cache that a file lies in.
fn cache_of(file: &Path) -> Option<Cache<'_>> {
    let parts: Vec<Component<'_>> = file.components().collect();
    let name = |at: usize| parts[at].as_os_str().to_str().unwrap_or_default();
    (0..parts.len()).find_map(|at| {
        let above = at.checked_sub(1).map(name).unwrap_or_default();
        Some(Cache { file, root: parts[..=at].iter().collect(), kind: kind_of_cache(name(at), above)? })
    })
}

/// Whose cache a folder is, by its name and that of the folder it lies in.
fn kind_of_cache(name: &str, above: &str) -> Option<&'static str> {
    let version = ["archive-v", "environments-v", "builds-v"].iter().find_map(|begins| name.strip_prefix(begins));
    match (name, above) {
        ("_npx", _) => Some(NPX),
        (name, "pnpm") if name.starts_with("dlx") => Some("pnpm"),
        (".cache", "pipx") => Some("pipx"),
        (name, _) if name.starts_with("bunx-") => Some("bunx"),
        _ => version.filter(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).map(|_| UV),
    }
}

impl Cache<'_> {
    /// The words by which its runner starts the package again.
    fn package(&self) -> Option<Vec<String>> {
        // Each package, or set of packages, has a folder of its own below the cache.
        let own = self.root.join(self.file.strip_prefix(&self.root).ok()?.components().next()?);
        let words = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
        match self.kind {
            NPX => words(&[NPX, "-y", &asked_of_npx(&own)?]),
            UV => {
                let (name, program) = (python_package(&own)?, stem(self.file.to_str()?));
                if name == program { words(&[UV, &name]) } else { words(&[UV, "--from", &name, program]) }
            }
            _ => None,
        }
    }
}

/// The package that npx was asked for, as it was asked.
fn asked_of_npx(folder: &Path) -> Option<String> {
    let all: Json = serde_json::from_str(&fs::read_to_string(folder.join("package.json")).ok()?).ok()?;
    let asked = all["_npx"]["packages"].as_array().filter(|list| list.len() == 1).and_then(|list| list[0].as_str());
    let only = || all["dependencies"].as_object().filter(|list| list.len() == 1).and_then(|list| list.keys().next()).map(String::as_str);
    asked.or_else(only).filter(|name| !name.starts_with(['-', '.', '/'])).map(str::to_owned)
}

/// The Python package that put this program into an environment.
fn python_package(environment: &Path) -> Option<String> {
    let subfolders = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let installed = subfolders(environment.join("lib")).flat_map(|python| subfolders(python.join("site-packages")));
    let mut found: Vec<String> = installed
        .filter(|folder| folder.extension().is_some_and(|end| end == "dist-info"))
        .filter(|folder| fs::read_to_string(folder.join("RECORD")).is_ok_and(|list| list.lines().any(|line| line.contains(&format!("bin/{NAME},")))))
        .filter_map(|folder| {
            let about = fs::read_to_string(folder.join("METADATA")).ok()?;
            about.lines().find_map(|line| line.strip_prefix("Name: ")).map(|name| name.trim().to_owned())
        })
        .collect();
    found.sort();
    found.into_iter().next()
}

/// Whether starting one file starts the other: it is the same, a link to it, a copy of it, or what npm put beside it to start it.
fn leads_to(entry: &Path, file: &Path) -> bool {
    let (Ok(entry), Ok(file)) = (entry.canonicalize(), file.canonicalize()) else { return false };
    entry == file || is_program(&entry) && (is_copy(&entry, &file) || installed_together(&entry, &file))
}

fn is_copy(entry: &Path, file: &Path) -> bool {
    let (Ok(a), Ok(b)) = (entry.metadata(), file.metadata()) else { return false };
    let same_file = (a.dev(), a.ino()) == (b.dev(), b.ino());
    same_file || a.len() == b.len() && matches!((fs::read(entry), fs::read(file)), (Ok(a), Ok(b)) if a == b)
}

/// Packages of npm hold a script that starts the program, which lies in a package of its own beside it.
fn installed_together(entry: &Path, file: &Path) -> bool {
    let tree = |path: &Path| {
        let names: Vec<_> = path.components().collect();
        let at = names.iter().position(|name| name.as_os_str() == "node_modules")?;
        Some(names[..=at].iter().collect::<PathBuf>())
    };
    let is_ours = entry.file_stem().is_some_and(|name| name == NAME);
    is_ours && tree(entry).is_some() && tree(entry) == tree(file)
}

/// Whether a link ends outside of every cache: those are emptied.
fn is_lasting(entry: &Path) -> bool {
    entry.canonicalize().is_ok_and(|file| cache_of(&file).is_none())
}

/// Whether a path goes through a folder that is named after a version, as `Cellar/palace/1.2/bin` does.
fn is_versioned(path: &Path) -> bool {
    path.components().any(|name| {
        let name = name.as_os_str().to_string_lossy();
        let last = name.rsplit('-').next().unwrap_or(&name);
        let number = last.strip_prefix('v').unwrap_or(last);
        number.starts_with(|c: char| c.is_ascii_digit())
            && number.contains('.')
            && number.chars().all(|c| c.is_ascii_alphanumeric() || ['.', '_', '+'].contains(&c))
    })
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}
