//! Scratch PostgreSQL clusters on loopback: one that lives as long as a test run, one that a developer keeps.
//!
//! The data of both is worthless, so nothing is synced to disk. Which tests use a cluster is decided by the tests:
//! they look at `PALACE_TEST_PG`.

use crate::{
    nothing_more,
    workshop::{Failure, Started, Workshop, program},
};
use std::{
    env, fs,
    io::Read as _,
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// The variable through which tests find a cluster.
pub(crate) const VARIABLE: &str = "PALACE_TEST_PG";
/// The oldest PostgreSQL that Palace speaks to.
const OLDEST: u32 = 15;
const START_SECONDS_MAX: u64 = 60;
/// Worthless data needs no syncing; eight processes with eight connections each must all get in.
const SETTINGS: &[&str] = &["fsync=off", "full_page_writes=off", "max_connections=200", "listen_addresses=127.0.0.1", "unix_socket_directories="];

/// The programs of one PostgreSQL installation.
#[derive(Debug)]
pub(crate) struct Programs(PathBuf);

impl Programs {
    /// Finds the newest installation that is new enough.
    pub(crate) fn find(workshop: &Workshop) -> Option<Self> {
        let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|version| version.path().join("bin"));
        let on_path = program("postgres").and_then(|file| file.canonicalize().ok()).and_then(|file| file.parent().map(Path::to_owned));
        let mut found: Vec<(u32, PathBuf)> = debian
            .chain(on_path)
            .filter(|folder| folder.join("initdb").is_file())
            .filter_map(|folder| Some((version(&workshop.command(folder.join("postgres")).arg("--version").text().ok()?)?, folder)))
            .filter(|(version, _)| *version >= OLDEST)
            .collect();
        found.sort();
        found.pop().map(|(_, folder)| Self(folder))
    }

    /// The folder, for the person who reads along.
    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }

    /// A program of it, as a user that PostgreSQL accepts: it refuses to run as root.
    fn start(&self, workshop: &Workshop, name: &str) -> Started {
        let program = self.0.join(name);
        if is_root() {
            workshop.command("setpriv").args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--"]).arg(program)
        } else {
            workshop.command(program)
        }
    }

    /// Makes an empty cluster in a fresh folder.
    fn create(&self, workshop: &Workshop) -> Result<PathBuf, Failure> {
        // Not below `target`: that may lie in a home folder which the postgres user cannot enter.
        let template = env::temp_dir().join("palace-pg-XXXXXX");
        let folder = PathBuf::from(workshop.command("mktemp").arg("-d").arg(template).text()?.trim_end());
        if is_root() {
            workshop.command("chown").arg("postgres:").arg(&folder).done()?;
        }
        let data = folder.join("data");
        self.start(workshop, "initdb")
            .args(["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "-D"])
            .arg(&data)
            .text()?;
        Ok(folder)
    }

    /// The server's command line.
    fn server(&self, workshop: &Workshop, folder: &Path, port: u16) -> Command {
        let mut server = self.start(workshop, "postgres").arg("-D").arg(folder.join("data")).args(["-p", &port.to_string()]);
        for setting in SETTINGS {
            server = server.args(["-c", setting]);
        }
        server.into_command()
    }
}

fn version(text: &str) -> Option<u32> {
    let number = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Whether we are root, without a system call of our own.
pub(crate) fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find_map(|line| line.strip_prefix("Uid:")).and_then(|ids| ids.split_whitespace().nth(1)) == Some("0")
}

/// A cluster that ends with us, however we end: its keeper waits on a pipe from us and stops it when the pipe closes.
#[derive(Debug)]
pub(crate) struct Cluster {
    keeper: Child,
    url: String,
}

/// Runs in a session of its own, so that an interrupt at the terminal reaches us first and the cluster after.
const KEEPER: &str = r#"folder=$1; shift
"$@" >"$folder/log" 2>&1 </dev/null & server=$!
read -r _
kill -INT $server; wait $server; rm -rf "$folder""#;

impl Cluster {
    /// Starts a cluster on a free port of loopback.
    pub(crate) fn start(workshop: &Workshop, programs: &Programs) -> Result<Self, Failure> {
        let folder = programs.create(workshop)?;
        let port = free_port()?;
        let server = programs.server(workshop, &folder, port);
        let mut keeper = workshop.command("setsid").args(["sh", "-c", KEEPER, "keeper"]).arg(&folder).into_command();
        keeper.arg(server.get_program()).args(server.get_args()).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut keeper = keeper.spawn().map_err(|e| Failure(format!("PostgreSQL's keeper cannot be started: {e}")))?;
        match answers(&folder, port, || keeper.try_wait().is_ok_and(|ended| ended.is_none())) {
            Ok(()) => Ok(Self { keeper, url: url(port) }),
            Err(failure) => {
                drop(keeper.stdin.take());
                let _ = keeper.wait();
                Err(failure)
            }
        }
    }

    /// Where it listens.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

fn url(port: u16) -> String {
    format!("postgres://postgres@127.0.0.1:{port}/postgres")
}

fn free_port() -> Result<u16, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    listener.map(|address| address.port()).map_err(|e| Failure(format!("no free port on loopback: {e}")))
}

/// Waits until the cluster takes connections, or says why it will not.
fn answers(folder: &Path, port: u16, lives: impl FnMut() -> bool) -> Result<(), Failure> {
    let mut lives = lives;
    let until = Instant::now() + Duration::from_secs(START_SECONDS_MAX);
    while Instant::now() < until && lives() {
        // The last line of this file says `ready` only when the server is; a bare connect succeeds earlier.
        let ready =
            fs::read_to_string(folder.join("data/postmaster.pid")).is_ok_and(|pid| pid.lines().nth(7).is_some_and(|state| state.trim() == "ready"));
        if ready && TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
    Err(Failure(format!("PostgreSQL did not start on port {port}; it said:\n{}", log.trim())))
}

/// `pg start|stop|url`: a cluster that outlives us, and is remembered below `target`.
pub(crate) fn chore(workshop: &Workshop, rest: &[String]) -> Result<(), Failure> {
    let Some((verb, rest)) = rest.split_first() else { return Err(Failure("say `pg start`, `pg stop` or `pg url`".into())) };
    nothing_more(rest)?;
    let kept = Kept::read(workshop)?;
    match (verb.as_str(), kept) {
        ("start", None) => {
            let programs = Programs::find(workshop)
                .ok_or_else(|| Failure(format!("no PostgreSQL {OLDEST} or newer; `cargo xtask test --only machine` installs it")))?;
            let kept = Kept::start(workshop, &programs)?;
            println!("export {VARIABLE}={}", url(kept.port));
            Ok(())
        }
        ("start" | "url", Some(kept)) => {
            println!("export {VARIABLE}={}", url(kept.port));
            Ok(())
        }
        ("stop", Some(kept)) => kept.stop(workshop),
        ("stop", None) => {
            println!("no scratch cluster is running");
            Ok(())
        }
        ("url", None) => Err(Failure("no scratch cluster is running; start one with `cargo xtask pg start`".into())),
        (other, _) => Err(Failure(format!("`pg {other}` means nothing; say `pg start`, `pg stop` or `pg url`"))),
    }
}

/// A cluster that a developer keeps.
struct Kept {
    folder: PathBuf,
    port: u16,
}

impl Kept {
    fn note(workshop: &Workshop) -> PathBuf {
        workshop.target().join("scratch-pg")
    }

    /// The remembered cluster, if it still answers.
    fn read(workshop: &Workshop) -> Result<Option<Self>, Failure> {
        let mut text = String::new();
        let Ok(mut file) = fs::File::open(Self::note(workshop)) else { return Ok(None) };
        file.read_to_string(&mut text).map_err(|e| Failure(format!("{}: {e}", Self::note(workshop).display())))?;
        let mut lines = text.lines();
        let (folder, port) = (lines.next().map(PathBuf::from), lines.next().and_then(|port| port.parse().ok()));
        let (Some(folder), Some(port)) = (folder, port) else { return Ok(None) };
        let answers = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() && folder.join("data/postmaster.pid").is_file();
        Ok(answers.then_some(Self { folder, port }))
    }

    fn start(workshop: &Workshop, programs: &Programs) -> Result<Self, Failure> {
        let kept = Self { folder: programs.create(workshop)?, port: free_port()? };
        let server = programs.server(workshop, &kept.folder, kept.port);
        let log = fs::File::create(kept.folder.join("log")).map_err(|e| Failure(format!("{}: {e}", kept.folder.display())))?;
        let errors = log.try_clone().map_err(|e| Failure(format!("{}: {e}", kept.folder.display())))?;
        let mut apart = workshop.command("setsid").arg("--fork").arg(server.get_program()).args(server.get_args()).into_command();
        apart.stdout(log).stderr(errors).status().map_err(|e| Failure(format!("PostgreSQL cannot be started: {e}")))?;
        answers(&kept.folder, kept.port, || true)?;
        fs::create_dir_all(workshop.target())
            .and_then(|()| fs::write(Self::note(workshop), format!("{}\n{}\n", kept.folder.display(), kept.port)))
            .map_err(|e| Failure(format!("{}: {e}", Self::note(workshop).display())))?;
        Ok(kept)
    }

    fn stop(self, workshop: &Workshop) -> Result<(), Failure> {
        let programs = Programs::find(workshop).ok_or_else(|| Failure("the programs of PostgreSQL are gone".into()))?;
        programs.start(workshop, "pg_ctl").args(["stop", "--silent", "--mode=fast", "-D"]).arg(self.folder.join("data")).done()?;
        fs::remove_dir_all(&self.folder)
            .and_then(|()| fs::remove_file(Self::note(workshop)))
            .map_err(|e| Failure(format!("{}: {e}", self.folder.display())))?;
        println!("stopped");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_debian_and_postgresql_print_them() {
        let cases =
            [("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", Some(15)), ("postgres (PostgreSQL) 18beta1", Some(18)), ("nonsense", None)];
        for (text, expected) in cases {
            assert_eq!(version(text), expected, "{text}");
        }
    }
}
