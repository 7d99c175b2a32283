//! What is to be read, where each thing belongs, and what of it was known before.
//!
//! Not here: reading and keeping. This is the list, made before the first file is opened.

use super::{Options, summary::Failed};
use crate::{
    home::Home,
    worktree::{
        absent,
        anchor::{Standing, Surveyor},
        history, name,
        read::{self, Brought, How},
        remembered::{Note, Remembered, Stamp},
        walk::{File, Reason, Skipped, walk},
    },
};
use engine::{
    Engine, contained,
    ops::source::{
        check::{Kept, kept},
        check_name, digest,
    },
};
use ingest::format::{Format, folder};
use kernel::{anchor::Anchor, ledger::Digest, refusal::Refusal, text::Slice};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// A file of so many bytes is named while it is read.
const LARGE_BYTES: u64 = 4 << 20;

/// What was named on the command line.
#[derive(Clone, Debug)]
pub(super) enum Target {
    File(PathBuf),
    Folder(PathBuf),
    History(PathBuf),
    /// Standard input, perhaps under a name.
    Stdin(Option<String>),
    /// A conversation that was read already, and the file it is in.
    Transcript(PathBuf, Vec<u8>),
}

impl Target {
    /// What can be watched of it.
    pub(super) fn watched(&self) -> Option<PathBuf> {
        match self {
            Self::File(path) | Self::Folder(path) => Some(path.clone()),
            Self::History(_) | Self::Stdin(_) | Self::Transcript(..) => None,
        }
    }
}

/// A stretch of names that was looked at, so that what is not there any more is known to be gone.
#[derive(Debug)]
enum Region {
    /// Everything that begins so.
    Whole(String),
    /// This, and what lies below it or inside.
    One(String),
}

impl Region {
    fn prefix(&self) -> &str {
        match self {
            Self::Whole(prefix) | Self::One(prefix) => prefix,
        }
    }
    fn covers(&self, path: &str) -> bool {
        match self {
            Self::Whole(prefix) => path.starts_with(prefix),
            Self::One(name) => path.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '#'])),
        }
    }
}

/// A place that things are read from.
#[derive(Debug)]
pub(super) struct Ground {
    pub standing: Standing,
    regions: Vec<Region>,
    /// Names of files that are there.
    present: HashSet<String>,
    /// What was known of the regions, by name.
    pub known: BTreeMap<String, Kept>,
}

impl Ground {
    /// Known names of files that are not there any more.
    pub(super) fn missing(&self) -> Vec<String> {
        self.known.keys().filter(|path| !path.contains('#') && !self.is_there(path)).cloned().collect()
    }

    /// Whether the file of a name is there, though perhaps it is not read any more.
    pub(super) fn is_there(&self, path: &str) -> bool {
        let found = || std::fs::symlink_metadata(name::path_of(&self.standing.base, path));
        // A folder that may not be looked into hides its files; that does not mean that they are gone.
        self.present.contains(path) || !found().is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
    }
}

/// One thing to read.
#[derive(Debug)]
pub(super) struct Job {
    ground: usize,
    what: What,
}

#[derive(Debug)]
enum What {
    /// Its stamp is the one that the walk saw, if it was found in a folder.
    File {
        path: PathBuf,
        name: String,
        bytes_max: u64,
        walked: Option<Stamp>,
    },
    Folder {
        root: PathBuf,
        format: Format,
        files: Vec<(PathBuf, String)>,
    },
    History(PathBuf),
    Stdin(Option<String>),
    Transcript(PathBuf, Vec<u8>),
}

/// What came of a job.
#[derive(Debug)]
pub(super) struct Delivery {
    pub ground: usize,
    /// The name of the file, if it was one and it could be read: then what it no longer holds is gone.
    pub stem: Option<String>,
    /// The checkout whose history it is.
    pub history: Option<PathBuf>,
    /// The file, as the user would name it.
    pub what: String,
    pub brought: Result<Brought, NotRead>,
    /// What each document says, by its digest, worked out beside the keeping.
    pub digests: Vec<Digest>,
    /// How the file was when it was read, if nothing was changed then and a change after that would show.
    pub stamp: Option<Stamp>,
}

impl Delivery {
    /// What to remember of a file that was read whole and without complaint.
    pub(super) fn note(&self) -> Option<(String, Note)> {
        let brought = self.brought.as_ref().ok().filter(|brought| brought.is_plain && brought.skipped.is_empty() && brought.broken_total == 0)?;
        let documents = brought.documents.iter().map(|document| document.path.clone()).zip(self.digests.iter().copied()).collect();
        Some((self.stem.clone()?, Note { stamp: self.stamp?, documents }))
    }
}

/// Why a job brought nothing.
#[derive(Debug)]
pub(super) enum NotRead {
    /// It was left out, for a reason that the user can do something about.
    Skipped(Skipped),
    /// A fault in the program.
    Failed(Failed),
}

/// All that is to be read.
#[derive(Debug, Default)]
pub(super) struct Errand {
    pub jobs: Vec<Job>,
    pub grounds: Vec<Ground>,
    /// Whether only what was touched is read.
    pub is_narrowed: bool,
    pub skipped: Vec<Skipped>,
    /// Folders that were walked.
    pub folders: Vec<PathBuf>,
}

impl Errand {
    /// Adds what was named; `only` narrows it to what was touched.
    pub(super) fn add(
        &mut self,
        surveyor: &mut Surveyor<'_>,
        target: &Target,
        options: &Options,
        only: Option<&BTreeSet<PathBuf>>,
        never: &[PathBuf],
    ) -> Result<(), Refusal> {
        match target {
            Target::Stdin(name) => {
                let here = std::env::current_dir().ok().and_then(|dir| surveyor.around(&dir));
                let ground = self.ground(here.unwrap_or_else(|| nowhere(Path::new(""))));
                self.jobs.push(Job { ground, what: What::Stdin(name.clone()) });
            }
            Target::Transcript(path, bytes) => {
                let here = std::env::current_dir().ok().and_then(|dir| surveyor.around(&dir));
                let ground = self.ground(here.unwrap_or_else(|| nowhere(Path::new(""))));
                self.jobs.push(Job { ground, what: What::Transcript(path.clone(), bytes.clone()) });
            }
            Target::History(dir) => {
                let standing = surveyor.around(dir).unwrap_or_else(|| nowhere(dir));
                let ground = self.ground(standing);
                self.jobs.push(Job { ground, what: What::History(dir.clone()) });
            }
            Target::File(path) => {
                if only.is_none_or(|paths| paths.contains(path)) {
                    self.file(surveyor, path, options, only.is_some());
                }
            }
            Target::Folder(dir) => {
                let touched: Option<BTreeSet<PathBuf>> = only.map(|paths| paths.iter().filter(|path| path.starts_with(dir)).cloned().collect());
                if touched.as_ref().is_none_or(|paths| !paths.is_empty()) {
                    self.folder(surveyor, dir, options, touched.as_ref(), never);
                }
            }
        }
        Ok(())
    }

    fn file(&mut self, surveyor: &mut Surveyor<'_>, path: &Path, options: &Options, watched: bool) {
        let parent = path.parent().unwrap_or(path);
        let standing = surveyor.around(parent).unwrap_or_else(|| nowhere(parent));
        let Some(name) = name::within(&standing.base, path) else { return self.skipped.push(too_long(path)) };
        let ground = self.ground(standing);
        if watched {
            self.grounds[ground].regions.push(Region::One(name.clone()));
        }
        if !watched || path.exists() {
            self.grounds[ground].present.insert(name.clone());
            self.jobs.push(Job { ground, what: What::File { path: path.to_owned(), name, bytes_max: options.named_bytes_max(), walked: None } });
        }
    }

    fn folder(&mut self, surveyor: &mut Surveyor<'_>, dir: &Path, options: &Options, touched: Option<&BTreeSet<PathBuf>>, never: &[PathBuf]) {
        // A transcript may be as large as one that is named, and only its first bytes tell that it is one.
        let walked = walk(dir, touched, never, options.named_bytes_max(), &options.rules);
        self.skipped.extend(walked.skipped);
        if touched.is_none() {
            self.skipped.extend(absent::below(dir));
        }
        self.folders.extend(walked.folders.iter().cloned());
        let mut files = walked.files;
        if matches!(options.format, Some(Format::Slack | Format::Opencode)) || read::may_be_whole(dir) {
            // What was touched of an export or a storage folder says little by itself: the folder is read as one again.
            let all = if touched.is_some() { walk(dir, None, never, options.named_bytes_max(), &options.rules).files } else { files.clone() };
            if self.whole_folder(surveyor, dir, options, &all, &mut files) && files.is_empty() {
                return;
            }
        }
        let outer = surveyor.around(dir).unwrap_or_else(|| surveyor.settle(dir));
        let inner = name::within(&outer.base, dir).unwrap_or_default();
        let ground = self.ground(outer);
        let mut map = HashMap::from([(dir.to_owned(), ground)]);
        if touched.is_none() {
            self.grounds[ground].regions.push(Region::Whole(if inner.is_empty() { inner } else { inner + "/" }));
        }
        for path in touched.into_iter().flatten() {
            let ground = self.ground_of(surveyor, path.parent().unwrap_or(dir), touched.is_none(), &mut map);
            if let Some(name) = name::within(&self.grounds[ground].standing.base, path).filter(|name| !name.is_empty()) {
                self.grounds[ground].regions.push(Region::One(name));
            }
        }
        for File { path, stamp } in files {
            let ground = self.ground_of(surveyor, path.parent().unwrap_or(dir), touched.is_none(), &mut map);
            let Some(name) = name::within(&self.grounds[ground].standing.base, &path) else {
                self.skipped.push(too_long(&path));
                continue;
            };
            self.grounds[ground].present.insert(name.clone());
            self.jobs.push(Job { ground, what: What::File { path, name, bytes_max: options.found_bytes_max(), walked: Some(stamp) } });
        }
    }

    /// An export or a storage folder is read as one. Whether it is one is told by the names of all that is in it. Then only
    /// the files that are no part of it are left.
    fn whole_folder(&mut self, surveyor: &mut Surveyor<'_>, dir: &Path, options: &Options, all: &[File], files: &mut Vec<File>) -> bool {
        let named: Vec<(PathBuf, String)> = all.iter().filter_map(|file| Some((file.path.clone(), name::within(dir, &file.path)?))).collect();
        let names: Vec<&str> = named.iter().map(|(_, name)| name.as_str()).collect();
        let asked = options.format.filter(|format| matches!(format, Format::Slack | Format::Opencode | Format::MemPalace | Format::BasicMemory));
        let Some(format) = asked.or_else(|| if options.format.is_none() { read::folder_of(&names) } else { None }) else { return false };
        if matches!(format, Format::MemPalace | Format::BasicMemory) {
            return false; // their files say what they are, one by one
        }
        let own: HashSet<&str> = folder::own(format, &names).into_iter().collect();
        files.retain(|file| name::within(dir, &file.path).is_some_and(|name| !own.contains(name.as_str())));
        let own: Vec<(PathBuf, String)> = named.iter().filter(|(_, name)| own.contains(name.as_str())).cloned().collect();
        let (named, unread): (Vec<_>, Vec<_>) = own.into_iter().partition(|(_, name)| folder::is_read(format, name));
        self.skipped.extend(unread.iter().map(|(path, _)| Skipped::new(path, Reason::Generated, format!("{format} made it, and it is no talk"))));
        let standing = surveyor.around(dir).unwrap_or_else(|| nowhere(dir));
        let base = standing.base.clone();
        let files = if standing.repository.is_some() {
            named.into_iter().filter_map(|(path, _)| Some((path.clone(), name::within(&base, &path)?))).collect()
        } else {
            named
        };
        let ground = self.ground(standing);
        self.jobs.push(Job { ground, what: What::Folder { root: dir.to_owned(), format, files } });
        true
    }

    /// The place a folder belongs to: one of its own, or that of the folder around it.
    fn ground_of(&mut self, surveyor: &mut Surveyor<'_>, dir: &Path, whole: bool, map: &mut HashMap<PathBuf, usize>) -> usize {
        if let Some(known) = map.get(dir) {
            return *known;
        }
        let ground = match surveyor.at(dir, true) {
            Some(standing) => {
                let ground = self.ground(standing);
                if whole {
                    self.grounds[ground].regions.push(Region::Whole(String::new()));
                }
                ground
            }
            None => match dir.parent() {
                Some(parent) => self.ground_of(surveyor, parent, whole, map),
                None => self.ground(nowhere(dir)),
            },
        };
        map.insert(dir.to_owned(), ground);
        ground
    }

    fn ground(&mut self, standing: Standing) -> usize {
        if let Some(known) = self.grounds.iter().position(|ground| ground.standing == standing) {
            return known;
        }
        self.grounds.push(Ground { standing, regions: Vec::new(), present: HashSet::new(), known: BTreeMap::new() });
        self.grounds.len() - 1
    }

    /// Asks what is known of the regions that were looked at.
    pub(super) fn recall_known(&mut self, engine: &Engine) -> Result<(), Refusal> {
        for ground in &mut self.grounds {
            for region in &ground.regions {
                let found = engine.look(|_, view| kept(view, &ground.standing.anchor, region.prefix())).map_err(engine::Error::into_refusal)?;
                let ours = found.into_iter().filter(|source| region.covers(&source.path) && is_of_files(&source.path));
                ground.known.extend(ours.map(|source| (source.path.clone(), source)));
            }
        }
        Ok(())
    }
}

/// Whether a name is of a file here. Histories and what transcripts and exports brought outlive what they came in.
fn is_of_files(path: &str) -> bool {
    let stem = name::stem(path);
    stem == path || (stem != history::STEM && Format::named(stem).is_none())
}

impl Ground {
    /// The notes on the files of this place, as they are read in this run.
    pub(super) fn remembered(&self, home: &Home, options: &Options) -> Remembered {
        let how = format!("{:?} {:?} {}", options.format, options.wording, self.standing.repository.is_some());
        Remembered::of(home, &self.standing.base, &how)
    }

    /// Whether files of this place are read.
    pub(super) fn has_files(&self) -> bool {
        !self.present.is_empty()
    }

    /// True if the sources of this name were loaded: a path that is not in `known` is then new.
    pub(super) fn is_looked_up(&self, name: &str) -> bool {
        self.regions.iter().any(|region| region.covers(name))
    }

    /// Whether the notes on a file still matter: it is there, or nobody looked.
    pub(super) fn may_be_there(&self, name: &str) -> bool {
        self.present.contains(name) || !self.is_looked_up(name)
    }
}

impl Job {
    /// Where the file of a job lies and what it is called there, if it is a file.
    pub(super) fn file_name(&self) -> Option<(usize, &str)> {
        if let What::File { name, .. } = &self.what { Some((self.ground, name)) } else { None }
    }

    /// The same, with how it is now, if it is not too large.
    pub(super) fn file(&self) -> Option<(usize, &str, Stamp)> {
        let What::File { path, name, bytes_max, walked } = &self.what else { return None };
        let stamp = walked.or_else(|| Stamp::of(path)).filter(|stamp| stamp.size() <= *bytes_max)?;
        Some((self.ground, name, stamp))
    }

    /// How the file of a job is at this moment.
    fn stamp(&self) -> Option<Stamp> {
        let What::File { path, bytes_max, .. } = &self.what else { return None };
        Stamp::of(path).filter(|stamp| stamp.size() <= *bytes_max)
    }

    /// The file of a job that takes long to read, for whoever waits.
    pub(super) fn large(&self) -> Option<(&Path, u64)> {
        let What::File { path, .. } = &self.what else { return None };
        let bytes = std::fs::metadata(path).ok()?.len();
        (bytes >= LARGE_BYTES).then_some((path, bytes))
    }

    /// How many bytes there are to read, as far as that can be told beforehand: a file that is too large is not read to its end.
    pub(super) fn bytes(&self) -> u64 {
        let size = |path: &Path| std::fs::symlink_metadata(path).map_or(0, |found| found.len());
        match &self.what {
            What::File { path, bytes_max, .. } => size(path).min(*bytes_max),
            What::Folder { files, .. } => files.iter().map(|(path, _)| size(path)).sum(),
            What::Transcript(_, bytes) => bytes.len() as u64,
            What::History(_) | What::Stdin(_) => 0,
        }
    }

    /// Reads it. A fault in a reader costs what it read, and nothing else.
    pub(super) fn read(self, errand: &Errand, options: &Options) -> Delivery {
        let (stem, what) = match &self.what {
            What::File { path, name, .. } => (Some(name.clone()), path.display().to_string()),
            What::Folder { root: path, .. } | What::History(path) | What::Transcript(path, _) => (None, path.display().to_string()),
            What::Stdin(_) => (None, "standard input".to_owned()),
        };
        let now = SystemTime::now();
        let before = self.stamp();
        let (brought, digests) = match contained(|| self.documents(errand, options)) {
            Ok(Ok((brought, digests))) => (Ok(brought), digests),
            Ok(Err(skipped)) => (Err(NotRead::Skipped(skipped)), Vec::new()),
            Err(fault) => (Err(NotRead::Failed(Failed { what: what.clone(), why: fault.to_string() })), Vec::new()),
        };
        let stamp = before.filter(|before| before.is_settled(now) && self.stamp() == Some(*before));
        Delivery { ground: self.ground, stem, history: self.history(), what, brought, digests, stamp }
    }

    fn history(&self) -> Option<PathBuf> {
        if let What::History(root) = &self.what { Some(root.clone()) } else { None }
    }

    /// What it says, with the digest of each document.
    fn documents(&self, errand: &Errand, options: &Options) -> Result<(Brought, Vec<Digest>), Skipped> {
        let standing = &errand.grounds[self.ground].standing;
        let how = |bytes_max| How {
            format: options.format,
            bytes_max,
            carried_bytes_max: options.named_bytes_max(),
            in_repository: standing.repository.is_some(),
            wording: options.wording,
        };
        let mut brought = match &self.what {
            What::File { path, name, bytes_max, .. } => read::file(path, name, &how(*bytes_max))?,
            What::Folder { root, format, files } => read::folder(root, *format, files, &how(options.named_bytes_max())),
            What::History(root) => Brought { documents: history::read(root)?, ..Brought::default() },
            What::Stdin(name) => stdin(name.as_deref(), &how(options.named_bytes_max()))?,
            What::Transcript(path, bytes) => {
                // It goes by its session wherever its file lies.
                let how = How { in_repository: false, ..how(options.named_bytes_max()) };
                let name = path.file_name().map_or_else(|| "transcript".into(), |name| name.to_string_lossy());
                let brought = read::bytes(path, &name, bytes, &how)?;
                Brought { held_in: brought.held_in.or_else(|| std::env::current_dir().ok()), ..brought }
            }
        };
        if let (Some(title), [only]) = (&options.title, brought.documents.as_mut_slice()) {
            only.title.clone_from(title);
        }
        let mut digests = Vec::new();
        let named = |document: &_| if options.allow_secrets { Ok(()) } else { check_name(document) };
        brought.documents.retain(|document| match named(document).and_then(|()| digest(document)) {
            Ok(digest) => {
                digests.push(digest);
                true
            }
            Err(error) => {
                let why = error.into_refusal();
                brought.skipped.push(Skipped::named(document.path.clone(), Reason::Refused, why.what()));
                false
            }
        });
        Ok((brought, digests))
    }
}

fn stdin(name: Option<&str>, how: &How) -> Result<Brought, Skipped> {
    let path = Path::new("-");
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(how.bytes_max.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| Skipped::new(path, Reason::Unreadable, error.to_string()))?;
    if bytes.len() as u64 > how.bytes_max {
        return Err(Skipped::new(
            path,
            Reason::TooLarge,
            format!(
                "standard input is longer than {} bytes; bring it in parts of at most {} MiB, or, if it is an export of many conversations, allow \
                 more with --max-size",
                how.bytes_max,
                read::DOCUMENT_BYTES_MAX >> 20
            ),
        ));
    }
    // Without a name, what is said is the name: the same words again are the same source, and others are another.
    let own = || format!("stdin#{}", Digest::of(&bytes).to_string().slice(..12));
    let called = name.and_then(|name| name::within(Path::new(""), Path::new(name))).filter(|name| !name.is_empty()).unwrap_or_else(own);
    let mut brought = read::bytes(path, &called, &bytes, how)?;
    // Nobody would call it by its digest.
    for document in brought.documents.iter_mut().filter(|document| document.title == called && name.is_none()) {
        let line = document.parts.iter().flat_map(|part| part.text.lines()).map(str::trim).find(|line| !line.is_empty());
        document.title = line.unwrap_or("standard input").chars().take(80).collect();
    }
    if name.is_some() && brought.is_carried && brought.documents.len() == 1 {
        brought.documents[0].path = called;
    }
    Ok(brought)
}

/// What lies in no repository and no folder that is read as a whole: it belongs everywhere, under its own name.
fn nowhere(base: &Path) -> Standing {
    Standing { anchor: Anchor::Global, base: base.to_owned(), aliases: Vec::new(), repository: None }
}

fn too_long(path: &Path) -> Skipped {
    Skipped::new(path, Reason::Unreadable, "its name within the folder is longer than 1,024 bytes; move it nearer to the top")
}
