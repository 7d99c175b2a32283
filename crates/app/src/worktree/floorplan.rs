//! Reading a project's floor plan: `.palace/palace.jsonc`, `.palace/rooms/*.jsonc`, `.palace/playbooks/*.jsonc`.
//!
//! A file that cannot be read is a problem that is told, and never one that stops a call. Not here: writing them
//! (`commands::init`), and what the rooms mean.

use jsonc_parser::ParseOptions;
use kernel::floorplan::{Floorplan, PlaybookDocument, ProjectDocument, Room};
use serde::de::DeserializeOwned;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::SystemTime,
};

/// The folder of a project that describes it.
pub const FOLDER: &str = ".palace";
/// The project's own document.
pub const PROJECT: &str = "palace.jsonc";
/// Its rooms.
pub const ROOMS: &str = "rooms";
/// Its playbooks.
pub const PLAYBOOKS: &str = "playbooks";
/// What editors complete them by.
pub const SCHEMAS: &str = "schemas";
/// The name that a folder's things go by; see `outside::anchor`.
pub const ANCHOR: &str = "anchor";
/// What keeps the rest of the folder out of the repository.
pub const GITIGNORE: &str = ".gitignore";
/// All of that folder that belongs to the repository. A palace may live there too, and whatever is not named here is its owner's
/// alone: what a later version puts there is private before anybody thinks of it.
pub const SHARED: &[&str] = &[GITIGNORE, PROJECT, ROOMS, PLAYBOOKS, SCHEMAS, ANCHOR];

/// Longest document, in bytes.
const BYTES_MAX: u64 = 64 * 1024;
/// Most documents in a folder.
const DOCUMENTS_MAX: usize = 500;

/// A file, and what tells that it changed.
type Stamp = (PathBuf, u64, Option<SystemTime>);

/// Keeps the plan of the folder a process stands in, and reads it again when its files change.
#[derive(Debug, Default)]
pub struct Reader(Mutex<Option<(Vec<Stamp>, Arc<Floorplan>)>>);

impl Reader {
    /// The plan of the project that `here` lies in, as its files say now.
    pub fn plan(&self, here: &Path) -> Arc<Floorplan> {
        let Some(root) = root(here) else { return Arc::default() };
        let (files, problems) = files(&root);
        let Ok(mut kept) = self.0.lock() else { return Arc::new(read(&root, &files, problems)) };
        match &*kept {
            Some((stamps, plan)) if *stamps == files => Arc::clone(plan),
            _ => {
                let plan = Arc::new(read(&root, &files, problems));
                *kept = Some((files, Arc::clone(&plan)));
                plan
            }
        }
    }
}

/// The nearest folder, upwards, that a project described itself in. A repository ends where its own folder does.
pub fn root(here: &Path) -> Option<PathBuf> {
    for folder in here.ancestors() {
        let described = folder.join(FOLDER);
        if described.join(PROJECT).is_file() || described.join(ROOMS).is_dir() {
            return Some(folder.to_owned());
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

/// The documents of a project, in order, with what tells that one changed.
fn files(root: &Path) -> (Vec<Stamp>, Vec<String>) {
    let described = root.join(FOLDER);
    let mut problems = Vec::new();
    let mut paths = vec![described.join(PROJECT)];
    for folder in [ROOMS, PLAYBOOKS] {
        let mut found: Vec<PathBuf> = fs::read_dir(described.join(folder)).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        found.retain(|path| path.extension().is_some_and(|kind| kind == "jsonc" || kind == "json"));
        found.sort();
        if found.len() > DOCUMENTS_MAX {
            problems.push(format!("{FOLDER}/{folder} holds {} documents; only the first {DOCUMENTS_MAX} are read", found.len()));
            found.truncate(DOCUMENTS_MAX);
        }
        paths.extend(found);
    }
    let stamp = |path: PathBuf| fs::metadata(&path).ok().filter(fs::Metadata::is_file).map(|about| (path, about.len(), about.modified().ok()));
    (paths.into_iter().filter_map(stamp).collect(), problems)
}

fn read(root: &Path, files: &[Stamp], mut problems: Vec<String>) -> Floorplan {
    let described = root.join(FOLDER);
    let (mut project, mut rooms, mut playbooks) = (None, Vec::new(), Vec::new());
    for (path, length, _) in files {
        let named = path.strip_prefix(root).unwrap_or(path).display().to_string();
        let read = match *length {
            length if length > BYTES_MAX => Err(format!("it has {length} bytes; {BYTES_MAX} are the most")),
            _ if path.starts_with(described.join(ROOMS)) => {
                document(path).and_then(|room| Room::new(room).map_err(|r| r.to_string())).map(|room| rooms.push(room))
            }
            _ if path.starts_with(described.join(PLAYBOOKS)) => document::<PlaybookDocument>(path).map(|playbook| playbooks.push(playbook)),
            _ => document::<ProjectDocument>(path).map(|found| project = Some(found)),
        };
        if let Err(why) = read {
            problems.push(format!("{named}: {why}"));
        }
    }
    Floorplan::new(project, rooms, playbooks, problems)
}

/// One document: JSON with comments and trailing commas.
pub fn document<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let json: serde_json::Value = jsonc_parser::parse_to_serde_value::<Option<serde_json::Value>>(&text, &ParseOptions::default())
        .map_err(|e| e.to_string())?
        .unwrap_or_default();
    serde_path_to_error::deserialize(json).map_err(|e| format!("`{}`: {}", e.path(), e.inner()))
}
