//! Where everything of one palace lives: one folder, mode 0700, files 0600.
//!
//! Not here: what the files mean. This module only finds, makes and guards them.

mod notes;
mod projects;

use crate::{terminal::visible_line, worktree::floorplan::SHARED};
use ed25519_dalek::SigningKey;
use engine::{Error, Installed, Pin, Renewed, Roots, Secret, Signer};
use kernel::{
    id::PalaceId,
    ledger::{Checkpoint, Digest, LogKey},
    refusal::{Code, Refusal},
};
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{ErrorKind, Read, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};
use store::{Migrating, Place};
use zeroize::Zeroizing;

/// The database, unless it is in PostgreSQL.
pub const DATABASE: &str = "palace.db";
/// The pin: which palace this home trusts, and its first key.
pub const PIN: &str = "trust.json";
/// The human's encrypted key.
pub const HUMAN_KEY: &str = "human.key";
/// The key that signs checkpoints.
pub const LOG_KEY: &str = "log.key";
/// The secret that receipts and tokens are keyed with.
pub const SIGNING_KEY: &str = "signing.key";
/// The bearer token of HTTP on this machine.
pub const TOKEN: &str = "token";
/// What a person decided about this home; see `models::config`.
pub const CONFIG: &str = "config.toml";
/// What this machine learnt about its folders; see `outside::places`. It names them, so it is nobody else's business.
pub const PLACES: &str = "places.json";
/// Which carriers go by names that others have too; see `outside::carriers`. It says where they lie.
pub const CARRIERS: &str = "carriers.json";
/// What files held when they were read last; see `outside::remembered`. It names them, too.
pub const SEEN: &str = "seen";
/// Held while a palace is created.
const CREATION_LOCK: &str = "creation.lock";

/// Bits of a mode that let somebody else in.
pub const OTHERS: u32 = 0o077;
/// None of these files is longer.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// The name that signs checkpoints.
const LOG_NAME: &str = "palace-log";

/// A palace's folder.
#[derive(Clone, Debug)]
pub struct Home {
    dir: PathBuf,
    database: Option<Place>,
}

/// What this home holds on to of the palace, outside the database.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pinned {
    palace: PalaceId,
    root: Option<Digest>,
}

impl Home {
    /// The folder that was named, else `PALACE_HOME`, else the nearest `.palace/` that holds a palace of this user's, else the data
    /// folder.
    pub fn find(named: Option<&str>, database: Option<Place>) -> Result<Self, Refusal> {
        let database = database.or_else(|| variable("PALACE_DATABASE_URL").map(Place::Database));
        let dir = match named.map(str::to_owned).or_else(|| variable("PALACE_HOME")) {
            Some(dir) => PathBuf::from(dir),
            None => match project()? {
                Some(dir) => dir,
                None => data_folder()?,
            },
        };
        Ok(Self { dir, database })
    }

    /// Whether a process that is started in the working folder finds this one without being told.
    pub fn is_found(&self) -> Result<bool, Refusal> {
        let found = match (variable("PALACE_HOME"), std::env::current_dir()) {
            (Some(dir), _) => Some(PathBuf::from(dir)),
            (None, Ok(here)) => projects::around(&here)?.ours,
            (None, Err(_)) => None,
        };
        let whole = |dir: &Path| dir.canonicalize().ok();
        Ok(found.map_or_else(data_folder, Ok).is_ok_and(|found| whole(&found).is_some() && whole(&found) == whole(&self.dir)))
    }

    /// A home at exactly this folder.
    pub fn at(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into(), database: None }
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Whether this is the folder that is found when nobody names one: then nobody has to.
    pub fn is_default(&self) -> bool {
        data_folder().is_ok_and(|folder| folder == self.dir)
    }

    /// Where the palace is kept: a file here, or a database.
    pub fn place(&self) -> Place {
        self.database.clone().unwrap_or_else(|| Place::File(self.file(DATABASE)))
    }

    /// A file in this home.
    pub fn file(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// The human's encrypted key.
    pub fn key_file(&self) -> PathBuf {
        self.file(HUMAN_KEY)
    }

    /// Whether a palace was created here.
    pub fn exists(&self) -> bool {
        self.file(PIN).exists() || self.file(DATABASE).exists()
    }

    /// Everything in the folder but what the project around it shares: its owner's alone.
    pub fn own(&self) -> Vec<PathBuf> {
        let there = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        there.filter(|entry| !SHARED.iter().any(|name| entry.file_name() == *name)).map(|entry| entry.path()).collect()
    }

    /// Makes the folder, private.
    pub fn make(&self) -> Result<(), Refusal> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.dir).map_err(|e| failed(&self.dir, &e))
    }

    /// Makes a folder private that was there before there was a palace in it, as one that only described a project.
    pub fn close(&self) -> Result<(), Refusal> {
        fs::set_permissions(&self.dir, fs::Permissions::from_mode(0o700)).map_err(|e| failed(&self.dir, &e))
    }

    /// Held while a palace is created, so that of many processes one creates it and the others find it whole.
    pub fn creation(&self) -> Result<fs::File, Refusal> {
        let path = self.file(CREATION_LOCK);
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path).map_err(|e| failed(&path, &e))?;
        file.lock().map_err(|e| failed(&path, &e))?;
        Ok(file)
    }

    /// Where the bearer token of HTTP on this machine is.
    pub fn token_file(&self) -> PathBuf {
        self.file(TOKEN)
    }

    /// The bearer token of HTTP on this machine, drawn on first use.
    pub fn token(&self) -> Result<Zeroizing<String>, Refusal> {
        let path = self.token_file();
        if let Some(text) = read_own(&path, "remove it, and the next start draws another")? {
            return Ok(Zeroizing::new(text.trim().to_owned()));
        }
        let token = draw_token()?;
        match write_new(&path, token.as_bytes()) {
            Ok(()) => Ok(Zeroizing::new(token)),
            Err(e) if e.kind() == ErrorKind::AlreadyExists => self.token(), // another process was first
            Err(e) => Err(failed(&path, &e)),
        }
    }

    /// The key that signs checkpoints, drawn when the palace is created.
    pub fn log_key(&self, create: bool) -> Result<Option<LogSigner>, Refusal> {
        let path = self.file(LOG_KEY);
        if let Some(text) = read_own(&path, "chmod it all the same, and believe only checkpoints that were kept elsewhere")? {
            let seed: Digest =
                text.trim().parse().map_err(|_| Code::StoreDamaged.refuse(path.display().to_string(), "the log key does not parse"))?;
            return Ok(Some(LogSigner(SigningKey::from_bytes(&seed.0))));
        }
        if !create {
            return Ok(None);
        }
        let seed = Zeroizing::new(random::<32>()?);
        match write_new(&path, Digest(*seed).to_string().as_bytes()) {
            Ok(()) => Ok(Some(LogSigner(SigningKey::from_bytes(&seed)))),
            Err(e) if e.kind() == ErrorKind::AlreadyExists => self.log_key(false),
            Err(e) => Err(failed(&path, &e)),
        }
    }
}

impl Secret for Home {
    fn secret(&self) -> Result<[u8; 32], Error> {
        Ok(crate::keys::signing_secret(&self.file(SIGNING_KEY))?)
    }
}

impl Roots for Home {
    fn pinned(&self) -> Result<Option<Pin>, Error> {
        let path = self.file(PIN);
        let Some(text) = read(&path)? else { return Ok(None) };
        let Pinned { palace, root } =
            serde_json::from_str(&text).map_err(|e| Code::TrustBroken.refuse(path.display().to_string(), format!("the pin does not parse: {e}")))?;
        Ok(Some(Pin { palace, root }))
    }

    fn pin(&self, pin: &Pin) -> Result<(), Error> {
        let path = self.file(PIN);
        let text = serde_json::json!({ "palace": pin.palace, "root": pin.root }).to_string();
        replace(&path, text.as_bytes()).map_err(|e| failed(&path, &e).into())
    }

    fn installed(&self) -> Installed {
        let running = std::env::current_exe().ok();
        let on_path =
            std::env::var_os("PATH").and_then(|path| std::env::split_paths(&path).map(|dir| dir.join("palace")).find(|file| file.is_file()));
        let told = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned()).display().to_string();
        Installed {
            replaced: running.as_ref().is_some_and(|file| !file.exists()),
            running: running.as_deref().map(told),
            on_path: on_path.as_deref().map(told),
            database: match self.place() {
                Place::File(path) => path.display().to_string(),
                Place::Database(_) => "a PostgreSQL database".into(), // its address may hold a password
            },
        }
    }

    fn migrating(&self, step: &Migrating<'_>) {
        // On standard error, whatever was asked: it may be a recall, and its answer has nothing to do with this.
        let _ = writeln!(std::io::stderr(), "{}", visible_line(&migration(step)));
    }

    fn renew(&self, copies: &[String]) -> Renewed {
        crate::commands::renew(self, copies)
    }

    fn forget(&self, says: &mut dyn FnMut(&str) -> bool) -> Vec<(String, String)> {
        notes::forget(self, says)
    }
}

/// One line about a palace that is brought up to date.
fn migration(step: &Migrating<'_>) -> String {
    let Migrating { from, to, copy } = step;
    match copy {
        Some(copy) => {
            format!("Bringing this palace from schema {from} to {to}; a large one takes minutes. A verified copy of it as it was: {}", copy.display())
        }
        None => format!(
            "Bringing the palace in this database from schema {from} to {to}, in one transaction; a large one takes minutes. \
             No copy was made of it: `pg_dump` makes one"
        ),
    }
}

/// Signs checkpoints with the key in this home.
#[derive(Debug)]
pub struct LogSigner(SigningKey);

impl Signer for LogSigner {
    fn sign(&self, checkpoint: &Checkpoint) -> Result<String, Error> {
        checkpoint.sign(LOG_NAME, &self.0).map_err(|e| Code::Internal.refuse("log key", e.to_string()).into())
    }
    fn sign_payload(&self, payload: &str) -> Result<String, Error> {
        Ok(kernel::cycle::sign(&self.0, payload))
    }
    fn log_key(&self) -> LogKey {
        LogKey::new(LOG_NAME, self.0.verifying_key()).expect("BUG: the log's name is plain")
    }
}

/// Bytes from the operating system: the only randomness of the program, with `Entropy::draw` for keys.
pub fn random<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| Code::Internal.refuse("random", format!("the system gave no randomness: {e}")))?;
    Ok(bytes)
}

/// A new bearer token. What it begins with tells people and scanners what they are looking at.
pub fn draw_token() -> Result<String, Refusal> {
    Ok(format!("pt_{}", hex(&random::<32>()?)))
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        use std::fmt::Write;
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Writes a new file, private from its first byte and never seen half-written: of many who try at once, one succeeds.
pub fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let beside = beside(path, bytes)?;
    let linked = fs::hard_link(&beside, path);
    fs::remove_file(&beside)?;
    linked
}

/// Replaces a file whole or not at all.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::rename(beside(path, bytes)?, path)
}

/// A whole, private file next to `path`, under a name nobody else uses.
fn beside(path: &Path, bytes: &[u8]) -> std::io::Result<PathBuf> {
    let name = random::<8>().map_err(|refusal| std::io::Error::other(refusal.what().to_owned()))?;
    let beside = path.with_extension(format!("new-{}", hex(&name)));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(beside)
}

fn read(path: &Path) -> Result<Option<String>, Refusal> {
    open(path)?.map(|file| whole(path, file)).transpose()
}

/// The same of a file that nobody else may read or change. The open file is asked, not the path: the path may name another by now.
fn read_own(path: &Path, otherwise: &str) -> Result<Option<String>, Refusal> {
    let Some(file) = open(path)? else { return Ok(None) };
    let mode = file.metadata().map_err(|e| failed(path, &e))?.mode() & 0o7777;
    if mode & OTHERS != 0 {
        return Err(Code::InputInvalid
            .refuse(path.display().to_string(), format!("{} can be read or changed by others (mode {mode:04o})", path.display()))
            .next(format!("If nobody else had their hands on it, run `chmod 600 '{}'`; otherwise {otherwise}", path.display())));
    }
    whole(path, file).map(Some)
}

fn open(path: &Path) -> Result<Option<fs::File>, Refusal> {
    match fs::File::open(path) {
        Ok(file) => Ok(Some(file)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(failed(path, &e)),
    }
}

fn whole(path: &Path, file: fs::File) -> Result<String, Refusal> {
    let mut text = String::new();
    file.take(FILE_BYTES_MAX).read_to_string(&mut text).map_err(|e| failed(path, &e))?;
    Ok(text)
}

/// What a failed file operation is to a user.
pub fn failed(path: &Path, error: &std::io::Error) -> Refusal {
    let code = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Code::StoreFull,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Code::StoreReadOnly,
        _ => Code::StoreUnreachable,
    };
    code.refuse(path.display().to_string(), format!("{}: {error}", path.display()))
}

/// The nearest `.palace/` above the working folder that holds a palace of this user's. A project that wants its own says
/// `palace init --project`. One that somebody else put there is not used, and it is said that it was not.
fn project() -> Result<Option<PathBuf>, Refusal> {
    let Ok(here) = std::env::current_dir() else { return Ok(None) };
    let around = projects::around(&here)?;
    if let Some(passed) = around.passed {
        let (dir, trusting) = (visible_line(&passed.display().to_string()), Home::at(&passed).trusting());
        // On standard error, whoever asks: standard output belongs to answers, to MCP and to what a client reads from its hooks.
        let _ = writeln!(std::io::stderr(), "Passed over {dir}: you neither made nor trusted the palace in it. To use it: {trusting}");
    }
    Ok(around.ours)
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn data_folder() -> Result<PathBuf, Refusal> {
    let env = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let folder = if cfg!(target_os = "macos") {
        env("HOME").map(|home| home.join("Library/Application Support/palace"))
    } else {
        env("XDG_DATA_HOME").filter(|p| p.is_absolute()).or_else(|| env("HOME").map(|home| home.join(".local/share"))).map(|data| data.join("palace"))
    };
    folder.ok_or_else(|| {
        Code::InputInvalid
            .refuse("home", "no home folder is known: neither --home, PALACE_HOME nor HOME is set")
            .next("Say where the palace lives: --home DIR")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{connect::Transport, hook};

    #[test]
    fn a_key_or_a_token_that_others_can_reach_is_refused() {
        let folder = testkit::temp::Temp::new();
        let home = Home::at(folder.path());
        home.log_key(true).expect("drawn");
        home.token().expect("drawn");
        for (mode, fine) in [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o620, false)] {
            for name in [LOG_KEY, TOKEN] {
                fs::set_permissions(home.file(name), fs::Permissions::from_mode(mode)).expect("a mode");
            }
            let codes = [home.log_key(false).err(), home.token().err()].map(|refused| refused.map(|refusal| refusal.code()));
            assert_eq!(codes, if fine { [None; 2] } else { [Some(Code::InputInvalid); 2] }, "{mode:o}");
        }
    }

    #[test]
    fn an_address_that_may_hold_a_password_is_not_printed() {
        let url = "postgres://ana:hunter2@localhost/palace";
        let place = Place::Database(url.into());
        let home = Home { dir: "/h".into(), database: Some(place.clone()) };
        let asked = hook::asked(&["palace", "hook", "stop", "--database", url].map(Into::into)).expect("a hook");
        let client = Transport::Stdio { command: "palace".into(), args: vec![], env: vec![("PALACE_DATABASE_URL".into(), url.into())] };
        for shown in [format!("{place:?}"), format!("{home:?}"), format!("{asked:?}"), format!("{client:?}")] {
            assert!(!shown.contains("hunter2") && shown.contains('…'), "{shown}");
        }
    }
}
