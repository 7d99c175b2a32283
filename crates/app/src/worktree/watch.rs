//! Being told when something changes, and reading only that.
//!
//! Not here: what is done about it. A round of changes is a set of paths; the command reads them as it reads a folder.

use super::walk::is_left_out;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher, event::ModifyKind};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

/// A round of changes is over when nothing was heard for so long.
const QUIET: Duration = Duration::from_millis(150);
/// A round is not longer than this, however busy the folder.
const ROUND_MAX: Duration = Duration::from_secs(2);

/// What is told by the system.
type Told = notify::Result<Event>;

/// Watches some folders.
pub struct Watch {
    watcher: RecommendedWatcher,
    told: Receiver<Told>,
    watched: BTreeSet<PathBuf>,
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("folders", &self.watched.len()).finish_non_exhaustive()
    }
}

impl std::fmt::Display for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.watched.len();
        write!(f, "Watching {count} folder{}. Ctrl-C ends it.", if count == 1 { "" } else { "s" })
    }
}

impl Watch {
    /// Watches nothing yet.
    pub fn new() -> notify::Result<Self> {
        let (tell, told) = channel();
        let watcher = notify::recommended_watcher(move |event| {
            let _ = tell.send(event); // nobody listens any more: the program ends
        })?;
        Ok(Self { watcher, told, watched: BTreeSet::new() })
    }

    /// Watches a folder, and nothing below it: each folder that is read is watched by itself, so that those which are
    /// ignored cost nothing. Answers whether it is new.
    pub fn add(&mut self, folder: &Path) -> notify::Result<bool> {
        // A folder that was made anew under its old path is another folder, which only the system can tell; to watch the
        // same one twice does no harm.
        self.watcher.watch(folder, RecursiveMode::NonRecursive)?;
        Ok(self.watched.insert(folder.to_owned()))
    }

    /// How many folders are watched.
    pub fn folders(&self) -> usize {
        self.watched.len()
    }

    /// Waits for something to change, and for it to be quiet again. Nothing, when nobody will ever tell.
    pub fn round(&mut self) -> Option<Vec<Event>> {
        let mut events = vec![self.told.recv().ok()?];
        let begun = Instant::now();
        while begun.elapsed() < ROUND_MAX {
            match self.told.recv_timeout(QUIET) {
                Ok(event) => events.push(event),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        // What cannot be told any more (a folder that went away) shows in what is not there.
        let events: Vec<Event> = events.into_iter().filter_map(Result::ok).collect();
        for gone in events.iter().filter(|event| matches!(event.kind, EventKind::Remove(_))).flat_map(|event| &event.paths) {
            self.watched.retain(|folder| !folder.starts_with(gone));
        }
        Some(events)
    }
}

/// What to read again after some events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Paths that may have changed, come or gone.
    pub touched: BTreeSet<PathBuf>,
    /// Events were lost: everything must be looked at.
    pub everything: bool,
}

impl Plan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        !self.everything && self.touched.is_empty()
    }
}

/// Decides what to read again. `roots` are what was asked for; `never` are folders of our own.
pub fn plan(roots: &[PathBuf], never: &[PathBuf], events: &[Event]) -> Plan {
    let mut plan = Plan::default();
    for event in events {
        plan.everything |= event.need_rescan();
        let changes = match event.kind {
            EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => false,
            EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) | EventKind::Other => true,
        };
        for path in event.paths.iter().filter(|_| changes) {
            let root = roots.iter().find(|root| path.starts_with(root));
            let ours = never.iter().any(|dir| path.starts_with(dir));
            if root.is_some_and(|root| !is_left_out(root, path)) && !ours {
                plan.touched.insert(path.clone());
            }
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{AccessKind, CreateKind, DataChange, Flag, MetadataKind, RemoveKind, RenameMode};

    fn event(kind: EventKind, paths: &[&str]) -> Event {
        paths.iter().fold(Event::new(kind), |event, path| event.add_path(PathBuf::from(path)))
    }

    #[test]
    fn only_what_may_have_changed_is_read_again() {
        let written = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        let table: [(&str, Vec<Event>, &[&str]); 7] = [
            ("a write", vec![event(written, &["/r/a.md"]), event(written, &["/r/a.md"])], &["/r/a.md"]),
            ("a look", vec![event(EventKind::Access(AccessKind::Any), &["/r/a.md"])], &[]),
            ("a new mode", vec![event(EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any)), &["/r/a.md"])], &[]),
            ("a rename", vec![event(EventKind::Modify(ModifyKind::Name(RenameMode::Both)), &["/r/a", "/r/b"])], &["/r/a", "/r/b"]),
            ("git at work", vec![event(written, &["/r/.git/index", "/r/node_modules/x", "/r/src/target.rs"])], &["/r/src/target.rs"]),
            ("our own file", vec![event(written, &["/r/home/palace.db"])], &[]),
            (
                "elsewhere",
                vec![event(EventKind::Remove(RemoveKind::File), &["/s/a"]), event(EventKind::Create(CreateKind::Any), &["/r/n"])],
                &["/r/n"],
            ),
        ];
        for (what, events, touched) in table {
            let found = plan(&["/r".into()], &["/r/home".into()], &events);
            assert_eq!(found.touched, touched.iter().map(PathBuf::from).collect(), "{what}");
            assert!(!found.everything, "{what}");
        }
        let lost = event(EventKind::Other, &[]).set_flag(Flag::Rescan);
        assert!(plan(&["/r".into()], &[], &[lost]).everything);
        assert!(plan(&["/r".into()], &[], &[]).is_empty());
    }
}
