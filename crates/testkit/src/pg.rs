//! A PostgreSQL for the tests: the one that `PALACE_TEST_PG` names, or a scratch cluster on loopback that all test
//! processes share and that stops by itself when no test has asked for it for a while.
//!
//! Not here: skipping. A machine without PostgreSQL fails these tests and is told what to do about it.

use crate::temp::unique;
use std::{
    fs::{File, OpenOptions},
    io,
    net::{Ipv4Addr, TcpListener},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use store::{Backend, Place};

/// Names a running server instead, as a base URL such as `postgres://me@127.0.0.1:5432/scratch`.
pub const VARIABLE: &str = "PALACE_TEST_PG";
/// Minutes without a test after which the scratch cluster stops.
const IDLE_MINUTES_MAX: u32 = 10;

/// Why there is no PostgreSQL.
#[derive(Debug)]
pub enum PgError {
    /// Its programs are not on this machine.
    NotInstalled,
    /// One of its programs failed, and said this.
    Failed {
        /// What was tried.
        what: String,
        /// What it said.
        said: String,
    },
    /// The machine failed.
    Io(io::Error),
}

impl std::fmt::Display for PgError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotInstalled => write!(
                f,
                "PostgreSQL is not on this machine, and half of the tests need it: `cargo xtask test` installs it; or set {VARIABLE} to the URL of a running server"
            ),
            Self::Failed { what, said } => write!(f, "{what} failed: {said}"),
            Self::Io(error) => write!(f, "the scratch cluster could not be set up: {error}"),
        }
    }
}

impl std::error::Error for PgError {}

impl From<io::Error> for PgError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The base URL of a server for tests, starting the scratch cluster if it does not run.
pub fn ensure() -> Result<String, PgError> {
    if let Ok(url) = std::env::var(VARIABLE) {
        return Ok(url);
    }
    let cluster = Cluster::here()?;
    let _turn = cluster.turn()?;
    File::create(cluster.root.join("used"))?; // the watchdog looks at its age
    match cluster.running() {
        Some(url) => Ok(url),
        None => cluster.start(),
    }
}

/// Where the shared cluster lives.
struct Cluster {
    root: PathBuf,
    root_user: bool,
}

impl Cluster {
    fn here() -> Result<Self, PgError> {
        let uid = rustix::process::getuid().as_raw();
        let root = std::env::temp_dir().join(format!("palace-scratch-pg-{uid}"));
        std::fs::create_dir_all(&root)?;
        // PostgreSQL refuses to run as root, so its own user must be able to come in.
        std::fs::set_permissions(&root, std::fs::Permissions::from_mode(0o755))?;
        Ok(Self { root, root_user: uid == 0 })
    }

    fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    /// One process at a time decides whether to start or stop.
    fn turn(&self) -> Result<File, PgError> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(self.root.join("lock"))?;
        file.lock()?;
        Ok(file)
    }

    fn running(&self) -> Option<String> {
        let url = std::fs::read_to_string(self.root.join("url")).ok()?;
        store::testing::connect(&Place::Database(url.clone())).ok().map(|_| url)
    }

    fn start(&self) -> Result<String, PgError> {
        let (initdb, pg_ctl) = (program("initdb")?, program("pg_ctl")?);
        let data = self.data();
        let _ = std::fs::remove_dir_all(&data); // what is left of a cluster that died
        std::fs::create_dir(&data)?;
        if self.root_user {
            run("chown", Command::new("chown").arg("postgres").arg(&data))?;
        }
        run(
            "initdb",
            self.as_owner(&initdb).args(["--username=palace", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"]).arg(&data),
        )?;
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        // Scratch data may be lost with the machine, so nothing waits for the disk.
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"
        );
        let log = data.join("log");
        run("pg_ctl start", self.as_owner(&pg_ctl).args(["start", "--silent", "--wait", "-o", &options, "-l"]).arg(&log).arg("-D").arg(&data))?;
        let url = format!("postgres://palace@127.0.0.1:{port}/postgres");
        std::fs::write(self.root.join("url"), &url)?;
        self.watch(&pg_ctl)?;
        Ok(url)
    }

    /// Leaves a small process behind that stops the cluster once no test has asked for it for a while.
    fn watch(&self, pg_ctl: &Path) -> Result<(), PgError> {
        let script = format!(
            "while [ -f \"$1/postmaster.pid\" ]; do sleep 60; if [ -n \"$(find \"$2\" -mmin +{IDLE_MINUTES_MAX})\" ]; then \"$3\" stop -s -m immediate -D \"$1\"; fi; done"
        );
        let mut dog = if self.root_user { Command::new(runuser()) } else { Command::new("sh") };
        if self.root_user {
            dog.args(["-u", "postgres", "--", "sh"]);
        }
        dog.args(["-c", &script, "palace-scratch-pg-watch"]).arg(self.data()).arg(self.root.join("used")).arg(pg_ctl);
        let mut detached = Command::new("setsid");
        detached.arg(dog.get_program()).args(dog.get_args());
        detached.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        Ok(())
    }

    /// A command as the user who owns the cluster.
    fn as_owner(&self, program: &Path) -> Command {
        let mut command = if self.root_user {
            let mut command = Command::new(runuser());
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir("/");
        command
    }
}

/// Becomes another user; it is often left out of the path.
fn runuser() -> PathBuf {
    program("runuser").unwrap_or_else(|_| PathBuf::from("runuser"))
}

/// A program: from the path, the newest under Debian's folder for PostgreSQL, or where those of the administrator are.
fn program(name: &str) -> Result<PathBuf, PgError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|e| e.path().join("bin")).collect();
    versions.sort();
    folders.extend(versions.into_iter().rev());
    folders.extend(["/usr/sbin", "/sbin"].map(PathBuf::from));
    folders.into_iter().map(|folder| folder.join(name)).find(|program| program.is_file()).ok_or(PgError::NotInstalled)
}

fn run(what: &str, command: &mut Command) -> Result<(), PgError> {
    // Output goes to a file, never to a pipe: the server keeps the handles it was born with.
    let said = std::env::temp_dir().join(format!("palace-scratch-pg-said-{}", unique()));
    let out = File::create(&said)?;
    let status = command.stdin(Stdio::null()).stdout(out.try_clone()?).stderr(out).status();
    let text = std::fs::read_to_string(&said).unwrap_or_default();
    let _ = std::fs::remove_file(&said);
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(PgError::Failed { what: what.to_owned(), said: format!("{status}\n{text}") }),
        Err(error) => Err(PgError::Failed { what: what.to_owned(), said: error.to_string() }),
    }
}

/// A schema of one test's own. Dropping it drops all that is in it.
pub struct Schema {
    /// The database that it lies in.
    base: String,
    name: String,
    /// The server, and what makes it forget all this.
    undo: (String, String),
}

impl std::fmt::Debug for Schema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Schema").field(&self.name).finish()
    }
}

impl Schema {
    /// A fresh, empty schema.
    ///
    /// # Panics
    /// When there is no PostgreSQL: skipping silently would be worse than failing.
    pub fn new() -> Self {
        let base = ensure().unwrap_or_else(|error| panic!("{error}"));
        let name = format!("t_{}", unique());
        let undo = (base.clone(), format!("drop schema {name} cascade"));
        Self::make(base, name, undo)
    }

    /// The same in a database of its own, where nobody else's open transaction keeps what was deleted.
    ///
    /// # Panics
    /// When there is no PostgreSQL.
    pub fn alone() -> Self {
        let server = ensure().unwrap_or_else(|error| panic!("{error}"));
        let name = format!("t_{}", unique());
        connect(&server).batch(&format!("create database {name}")).expect("create a database");
        let (plain, options) = server.split_once('?').map_or((server.as_str(), String::new()), |(plain, options)| (plain, format!("?{options}")));
        let (host, _) = plain.rsplit_once('/').expect("the URL names a database");
        let base = format!("{host}/{name}{options}");
        let undo = (server, format!("drop database {name} with (force)"));
        Self::make(base, name, undo)
    }

    fn make(base: String, name: String, undo: (String, String)) -> Self {
        connect(&base).batch(&format!("create schema {name}")).expect("create a schema");
        Self { base, name, undo }
    }

    /// The URL that sees this schema and no other.
    pub fn url(&self) -> String {
        let joint = if self.base.contains('?') { '&' } else { '?' };
        format!("{}{joint}options=-csearch_path%3D{}", self.base, self.name)
    }
}

impl Default for Schema {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        let (server, forget) = &self.undo;
        if let Ok(mut db) = store::testing::connect(&Place::Database(server.clone())) {
            let _ = db.batch(forget);
        }
    }
}

fn connect(base: &str) -> Box<dyn Backend> {
    store::testing::connect(&Place::Database(base.to_owned())).unwrap_or_else(|error| panic!("the PostgreSQL for tests does not answer: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_it_is_told_what_to_do() {
        assert!(PgError::NotInstalled.to_string().contains("`cargo xtask test` installs it"));
        assert!(matches!(program("no-such-program-of-postgresql"), Err(PgError::NotInstalled)));
    }

    #[test]
    fn all_tests_share_one_server_and_no_schema_on_postgres() {
        assert_eq!(ensure().expect("a server"), ensure().expect("the same server"));
        let (a, b) = (Schema::new(), Schema::new());
        let mut first = store::testing::connect(&Place::Database(a.url())).expect("connect");
        first.batch("create table only_here (x bigint)").expect("create");
        let mut second = store::testing::connect(&Place::Database(b.url())).expect("connect");
        assert!(second.query("select x from only_here", &[]).is_err(), "one test sees another's table");
    }
}
