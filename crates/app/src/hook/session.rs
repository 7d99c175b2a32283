//! Which session of the palace a session of a client is: a small file of the home for each, held while it is looked at.
//!
//! It is a file because the answer is wanted before anything is asked of the database, and because losing it costs nothing:
//! the next hook starts a new session. Not here: what a session is (the engine's `session` operations).

use super::work::ask;
use crate::{
    connect::hooks::Hooked,
    desk::Desk,
    home::{Home, failed},
};
use kernel::text::Slice;
use kernel::{ledger::Digest, refusal::Refusal};
use serde_json::json;
use std::{
    fs::{self, File, OpenOptions},
    io::Read,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::PathBuf,
    time::Duration,
};

/// The folder of these files.
const FOLDER: &str = "hooks";
/// After this long nobody comes back to a session.
const KEPT: Duration = Duration::from_hours(7 * 24);
/// How long the name of such a file is. Whoever files conversations holds a lock in the same folder, and that has another name.
const NAME_CHARS: usize = 32;
/// Longest id that is read back, in bytes.
const ID_BYTES_MAX: u64 = 128;

/// A session of a client.
#[derive(Debug)]
pub(super) struct Thread {
    pub(super) client: &'static Hooked,
    session: String,
    home: Home,
}

impl Thread {
    pub(super) fn new(home: Home, client: &'static Hooked, session: String) -> Self {
        Self { client, session, home }
    }

    fn path(&self) -> PathBuf {
        let name = Digest::of(format!("{}\n{}", self.client.id, self.session).as_bytes()).to_string();
        self.home.file(FOLDER).join(name.slice(..NAME_CHARS))
    }

    /// The palace's session, if there is one.
    pub(super) fn known(&self) -> Option<String> {
        let mut text = String::new();
        File::open(self.path()).ok()?.take(ID_BYTES_MAX).read_to_string(&mut text).ok()?;
        Some(text.trim().to_owned()).filter(|id| !id.is_empty())
    }

    /// The palace's session, started if there is none. Hooks run beside each other, so the file is held meanwhile.
    pub(super) fn ensure(&self, desk: &Desk) -> Result<String, Refusal> {
        match self.known() {
            Some(id) => Ok(id),
            None => self.replace(desk, None),
        }
    }

    /// A session in the place of one that has ended.
    pub(super) fn replace(&self, desk: &Desk, ended: Option<&str>) -> Result<String, Refusal> {
        let path = self.path();
        if let Some(folder) = path.parent() {
            fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(|e| failed(folder, &e))?;
        }
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(&path).map_err(|e| failed(&path, &e))?;
        file.lock().map_err(|e| failed(&path, &e))?;
        let mut text = String::new();
        Read::by_ref(&mut file).take(ID_BYTES_MAX).read_to_string(&mut text).map_err(|e| failed(&path, &e))?;
        // Somebody else was here while we waited.
        if let Some(id) = Some(text.trim()).filter(|id| !id.is_empty() && Some(*id) != ended) {
            return Ok(id.to_owned());
        }
        let mut input = json!({ "agentType": self.client.id });
        if (1..=64).contains(&self.session.len()) {
            input["agentId"] = self.session.as_str().into();
        }
        let started = ask(desk, "", "session.start", input)?;
        let id = started["sessionId"].as_str().unwrap_or_default().to_owned();
        fs::write(&path, &id).map_err(|e| failed(&path, &e))?;
        Ok(id)
    }

    /// Forgets the session: what comes next is another one.
    pub(super) fn forget(&self) {
        let _ = fs::remove_file(self.path());
    }

    /// Clears away the sessions that nobody came back to, and nothing else that lies beside them.
    pub(super) fn tidy(&self) {
        let ours = |path: &PathBuf| path.file_name().is_some_and(|name| name.len() == NAME_CHARS);
        let old = |path: &PathBuf| path.metadata().and_then(|found| found.modified()).is_ok_and(|at| at.elapsed().is_ok_and(|age| age > KEPT));
        let files = fs::read_dir(self.home.file(FOLDER)).into_iter().flatten().flatten().map(|entry| entry.path());
        for path in files.filter(ours).filter(old) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn what_nobody_came_back_to_is_cleared_away_and_a_lock_that_is_held_stays() {
        let temp = testkit::temp::Temp::new();
        let thread = |session: &str| Thread::new(Home::at(temp.path()), &crate::connect::hooks::hooked()[0], session.to_owned());
        let (old, new, lock) = (thread("old").path(), thread("new").path(), temp.path().join(super::super::filing::LOCK));
        fs::create_dir(temp.path().join(FOLDER)).expect("a folder");
        for (path, age) in [(&old, KEPT * 2), (&new, Duration::ZERO), (&lock, KEPT * 2)] {
            File::create(path).and_then(|file| file.set_modified(SystemTime::now() - age)).expect("a file");
        }
        thread("new").tidy();
        assert_eq!([&old, &new, &lock].map(|path| path.exists()), [false, true, true]);
    }
}
