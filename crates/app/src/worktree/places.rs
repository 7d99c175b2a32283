//! What this machine has already learnt about its folders: which repository lies where, and which plain folder goes by which name.
//!
//! A repository's beginning is found by going through its whole history; that is done once for each place. A folder
//! without a repository has nothing that another machine could know it by but its name, and two folders may share one:
//! here it is written down which of them came first. See `docs/decisions/0009`.
//!
//! Not here: anything that must not be lost. What is written here can be found out again.

use crate::home::{self, Home, PLACES};
use kernel::anchor::Anchor;
use serde::{Deserialize, Serialize};
use std::{
    io::Read,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// More than this is not what we wrote.
const FILE_BYTES_MAX: u64 = 16 << 20;

/// A folder and where what lies in it belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    path: PathBuf,
    /// Which folder it was: another one may have taken its path since.
    stamp: String,
    anchor: Anchor,
    /// The name a plain folder goes by; empty for a repository.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
}

/// The places that this home knows.
#[derive(Debug)]
pub struct Places {
    home: Home,
    known: Vec<Place>,
    /// Whether nothing is to be written down.
    pub(super) is_trial: bool,
}

impl Places {
    /// Reads them. A file that cannot be read is as good as none.
    pub fn of(home: &Home) -> Self {
        Self { known: read(&home.file(PLACES)).unwrap_or_default(), home: home.clone(), is_trial: false }
    }

    /// Where a folder's things belong, if this very folder is known.
    pub fn at(&self, path: &Path) -> Option<&Anchor> {
        let place = self.known.iter().find(|place| place.path == path)?;
        stamp(path).is_some_and(|now| now == place.stamp).then_some(&place.anchor)
    }

    /// Remembers a repository.
    pub fn learn(&mut self, common: &Path, anchor: &Anchor) {
        let Ok(_alone) = self.home.creation() else { return };
        self.add(common, anchor.clone(), "");
    }

    /// Gives a plain folder its anchor: by its name, unless another folder on this machine goes by that.
    pub fn settle(&mut self, path: &Path) -> Anchor {
        if let Some(known) = self.at(path) {
            return known.clone();
        }
        let own = path.file_name().map_or_else(|| "root".into(), |name| name.to_string_lossy().into_owned());
        let Ok(_alone) = self.home.creation() else { return Anchor::of_name(&own) };
        self.known = read(&self.home.file(PLACES)).unwrap_or_default();
        let mut name = own.clone();
        for next in 2.. {
            let taken = self.known.iter().any(|place| place.name == name && place.path != path && stamp(&place.path).is_some());
            if !taken {
                break;
            }
            name = format!("{own}/{next}");
        }
        let anchor = Anchor::of_name(&name);
        self.add(path, anchor.clone(), &name);
        anchor
    }

    fn add(&mut self, path: &Path, anchor: Anchor, name: &str) {
        let Some(stamp) = stamp(path) else { return };
        let file = self.home.file(PLACES);
        self.known = read(&file).unwrap_or_default();
        // Whoever went by the name and is gone has left it.
        self.known.retain(|place| place.path != path && (name.is_empty() || place.name != name));
        self.known.push(Place { path: path.to_owned(), stamp, anchor, name: name.to_owned() });
        if self.is_trial {
            return;
        }
        if let Ok(text) = serde_json::to_vec_pretty(&self.known) {
            let _ = home::replace(&file, &text); // a home that cannot be written only costs finding out again
        }
    }
}

fn read(path: &Path) -> Option<Vec<Place>> {
    let mut text = String::new();
    std::fs::File::open(path).ok()?.take(FILE_BYTES_MAX).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

fn stamp(path: &Path) -> Option<String> {
    let found = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_dir)?;
    Some(format!("{}:{}", found.dev(), found.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::temp::Temp;

    #[test]
    fn a_name_belongs_to_the_first_folder_that_has_it_for_as_long_as_it_is_there() {
        let temp = Temp::new();
        let home = Home::at(temp.path().join("home"));
        home.make().expect("a home");
        let folder = |name: &str| {
            let path = temp.path().join(name);
            std::fs::create_dir_all(&path).expect("make");
            path
        };
        let (first, second) = (folder("a/docs"), folder("b/docs"));
        let one = Places::of(&home).settle(&first);
        assert_eq!(one, Anchor::of_name("docs"));
        let two = Places::of(&home).settle(&second);
        assert_ne!(one, two);
        assert_eq!((Places::of(&home).settle(&first), Places::of(&home).settle(&second)), (one.clone(), two));
        let moved = temp.path().join("a/moved");
        std::fs::create_dir_all(&moved).expect("make");
        std::fs::rename(&first, moved.join("docs")).expect("move");
        assert_eq!(Places::of(&home).settle(&moved.join("docs")), one, "a folder that was moved is the same folder");
    }
}
