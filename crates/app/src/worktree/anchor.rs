//! Where something belongs: worked out in one place for every writer, from the folder it stands in.
//!
//! Files belong to their repository, known by its first commit, so that worktrees, clones and machines agree. What is
//! said while standing in a linked worktree belongs to that worktree. See `docs/decisions/0009`.
//!
//! Not here: absolute paths as names. Moving a folder would orphan all that was read from it.

use super::{
    floorplan::{ANCHOR, FOLDER},
    git::Repository,
    places::Places,
};
use crate::home::Home;
use engine::Engine;
use kernel::{anchor::Anchor, call::Whereabouts, text::is_hidden};
use std::path::{Path, PathBuf};

/// The longest name that counts in a file that names a folder's anchor, for those who want one name on several machines.
const MARKER_BYTES_MAX: usize = 200;
/// The longest name of a project, as wings have it.
const NAME_CHARS_MAX: usize = 128;

/// A folder whose things belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Where they belong.
    pub anchor: Anchor,
    /// The folder that their names are within.
    pub base: PathBuf,
    /// Other names of the repository, for those who do not have its beginning.
    pub aliases: Vec<String>,
    /// The repository, if it is one.
    pub repository: Option<Repository>,
}

impl Standing {
    /// What people call it, and where it lies today. A linked worktree goes by the name of the repository's own folder, so
    /// that a project has one name however many checkouts it has.
    pub fn whereabouts(&self) -> Option<Whereabouts> {
        let main = self.repository.as_ref().filter(|r| r.worktree.is_some() && r.common.file_name().is_some_and(|name| name == ".git"));
        let folder = main.and_then(|r| r.common.parent()).unwrap_or(&self.base);
        let plain = |text: &str| text.chars().map(|c| if c.is_control() || is_hidden(c) { '-' } else { c }).collect::<String>();
        let name: String = plain(folder.file_name()?.to_string_lossy().trim()).chars().take(NAME_CHARS_MAX).collect();
        (!name.is_empty()).then(|| Whereabouts { name, path: plain(&self.base.to_string_lossy()) })
    }
}

/// Finds out where things belong.
#[derive(Debug)]
pub struct Surveyor<'e> {
    engine: &'e Engine,
    places: Places,
}

impl<'e> Surveyor<'e> {
    /// For the palace of this home.
    pub fn new(home: &Home, engine: &'e Engine) -> Self {
        Self { engine, places: Places::of(home) }
    }

    /// Finds out without writing anything down.
    #[must_use]
    pub fn trial(mut self, is_trial: bool) -> Self {
        self.places.is_trial = is_trial;
        self
    }

    /// Where a process stands that works in this folder, and what people call that.
    pub fn stands(&mut self, dir: &Path) -> (Anchor, Option<Whereabouts>) {
        let Some(standing) = dir.ancestors().find_map(|dir| self.at(dir, false)) else { return (Anchor::Global, None) };
        let whereabouts = standing.whereabouts();
        match standing.repository.and_then(|repository| repository.worktree) {
            Some(worktree) => (standing.anchor.worktree(&worktree), whereabouts),
            None => (standing.anchor, whereabouts),
        }
    }

    /// Where a process stands that works in this folder.
    pub fn anchor(&mut self, dir: &Path) -> Anchor {
        self.stands(dir).0
    }

    /// Where a folder's files belong, if they belong anywhere in particular.
    pub fn around(&mut self, dir: &Path) -> Option<Standing> {
        dir.ancestors().find_map(|dir| self.at(dir, true))
    }

    /// A folder that is read as a whole and lies in nothing we know: from now on it is known.
    pub fn settle(&mut self, dir: &Path) -> Standing {
        Standing { anchor: self.places.settle(dir), base: dir.to_owned(), aliases: Vec::new(), repository: None }
    }

    /// Where things belong from this very folder on: a repository, a folder with a marker, or one that we know.
    pub fn at(&mut self, dir: &Path, with_aliases: bool) -> Option<Standing> {
        if let Some(repository) = Repository::at(dir).or_else(|| Repository::bare(dir)) {
            return Some(self.repository(repository, with_aliases));
        }
        let marked = marker(dir).map(|name| Anchor::of_name(&name));
        let anchor = marked.or_else(|| self.places.at(dir).cloned())?;
        Some(Standing { anchor, base: dir.to_owned(), aliases: Vec::new(), repository: None })
    }

    fn repository(&mut self, repository: Repository, with_aliases: bool) -> Standing {
        let base = repository.root.clone();
        let known = self.places.at(&repository.common).cloned();
        let whole = !repository.is_shallow();
        if let Some(anchor) = known.filter(|_| whole) {
            let aliases = if with_aliases { repository.remotes() } else { Vec::new() };
            return Standing { anchor, base, aliases, repository: Some(repository) };
        }
        let remotes = repository.remotes();
        if let Some(first) = Some(()).filter(|()| whole).and_then(|()| repository.first_commit()) {
            let anchor = Anchor::of_first_commit(&first);
            self.places.learn(&repository.common, &anchor);
            return Standing { anchor, base, aliases: remotes, repository: Some(repository) };
        }
        // Without its beginning a clone goes by its remote: as whoever had the beginning said, or by the remote itself.
        // It gives no name to others: they may know better.
        let told = remotes.iter().find_map(|remote| self.engine.look(|_, view| Ok(view.anchor_of(remote)?)).ok().flatten());
        let anchor = told.or_else(|| remotes.first().map(|remote| Anchor::of_name(remote))).unwrap_or_else(|| self.places.settle(&base));
        Standing { anchor, base, aliases: Vec::new(), repository: Some(repository) }
    }
}

fn marker(dir: &Path) -> Option<String> {
    let text = std::fs::read_to_string(dir.join(FOLDER).join(ANCHOR)).ok()?;
    let name = text.trim();
    (!name.is_empty() && name.len() <= MARKER_BYTES_MAX && !name.contains(char::is_control)).then(|| name.to_owned())
}
