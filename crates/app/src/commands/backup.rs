//! `palace backup`: a verified copy of one palace, made while it is in use.
//!
//! A backup is a folder: the database as one file, the small files of the home beside it, and a manifest with their
//! digests and a signed checkpoint. Not here: PostgreSQL, whose own tools copy a database better than we could.

use super::{Context, LocalCommand, progress::bar, restore};
use crate::{
    cli::{Format, banner, print},
    desk::{Desk, now},
    home::{DATABASE, HUMAN_KEY, Home, LOG_KEY, PIN, SIGNING_KEY, failed, write_new},
};
use clap::{Arg, ArgMatches, Command};
use engine::{Engine, Renewed, Roots, Signer};
use kernel::{
    id::PalaceId,
    ledger::Digest,
    palace::{Genesis, Sealing},
    refusal::{Code, Refusal},
    time::Moment,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::{
    fs::{self, DirBuilder, File},
    io::{Read, Write},
    os::unix::fs::DirBuilderExt,
    path::{self, Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};
use store::{Place, Store};

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "backup", verbs: &[], command, run };

/// The name of the format, in the manifest.
pub(super) const FORMAT: &str = "palace-backup/v1";
/// How the folder's name ends.
const SUFFIX: &str = ".palace-backup";
/// The manifest's name.
pub(super) const MANIFEST: &str = "manifest.json";
/// Every file a backup may hold besides the manifest. The token is left out: it opens a door of this machine only. The pin is
/// kept to be read, never restored, because trusting is a person's act.
pub(super) const FILES: [&str; 5] = [DATABASE, PIN, HUMAN_KEY, LOG_KEY, SIGNING_KEY];

/// What a backup says of itself.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// [`FORMAT`].
    pub(super) format: String,
    /// Which palace.
    pub(super) palace: PalaceId,
    /// When it was made.
    pub(super) created: Moment,
    /// How many ledger entries it holds.
    pub(super) entries: u64,
    /// Signed checkpoint over them.
    pub(super) checkpoint: String,
    /// The key that signed it.
    pub(super) log_key: String,
    /// Every other file.
    pub(super) files: Vec<Listed>,
}

/// One file of a backup.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Listed {
    /// Its name.
    pub(super) name: String,
    /// Its size.
    pub(super) bytes: u64,
    /// Its digest.
    pub(super) sha256: Digest,
}

fn command() -> Command {
    Command::new("backup")
        .about("Copy the palace into a folder, verified; others may go on writing meanwhile")
        .arg(Arg::new("file").value_name("FILE").help("Folder to make (named after the moment if left out)"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let live = file_place(&context.home, "backed up")?;
    let desk = context.open()?;
    let house = desk.engine.house().map_err(engine::Error::into_refusal)?;
    banner(house.genesis.sealing == Sealing::Unsealed);
    let created = now();
    let target = target(matches.get_one::<String>("file").map(String::as_str), created);
    let target = path::absolute(&target).map_err(|e| failed(&target, &e))?;
    if target.exists() {
        return Err(Code::InputInvalid
            .refuse(target.display().to_string(), format!("{} is there already", target.display()))
            .next("Name another folder; a backup never replaces one"));
    }
    remember(&desk, &target);
    let partial = partial(&target);
    let manifest = fill(&desk.home, &live, &partial, created).and_then(|manifest| {
        fs::rename(&partial, &target).and_then(|()| sync_folder(&target)).map_err(|e| failed(&target, &e))?;
        Ok(manifest)
    });
    let manifest = manifest.inspect_err(|_| {
        let _ = fs::remove_dir_all(&partial);
    })?;
    let bytes: u64 = manifest.files.iter().map(|f| f.bytes).sum();
    if context.format == Format::Json {
        let files: Vec<&str> = manifest.files.iter().map(|f| f.name.as_str()).collect();
        print(&format!(
            "{}\n",
            serde_json::json!({ "backup": target, "palace": manifest.palace, "entries": manifest.entries, "bytes": bytes, "files": files })
        ));
    } else {
        print(&format!(
            "Backed up palace {} to {}: {} ledger entries, {bytes} bytes, verified.\n",
            manifest.palace,
            target.display(),
            manifest.entries
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes down where the copy will be, before it is there: one that nobody knows of would keep what is erased. A palace that
/// cannot be written to is copied all the same; that may be why somebody copies it.
fn remember(desk: &Desk, target: &Path) {
    let remembered = desk.call(desk.actor(), "").and_then(|call| {
        let path = target.to_str().ok_or_else(|| Code::InputInvalid.refuse("file", "the name is not text"))?;
        desk.engine.remember_copy(&call, path).map_err(engine::Error::into_refusal)
    });
    if let Err(refusal) = remembered {
        let told = format!("This copy could not be written down ({}), so `palace evidence erase` will not reach it.", refusal.what());
        let _ = writeln!(std::io::stderr().lock(), "{told}");
    }
}

/// Makes copies anew after an erasure. One that is not ours, or is ahead of us, is left alone and named. What a backup or a
/// restore that was killed left unfinished holds the same words, and is of no use to anybody.
pub(crate) fn renew(home: &Home, copies: &[String]) -> Renewed {
    let mut told = Renewed::default();
    // A restore moves its database out first. One without a database holds no words, but maybe somebody's only keys.
    let restoring = unfinished(home.dir(), restore::RESTORING);
    told.held.extend(restoring.iter().filter(|left| left.join(DATABASE).exists()).filter_map(|left| removed(left)));
    for copy in copies {
        let folder = Path::new(copy);
        let left = folder.parent().map_or_else(Vec::new, |place| unfinished(place, &growing(folder)));
        let stuck: Vec<_> = left.iter().filter_map(|left| removed(left)).collect();
        if !folder.join(DATABASE).exists() && !folder.join(MANIFEST).exists() {
            // One that is partly there is not forgotten: the next erasure tries again.
            if stuck.is_empty() {
                told.gone.push(copy.clone());
            }
            told.held.extend(stuck);
            continue;
        }
        told.held.extend(stuck);
        match renew_one(home, folder) {
            Ok(()) => told.renewed.push(copy.clone()),
            Err(refusal) => told.held.push((copy.clone(), refusal.what().to_owned())),
        }
    }
    let (removed, stuck) = remove_schema_copies(home);
    told.gone.extend(removed);
    told.held.extend(stuck);
    // What a restore replaced is a palace of its own, and may hold more than this one ever did: a person decides about it.
    let aside = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with(restore::ASIDE);
    let beside = fs::read_dir(home.dir()).into_iter().flatten().flatten().filter(|entry| aside(&entry.file_name()));
    let mut beside: Vec<String> = beside.map(|entry| entry.path().display().to_string()).collect();
    beside.sort();
    told.held.extend(beside.into_iter().map(|path| (path, "`palace restore` kept it aside; delete it if it is no longer needed".to_owned())));
    told
}

/// Deletes the copies that migrations left beside the palace: they hold what was erased, and nothing can be erased in a schema that
/// this program no longer writes. Answers those that are gone, and those that are not and why.
fn remove_schema_copies(home: &Home) -> (Vec<String>, Vec<(String, String)>) {
    let Place::File(palace) = home.place() else { return Default::default() };
    let (mut gone, mut stuck) = (Vec::new(), Vec::new());
    for copy in Store::schema_copies(&palace) {
        let shown = copy.display().to_string();
        match fs::remove_file(&copy) {
            Ok(()) => {
                let _ = writeln!(std::io::stderr().lock(), "Deleted {shown}: a copy from before a change of the schema, which held what was erased");
                gone.push(shown);
            }
            Err(error) => stuck.push((shown, format!("a copy from before a change of the schema, and cannot be deleted: {error}"))),
        }
    }
    (gone, stuck)
}

/// Folders that are called so, and then by the number of the process that was making them. Links are not followed.
fn unfinished(place: &Path, called: &str) -> Vec<PathBuf> {
    let ours = |entry: &fs::DirEntry| {
        let numbered = |name: &str| name.strip_prefix(called).is_some_and(|pid| !pid.is_empty() && pid.bytes().all(|b| b.is_ascii_digit()));
        entry.file_name().to_str().is_some_and(numbered) && entry.file_type().is_ok_and(|kind| kind.is_dir())
    };
    let mut found: Vec<PathBuf> = fs::read_dir(place).into_iter().flatten().flatten().filter(ours).map(|entry| entry.path()).collect();
    found.sort();
    found
}

/// Deletes what was left unfinished. Answers what is still there, and why. A process that is at it after all is told that its folder
/// is gone, and that is right: it is copying what was erased.
fn removed(left: &Path) -> Option<(String, String)> {
    let failed = fs::remove_dir_all(left).err()?;
    Some((left.display().to_string(), format!("a copy that was never finished, and cannot be deleted: {failed}")))
}

fn renew_one(home: &Home, folder: &Path) -> Result<(), Refusal> {
    let live = file_place(home, "backed up")?;
    let old = restore::read_manifest(folder)?;
    let other = |what: &str| Code::InputInvalid.refuse(folder.display().to_string(), what);
    let signer = home.log_key(false)?.map(|s| Arc::new(s) as Arc<dyn Signer>);
    let engine = Engine::open(home.place(), Arc::new(home.clone()), signer).map_err(engine::Error::into_refusal)?;
    let known = engine.look(|house, view| {
        let Ok(checkpoint) = house.log_key()?.open(&old.checkpoint) else { return Ok(false) };
        let (size, _) = view.head()?;
        Ok(house.palace == old.palace && checkpoint.size <= size && view.root(checkpoint.size)? == checkpoint.root)
    });
    if !known.map_err(engine::Error::into_refusal)? {
        return Err(other("it holds another palace, or a history that is not this one's"));
    }
    drop(engine);
    let partial = partial(folder);
    let made = fill(home, &live, &partial, now()).and_then(|_| exchange(&partial, folder));
    let _ = fs::remove_dir_all(&partial);
    made
}

/// Puts the files of a whole copy over those of an older one. The manifest comes last: until then a restore refuses the mixture,
/// and at no time does a file with the old words lie under a name that nobody knows.
fn exchange(fresh: &Path, folder: &Path) -> Result<(), Refusal> {
    for name in FILES.into_iter().chain([MANIFEST]) {
        let (new, old) = (fresh.join(name), folder.join(name));
        if new.exists() {
            fs::rename(&new, &old).map_err(|e| failed(&old, &e))?;
        }
    }
    sync_folder(&folder.join(MANIFEST)).map_err(|e| failed(folder, &e))
}

/// Fills the folder, verifies what lies in it, and writes down what it is.
fn fill(home: &Home, live: &Path, folder: &Path, created: Moment) -> Result<Manifest, Refusal> {
    DirBuilder::new().mode(0o700).create(folder).map_err(|e| failed(folder, &e))?;
    let copy = folder.join(DATABASE);
    let pages = bar("pages copied");
    let mut progress = |done, total| {
        pages.set_length(total);
        pages.set_position(done);
    };
    Store::copy_file(live, &copy, &mut progress).map_err(refusal)?;
    pages.finish_and_clear();
    for name in FILES.iter().filter(|name| **name != DATABASE) {
        let from = home.file(name);
        match fs::read(&from) {
            Ok(bytes) => write_new(&folder.join(name), &bytes).map_err(|e| failed(&folder.join(name), &e))?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {} // a palace without a human key is a palace
            Err(e) => return Err(failed(&from, &e)),
        }
    }
    let (palace, log_key, entries, checkpoint) = signed(home, &copy)?;
    verify(&Home::at(folder), &palace, &checkpoint)?;
    Store::settle_file(&copy).map_err(refusal)?;
    let mut files = Vec::new();
    for name in FILES {
        let path = folder.join(name);
        if path.exists() {
            let (bytes, sha256) = measure(&path)?;
            files.push(Listed { name: name.to_owned(), bytes, sha256 });
        }
    }
    let manifest = Manifest { format: FORMAT.to_owned(), palace, created, entries, checkpoint, log_key, files };
    let text = serde_json::to_string_pretty(&manifest).map_err(|e| Code::Internal.refuse(MANIFEST, e.to_string()))?;
    write_new(&folder.join(MANIFEST), text.as_bytes()).map_err(|e| failed(&folder.join(MANIFEST), &e))?;
    sync_folder(&folder.join(MANIFEST)).map_err(|e| failed(folder, &e))?;
    Ok(manifest)
}

/// The checkpoint of exactly what the copy holds, signed with this home's log key.
fn signed(home: &Home, copy: &Path) -> Result<(PalaceId, String, u64, String), Refusal> {
    let signer = home.log_key(false)?.map(|s| Arc::new(s) as Arc<dyn Signer>);
    let engine = Engine::open(Place::File(copy.to_owned()), Arc::new(home.clone()), signer).map_err(engine::Error::into_refusal)?;
    let signed = engine.look(|house, view| {
        let (checkpoint, note) = house.checkpoint(view)?;
        Ok((house.palace.clone(), house.genesis.log_key.clone(), checkpoint.size, note))
    });
    signed.map_err(engine::Error::into_refusal)
}

/// Opens the palace in a folder and checks everything: that it is this one, every entry, every governed row, and the checkpoint.
pub(super) fn verify(folder: &Home, palace: &PalaceId, note: &str) -> Result<u64, Refusal> {
    let roots: Arc<dyn Roots> = Arc::new(folder.clone());
    let engine = Engine::open(Place::File(folder.file(DATABASE)), roots, None).map_err(engine::Error::into_refusal)?;
    let damaged = |what: String| {
        engine::Error::from(
            Code::StoreDamaged.refuse(folder.dir().display().to_string(), what).next("Use another backup; this one was left as it is"),
        )
    };
    let entries = engine.look(|house, view| {
        if house.palace != *palace {
            return Err(damaged(format!("the database holds palace `{}`, not `{palace}`", house.palace)));
        }
        let mut expected = Vec::new();
        let kept = view.checkpoints(i64::MAX)?.into_iter().map(|(_, kept)| kept);
        for note in std::iter::once(note.to_owned()).chain(kept) {
            let checkpoint = house.log_key()?.open(&note).map_err(|e| damaged(e.to_string()))?;
            if checkpoint.origin != Genesis::origin(palace) {
                return Err(damaged(format!("a checkpoint is for `{}`", checkpoint.origin)));
            }
            expected.push(checkpoint);
        }
        let verified = view.verify_entries(palace, &expected)?.map_err(|fault| damaged(fault.to_string()))?;
        view.verify_rows(palace)?.map_err(|fault| damaged(fault.to_string()))?;
        Ok(verified.size)
    });
    entries.map_err(engine::Error::into_refusal)
}

/// The palace's file, or the refusal for one that is kept in PostgreSQL.
pub(super) fn file_place(home: &Home, done: &str) -> Result<PathBuf, Refusal> {
    match home.place() {
        Place::File(path) => Ok(path),
        Place::Database(_) => Err(Code::InputInvalid
            .refuse("database", format!("a palace in PostgreSQL is not {done} by copying a file"))
            .next("Use pg_dump and pg_restore for the whole database, and `palace export` for a copy that can be verified anywhere")),
    }
}

fn target(named: Option<&str>, created: Moment) -> PathBuf {
    let name = named.map_or_else(|| format!("palace-{}", stamp(created)), |name| name.trim_end_matches('/').to_owned());
    suffixed(name)
}

/// The folder that a backup of this name is.
fn suffixed(name: String) -> PathBuf {
    PathBuf::from(if name.ends_with(SUFFIX) { name } else { name + SUFFIX })
}

/// The backup that is meant by a name: the folder itself, or the one that `palace backup` made of the same word.
pub(super) fn meant(name: &str) -> PathBuf {
    let (plain, made) = (PathBuf::from(name), suffixed(name.trim_end_matches('/').to_owned()));
    if !plain.exists() && made.is_dir() { made } else { plain }
}

/// A moment as a part of a file's name.
pub(super) fn stamp(moment: Moment) -> String {
    moment.to_string().chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Where a backup grows until it is whole, on the same file system as its place.
fn partial(target: &Path) -> PathBuf {
    target.with_file_name(format!("{}{}", growing(target), std::process::id()))
}

/// How a backup is called until it is whole, before the number of the process.
fn growing(target: &Path) -> String {
    let name = target.file_name().map_or_else(|| SUFFIX.into(), |n| n.to_string_lossy().into_owned());
    format!(".{name}.partial-")
}

/// Size and digest of a file.
pub(super) fn measure(path: &Path) -> Result<(u64, Digest), Refusal> {
    let mut file = File::open(path).map_err(|e| failed(path, &e))?;
    let (mut hash, mut bytes, mut chunk) = (Sha256::new(), 0, vec![0; 1 << 16]);
    loop {
        let count = file.read(&mut chunk).map_err(|e| failed(path, &e))?;
        if count == 0 {
            return Ok((bytes, Digest(hash.finalize().into())));
        }
        hash.update(&chunk[..count]);
        bytes += count as u64;
    }
}

/// A new name survives a power cut only once its folder is on the disk.
pub(super) fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

pub(super) fn refusal(error: store::StoreError) -> Refusal {
    engine::Error::from(error).into_refusal()
}
