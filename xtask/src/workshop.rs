//! Where the repository is, and how programs are started in it. What is started is each chore's business.

use std::{
    env,
    ffi::OsStr,
    fmt,
    io::{BufRead, BufReader, IsTerminal},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Why a chore did not get done, in words for the person who asked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure(pub(crate) String);

impl Failure {
    /// A failure about which everything was said already.
    pub(crate) fn told() -> Self {
        Self(String::new())
    }

    /// Whether there is still something to say.
    pub(crate) fn is_untold(&self) -> bool {
        !self.0.is_empty()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The repository.
#[derive(Debug)]
pub(crate) struct Workshop {
    root: PathBuf,
    target: PathBuf,
}

impl Workshop {
    /// Finds the repository from where this crate was built.
    pub(crate) fn find() -> Result<Self, Failure> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.parent().filter(|root| root.join("Cargo.lock").is_file());
        let root = root.ok_or_else(|| Failure(format!("no workspace above {}; the repository was moved since xtask was built", here.display())))?;
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |set| root.join(set));
        Ok(Self { root: root.to_owned(), target })
    }

    /// The repository's folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo's output folder.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// A program that was built for development.
    pub(crate) fn built(&self, name: &str) -> PathBuf {
        self.target.join("debug").join(name)
    }

    /// The cargo that runs us.
    pub(crate) fn cargo(&self) -> Started {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        self.command(cargo)
    }

    /// Any program, in the repository's folder, without our standard input.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Started {
        let mut command = Command::new(program);
        command.current_dir(&self.root).stdin(Stdio::null());
        // Set for us by the cargo that runs us; a crate compiled by a cargo below must not see them.
        command.env_remove("CARGO_MANIFEST_DIR").env_remove("CARGO_PKG_NAME");
        Started(command)
    }

    /// Files that belong to the repository or are about to: tracked, and new ones that git does not ignore.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let list = self.command("git").args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).text()?;
        let mut files: Vec<PathBuf> = list.split('\0').filter(|path| !path.is_empty()).map(PathBuf::from).collect();
        files.retain(|path| self.root.join(path).is_file()); // deleted, but not yet told to git
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// Reads a file of the repository.
    pub(crate) fn read(&self, path: impl AsRef<Path>) -> Result<String, Failure> {
        let path = path.as_ref();
        std::fs::read_to_string(self.root.join(path)).map_err(|e| Failure(format!("{}: {e}", path.display())))
    }
}

/// Where a program is on the search path.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Insists on a program.
pub(crate) fn needs(name: &str, remedy: &str) -> Result<PathBuf, Failure> {
    program(name).ok_or_else(|| Failure(format!("`{name}` is not on the search path; {remedy}")))
}

/// A program about to be started.
pub(crate) struct Started(Command);

impl Started {
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.0.arg(arg);
        self
    }

    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.0.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    /// Leaves the last touches to the caller.
    pub(crate) fn into_command(self) -> Command {
        self.0
    }

    /// Runs it with our own output.
    pub(crate) fn done(mut self) -> Result<(), Failure> {
        let status = self.0.status().map_err(|e| self.unstarted(&e))?;
        if status.success() { Ok(()) } else { Err(Failure(format!("`{}` failed ({status})", self.spelled()))) }
    }

    /// Runs it and gives what it printed.
    pub(crate) fn text(mut self) -> Result<String, Failure> {
        let output = self.0.stderr(Stdio::piped()).output().map_err(|e| self.unstarted(&e))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(Failure(format!("`{}` failed ({}): {}", self.spelled(), output.status, said.trim())));
        }
        String::from_utf8(output.stdout).map_err(|_| Failure(format!("`{}` printed something that is not text", self.spelled())))
    }

    /// Runs it, passing its lines on while `read` looks at them. Both of its outputs become one, in order.
    pub(crate) fn watched(mut self, mut read: impl FnMut(&str)) -> Result<bool, Failure> {
        let (reader, writer) = std::io::pipe().map_err(|e| Failure(format!("no pipe for `{}`: {e}", self.spelled())))?;
        let copy = writer.try_clone().map_err(|e| Failure(format!("no pipe for `{}`: {e}", self.spelled())))?;
        let mut child = self.0.stdout(copy).stderr(writer).spawn().map_err(|e| self.unstarted(&e))?;
        let spelled = self.spelled();
        drop(self); // our ends of the pipe go with it: the reading ends when the program does
        let colour = std::io::stdout().is_terminal();
        for line in BufReader::new(reader).split(b'\n') {
            let line = line.map_err(|e| Failure(format!("`{spelled}`: {e}")))?;
            let line = String::from_utf8_lossy(&line);
            let plain = plain(&line);
            read(&plain);
            println!("{}", if colour { &line } else { plain.as_str() });
        }
        let status = child.wait().map_err(|e| Failure(format!("`{spelled}`: {e}")))?;
        Ok(status.success())
    }

    fn unstarted(&self, error: &std::io::Error) -> Failure {
        Failure(format!("`{}` cannot be started: {error}", self.spelled()))
    }

    fn spelled(&self) -> String {
        let words = std::iter::once(self.0.get_program()).chain(self.0.get_args());
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }
}

/// A line without its colours.
fn plain(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if c != '\u{1b}' {
            text.push(c);
        } else if rest.next() == Some('[') {
            rest.by_ref().find(|c| ('@'..='~').contains(c));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_taken_off_a_line_and_nothing_else() {
        for (line, expected) in [("plain [x] text", "plain [x] text"), ("\u{1b}[32;1m  PASS\u{1b}[0m [ 0.1s]", "  PASS [ 0.1s]"), ("é\u{1b}[m", "é")]
        {
            assert_eq!(plain(line), expected);
        }
    }

    #[test]
    fn a_watched_program_is_heard_on_both_outputs_and_its_failure_is_noticed() {
        let workshop = Workshop::find().expect("the workspace");
        let mut heard = Vec::new();
        let good = workshop.command("sh").args(["-c", "echo out; echo err >&2; exit 3"]).watched(|line| heard.push(line.to_owned()));
        assert_eq!((good, heard), (Ok(false), vec!["out".to_owned(), "err".to_owned()]));
    }
}
