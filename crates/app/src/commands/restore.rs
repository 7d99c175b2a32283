//! `palace restore`: bring a backup back, verified before and after.
//!
//! What stood in the home is kept aside, never deleted. The pin is deliberately not restored: a home that trusted another
//! palace, or none, is asked on a terminal with `palace trust`, so that a prepared backup cannot bring its own keys.

use super::{
    Context, LocalCommand,
    backup::{FILES, FORMAT, Listed, MANIFEST, Manifest, file_place, meant, measure, refusal, stamp, sync_folder, verify},
    progress::bar,
};
use crate::{
    cli::{Format, print},
    desk::now,
    home::{DATABASE, Home, PIN, failed},
};
use clap::{Arg, ArgAction, ArgMatches, Command};
use engine::{Pin, Roots};
use kernel::{
    refusal::{Code, Refusal},
    seal::fingerprint,
};
use serde_json::json;
use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::Read,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    process::ExitCode,
};
use store::Store;

pub(super) const COMMAND: LocalCommand = LocalCommand { name: "restore", verbs: &[], command, run };

/// A manifest is a few hundred bytes.
const MANIFEST_BYTES_MAX: u64 = 1 << 20;
/// How the folder is called that keeps the palace which a restore replaced.
pub(super) const ASIDE: &str = "before-restore-";
/// How the folder is called in which a restore is verified, before the number of the process.
pub(super) const RESTORING: &str = ".restoring-";
/// How the files that SQLite and we leave beside the database are called, after its name; they belong to it.
const BESIDE: [&str; 3] = ["-wal", "-shm", ".lock"];

fn command() -> Command {
    Command::new("restore")
        .about("Bring a backup back, verified; stop what serves this palace first")
        .arg(Arg::new("backup").value_name("BACKUP").required(true).help("Folder that `palace backup` made, or the name it was given"))
        .arg(Arg::new("force").long("force").action(ArgAction::SetTrue).help("Replace the palace in this home; the old one is kept aside"))
}

fn run(context: &Context, matches: &ArgMatches) -> Result<ExitCode, Refusal> {
    let home = &context.home;
    file_place(home, "restored")?;
    let backup = meant(matches.get_one::<String>("backup").map_or("", String::as_str));
    let manifest = read_manifest(&backup)?;
    for listed in &manifest.files {
        require(&backup.join(&listed.name), listed)?;
    }
    if home.exists() && !matches.get_flag("force") {
        return Err(Code::InputInvalid
            .refuse(home.dir().display().to_string(), format!("{} holds a palace already", home.dir().display()))
            .next("Add --force to replace it (the old one is kept aside), or name another home with --home"));
    }
    home.make()?;
    let moment = stamp(now());
    let fresh = home.file(&format!("{RESTORING}{}", std::process::id()));
    let (entries, pin) = fill(&backup, &manifest, &fresh).inspect_err(|_| {
        let _ = fs::remove_dir_all(&fresh);
    })?;
    // The pin stays only where this home already trusted exactly this palace.
    let trusted = home.pinned().ok().flatten().is_some_and(|old| old == pin);
    let aside = exchange(home, &fresh, &format!("{ASIDE}{moment}"), trusted)?;
    if context.format == Format::Json {
        print(&format!("{}\n", json!({ "palace": manifest.palace, "entries": entries, "home": home.dir(), "aside": aside, "trusted": trusted })));
        return Ok(ExitCode::SUCCESS);
    }
    print(&format!("Restored palace {} into {}: {entries} ledger entries, verified.\n", manifest.palace, home.dir().display()));
    if let Some(aside) = aside {
        print(&format!("What was there is kept in {}\n", aside.display()));
    }
    if !trusted {
        let trusting = if home.is_project() { home.trusting() } else { "palace trust".to_owned() };
        print(&format!("Next: `{trusting}` on a terminal; until then nothing in it counts as approved.\n"));
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn read_manifest(backup: &Path) -> Result<Manifest, Refusal> {
    let path = backup.join(MANIFEST);
    let not = |why: String| {
        Code::InputInvalid
            .refuse(backup.display().to_string(), format!("{} is not a palace backup: {why}", backup.display()))
            .next("Name a folder that `palace backup` made")
    };
    let mut text = String::new();
    fs::File::open(&path).and_then(|f| f.take(MANIFEST_BYTES_MAX).read_to_string(&mut text)).map_err(|e| not(format!("{MANIFEST}: {e}")))?;
    let manifest: Manifest = serde_json::from_str(&text).map_err(|e| not(format!("{MANIFEST}: {e}")))?;
    if manifest.format != FORMAT {
        return Err(not(format!("its format is not {FORMAT}")));
    }
    // Names are taken from our own list, so that none of them leads out of the folder.
    let known = |listed: &Listed| FILES.contains(&listed.name.as_str());
    if !manifest.files.iter().all(known) || !manifest.files.iter().any(|f| f.name == DATABASE) {
        return Err(not("it lists files that no backup has, or no database".into()));
    }
    Ok(manifest)
}

/// Refuses a file that is not the one that was backed up.
fn require(path: &Path, listed: &Listed) -> Result<(), Refusal> {
    if measure(path)? == (listed.bytes, listed.sha256) {
        return Ok(());
    }
    Err(Code::StoreDamaged
        .refuse(path.display().to_string(), format!("{} is not the file that was backed up", path.display()))
        .next("Use another backup; nothing was changed"))
}

/// Copies the backup beside its place and verifies it there. Answers how many entries it has, and what would be pinned.
fn fill(backup: &Path, manifest: &Manifest, fresh: &Path) -> Result<(u64, Pin), Refusal> {
    DirBuilder::new().mode(0o700).create(fresh).map_err(|e| failed(fresh, &e))?;
    let bytes = bar("bytes copied");
    bytes.set_length(manifest.files.iter().map(|f| f.bytes).sum());
    for listed in manifest.files.iter().filter(|f| f.name != PIN) {
        let (from, to) = (backup.join(&listed.name), fresh.join(&listed.name));
        copy(&from, &to).map_err(|e| failed(&to, &e))?;
        require(&to, listed)?;
        bytes.inc(listed.bytes);
    }
    bytes.finish_and_clear();
    // The backup itself stays as it is, so what was copied from it needs no copy when its schema is an older one.
    Store::update_file(&fresh.join(DATABASE)).map_err(refusal)?;
    let folder = Home::at(fresh);
    let entries = verify(&folder, &manifest.palace, &manifest.checkpoint)?;
    if entries != manifest.entries {
        return Err(Code::StoreDamaged
            .refuse(backup.display().to_string(), format!("the backup holds {entries} ledger entries, its manifest says {}", manifest.entries)));
    }
    let first = {
        let engine = engine::Engine::open(folder.place(), std::sync::Arc::new(folder.clone()), None).map_err(engine::Error::into_refusal)?;
        engine.look(|_, view| Ok(view.keys()?.first().map(|k| fingerprint(&k.public)))).map_err(engine::Error::into_refusal)?
    };
    Store::settle_file(&fresh.join(DATABASE)).map_err(refusal)?;
    Ok((entries, Pin { palace: manifest.palace.clone(), root: first }))
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut source = fs::File::open(from)?;
    let mut target = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to)?;
    std::io::copy(&mut source, &mut target)?;
    target.sync_all()
}

/// Moves the old files aside and the new ones in. Answers where the old ones are.
fn exchange(home: &Home, fresh: &Path, aside: &str, keep_pin: bool) -> Result<Option<PathBuf>, Refusal> {
    let aside = home.file(aside);
    let mut moved = false;
    let mut beside = BESIDE.map(|end| format!("{DATABASE}{end}")).to_vec();
    // What the old palace was before its schema changed goes with it.
    let copies = Store::schema_copies(&home.file(DATABASE));
    beside.extend(copies.iter().filter_map(|copy| Some(copy.file_name()?.to_str()?.to_owned())));
    for name in FILES.into_iter().chain(beside.iter().map(String::as_str)).filter(|name| !(keep_pin && *name == PIN)) {
        let old = home.file(name);
        if old.exists() {
            if !moved {
                DirBuilder::new().mode(0o700).create(&aside).map_err(|e| failed(&aside, &e))?;
                moved = true;
            }
            fs::rename(&old, aside.join(name)).map_err(|e| failed(&old, &e))?;
        }
    }
    for name in FILES {
        let new = fresh.join(name);
        if new.exists() {
            fs::rename(&new, home.file(name)).map_err(|e| failed(&new, &e))?;
        }
    }
    let _ = fs::remove_dir_all(fresh);
    sync_folder(&home.file(DATABASE)).map_err(|e| failed(home.dir(), &e))?;
    Ok(moved.then_some(aside))
}
