//! Which carrier goes by a name that others would go by too: the `memory.json` of two programs, the checkpoint `main` of two
//! projects, the channel `general` of two workspaces.
//!
//! The first that is read keeps the plain name for as long as it is there, so that what was read before stays what it was;
//! the others have one word more in theirs. See `docs/decisions/0009`.
//!
//! Not here: carriers that have an id of their own. They are the same wherever they lie.

use crate::home::{self, CARRIERS, Home};
use serde::{Deserialize, Serialize};
use std::{io::Read, path::Path};

/// More than this is not what we wrote.
const FILE_BYTES_MAX: u64 = 16 << 20;

/// Where a carrier comes from whose name does not tell it from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What it would be called.
    pub name: String,
    /// What it is: the id of a workspace, or where the file lies.
    pub from: String,
    /// What tells it from others of its name.
    pub word: String,
}

/// One that goes by a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Bearer {
    name: String,
    from: String,
    /// The word in its name; empty for the first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    word: String,
}

impl Bearer {
    /// Whether it may still be read: a workspace may always be, a file for as long as it is there.
    fn is_there(&self) -> bool {
        let path = Path::new(&self.from);
        !path.is_absolute() || path.exists()
    }
}

/// Those that this home knows.
#[derive(Debug)]
pub struct Carriers {
    home: Home,
    /// Whether nothing is to be written down.
    is_trial: bool,
    /// What a trial would have written down.
    tried: Vec<Bearer>,
}

impl Carriers {
    /// Those of this home.
    pub fn of(home: &Home, is_trial: bool) -> Self {
        Self { home: home.clone(), is_trial, tried: Vec::new() }
    }

    /// The word that stands in the names of what a carrier brings; none if it goes by the plain name.
    pub fn word(&mut self, origin: &Origin) -> Option<String> {
        // Two at once must not both be the first.
        let _alone = self.home.creation().ok();
        let file = self.home.file(CARRIERS);
        let mut known = read(&file).unwrap_or_default();
        known.append(&mut self.tried.clone());
        let bearer = match known.iter().find(|bearer| bearer.name == origin.name && bearer.from == origin.from) {
            Some(bearer) => bearer.clone(),
            None => {
                known.retain(|bearer| bearer.name != origin.name || bearer.is_there());
                let taken = |word: &str| known.iter().any(|bearer| bearer.name == origin.name && bearer.word == word);
                let numbered = (2..).map(|count: u64| format!("{}-{count}", origin.word));
                let mut words = [String::new(), origin.word.clone()].into_iter().chain(numbered);
                let word = words.find(|word| !taken(word)).unwrap_or_default();
                let bearer = Bearer { name: origin.name.clone(), from: origin.from.clone(), word };
                known.push(bearer.clone());
                if self.is_trial {
                    self.tried.push(bearer.clone());
                } else if let Ok(text) = serde_json::to_vec_pretty(&known) {
                    let _ = home::replace(&file, &text); // a home that cannot be written only costs finding out again
                }
                bearer
            }
        };
        (!bearer.word.is_empty()).then_some(bearer.word)
    }
}

fn read(path: &Path) -> Option<Vec<Bearer>> {
    let mut text = String::new();
    std::fs::File::open(path).ok()?.take(FILE_BYTES_MAX).read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::temp::Temp;

    #[test]
    fn the_first_keeps_the_plain_name_for_as_long_as_it_is_there() {
        let temp = Temp::new();
        let home = Home::at(temp.path().join("home"));
        home.make().expect("a home");
        let file = |name: &str| {
            let path = temp.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("make");
            std::fs::write(&path, "{}").expect("write");
            Origin { name: "reference-memory".into(), from: path.display().to_string(), word: "b".into() }
        };
        let word = |origin: &Origin| Carriers::of(&home, false).word(origin);
        let (one, two, three) = (file("a/memory.json"), file("b/memory.json"), file("c/b/memory.json"));
        for _ in 0..2 {
            assert_eq!([word(&one), word(&two), word(&three)], [None, Some("b".into()), Some("b-2".into())]);
        }
        assert_eq!(word(&Origin { name: "mempal".into(), ..two.clone() }), None, "another name is free");
        std::fs::rename(temp.path().join("a"), temp.path().join("moved")).expect("move");
        let moved = Origin { from: temp.path().join("moved/memory.json").display().to_string(), ..one };
        assert_eq!([word(&moved), word(&two)], [None, Some("b".into())], "a file that was moved is the same file");
        let mut trial = Carriers::of(&home, true);
        let team = |id: &str| Origin { name: "slack".into(), from: id.into(), word: id.into() };
        assert_eq!([trial.word(&team("T1")), trial.word(&team("T2"))], [None, Some("T2".into())]);
        assert_eq!(word(&team("T2")), None, "a trial writes nothing");
    }
}
