//! A working tree and its index: which files there are, which must be read again, and what they say now.
//!
//! Not here: outlines, and what is found in them. The engine reads texts, and keeps no text.

use super::{
    anchor::Surveyor,
    name,
    walk::{File, Rules, Walked, walk},
};
use crate::{desk::Desk, home::Home};
use engine::{Engine, Lies, Request, Terrain};
use kernel::{
    actor::Actor,
    anchor::Anchor,
    refusal::{Code, Refusal},
    scope::ProjectPath,
};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};
use syntax::Language;

/// The largest file that is outlined: beyond that a program wrote it.
const FILE_BYTES_MAX: u64 = 1 << 20;
/// A batch is kept in one transaction: as much as is read in about a second.
const BATCH_BYTES: usize = 4 << 20;
const BATCH_FILES: usize = 500;

/// A tree, or a folder of one.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The checkout that its files belong to.
    pub anchor: Anchor,
    /// The folder that their names are within.
    pub base: PathBuf,
    /// The folder that is looked at.
    pub dir: PathBuf,
}

impl Ground {
    /// The tree around a folder, if it lies in one that is known.
    pub fn around(surveyor: &mut Surveyor<'_>, dir: &Path) -> Option<Self> {
        let standing = dir.ancestors().find_map(|dir| surveyor.at(dir, false))?;
        let worktree = standing.repository.as_ref().and_then(|repository| repository.worktree.clone());
        let anchor = worktree.map_or_else(|| standing.anchor.clone(), |worktree| standing.anchor.worktree(&worktree));
        Some(Self { anchor, base: standing.base, dir: dir.to_owned() })
    }

    /// The tree around a folder; one that lies in nothing we know is a tree of its own from now on.
    pub fn at(home: &Home, engine: &Engine, dir: &Path) -> Self {
        let mut surveyor = Surveyor::new(home, engine);
        Self::around(&mut surveyor, dir).unwrap_or_else(|| {
            let standing = surveyor.settle(dir);
            Self { anchor: standing.anchor, base: standing.base, dir: dir.to_owned() }
        })
    }

    /// What the names of the folder's files begin with.
    fn prefix(&self) -> String {
        match name::within(&self.base, &self.dir) {
            Some(inner) if !inner.is_empty() => format!("{inner}/"),
            Some(_) | None => String::new(),
        }
    }
}

/// What came of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Indexed {
    /// Files in a language that is read.
    pub files: u64,
    /// Files that were looked into, because their size or time is new.
    pub changed: u64,
    /// Texts that were outlined.
    pub read: u64,
    /// Lines of those.
    pub lines: u64,
    /// What those define.
    pub symbols: u64,
    /// Files that are gone.
    pub gone: u64,
}

impl Indexed {
    /// Whether anything is different now.
    pub fn is_news(&self) -> bool {
        self.changed > 0 || self.gone > 0
    }

    /// For programs.
    pub fn json(&self) -> Json {
        json!({ "files": self.files, "changed": self.changed, "read": self.read, "lines": self.lines, "symbols": self.symbols, "gone": self.gone })
    }
}

/// Brings the index of a tree up to date, for somebody.
#[derive(Debug)]
pub struct Indexer<'d> {
    /// The palace.
    pub desk: &'d Desk,
    /// Who keeps it.
    pub actor: Actor,
    /// The tree.
    pub ground: &'d Ground,
    /// What is left out of it.
    pub rules: Rules,
}

impl Indexer<'_> {
    /// One round. `only` are paths that may have changed; without it everything is looked at. `step` hears how many files
    /// are done, of how many; `folders` each folder that was walked.
    pub fn round(
        &self,
        only: Option<&BTreeSet<PathBuf>>,
        step: &mut dyn FnMut(u64, u64),
        folders: &mut dyn FnMut(&Path),
    ) -> Result<Indexed, Refusal> {
        // What is no file any more may have been a whole folder, which only the rest of the tree can tell.
        let only = only.filter(|paths| paths.iter().all(|path| path.is_file()));
        let never: Vec<PathBuf> = self.desk.home.dir().canonicalize().into_iter().collect();
        let walked = walk(&self.ground.dir, only, &never, FILE_BYTES_MAX, &self.rules);
        walked.folders.iter().for_each(|folder| folders(folder));
        let seen = self.seen(&walked);
        let mut indexed = Indexed { files: seen.len() as u64, ..Indexed::default() };
        let told: Vec<Json> = seen.iter().map(|file| json!({ "path": file.name, "size": file.size, "mtime": file.mtime })).collect();
        let answer = self.ask("code.check", json!({ "seen": told, "whole": only.is_none(), "path": self.ground.prefix() }))?;
        let names = |field: &str| answer[field].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect::<Vec<_>>();
        let changed: HashSet<String> = names("changed").into_iter().collect();
        let mut gone = names("gone");
        let total = changed.len() as u64;
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for file in seen.iter().filter(|file| changed.contains(&file.name)) {
            indexed.changed += 1;
            match text_of(&file.path) {
                Some(text) => {
                    bytes += text.len();
                    batch.push(json!({ "path": file.name, "text": text, "size": file.size, "mtime": file.mtime }));
                }
                None => gone.push(file.name.clone()), // what is no text is not in the index
            }
            if batch.len() >= BATCH_FILES || bytes >= BATCH_BYTES {
                self.keep(&mut indexed, std::mem::take(&mut batch), &[])?;
                bytes = 0;
                step(indexed.changed, total);
            }
        }
        // Last, so that a file that was renamed still finds its text.
        if !batch.is_empty() || !gone.is_empty() {
            self.keep(&mut indexed, batch, &gone)?;
        }
        step(total, total);
        Ok(indexed)
    }

    fn keep(&self, indexed: &mut Indexed, files: Vec<Json>, gone: &[String]) -> Result<(), Refusal> {
        let answer = self.ask("code.keep", json!({ "files": files, "gone": gone }))?;
        let number = |field: &str| answer[field].as_u64().unwrap_or(0);
        indexed.read += number("read");
        indexed.lines += number("lines");
        indexed.symbols += number("symbols");
        indexed.gone += number("gone");
        Ok(())
    }

    fn ask(&self, op: &str, input: Json) -> Result<Json, Refusal> {
        let call = self.desk.call(self.actor.clone(), "")?.from(self.ground.anchor.clone());
        let answer = self.desk.engine.call(&call, Request { op, input, client: "index", housekeeping: true, ..Request::default() })?;
        Ok(answer.into_inner().result)
    }

    fn seen(&self, walked: &Walked) -> Vec<Seen> {
        let source_file = |file: &File| {
            let path = &file.path;
            let name = name::within(&self.ground.base, path)?;
            Language::of_path(&name)?;
            ProjectPath::parse(&name).ok().filter(|read| read.as_str() == name)?;
            Some(Seen { name, path: path.clone(), size: i64::try_from(file.stamp.size()).ok()?, mtime: file.stamp.changed().max(0) / 1_000 })
        };
        walked.files.iter().filter_map(source_file).collect()
    }
}

struct Seen {
    name: String,
    path: PathBuf,
    size: i64,
    mtime: i64,
}

/// The text of a file, if it is one.
fn text_of(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    (!text.contains('\0')).then_some(text)
}

/// The trees that this process stands in, for answers that quote a file.
#[derive(Debug, Default)]
pub struct Here(Mutex<HashMap<Anchor, PathBuf>>);

impl Here {
    /// A checkout lies in this folder.
    pub fn know(&self, anchor: Anchor, base: PathBuf) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(anchor, base);
    }
}

impl Terrain for Here {
    fn read(&self, anchor: &Anchor, path: &ProjectPath) -> Lies {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(anchor).cloned();
        let Some(base) = known.and_then(|base| base.canonicalize().ok()) else { return Lies::Unknown };
        let file = match name::path_of(&base, path.as_str()).canonicalize() {
            // A link in the tree may lead out of it; what lies there is not the tree's.
            Ok(file) if file.starts_with(&base) => file,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Lies::Nothing,
            Ok(_) | Err(_) => return Lies::Unknown,
        };
        let fits = std::fs::metadata(&file).is_ok_and(|found| found.is_file() && found.len() <= FILE_BYTES_MAX);
        fits.then(|| text_of(&file)).flatten().map_or(Lies::Unknown, Lies::Text)
    }
}

/// A folder that a person named.
pub fn named(path: &Path) -> Result<PathBuf, Refusal> {
    let refuse = |why: String| Code::InputInvalid.refuse(path.display().to_string(), format!("{} {why}", path.display()));
    let found = path.canonicalize().map_err(|e| refuse(format!("cannot be read: {e}")).next("Name a folder that is there"))?;
    if found.is_dir() { Ok(found) } else { Err(refuse("is no folder".into()).next("Name the folder of a working tree")) }
}
