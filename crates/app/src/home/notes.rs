//! What an erasure does about the small files of a home: notes that can be made again lose what says the words, and a file that
//! somebody else wrote is named.
//!
//! Not here: the database and its copies. Files are named as they lie in the home, which never says the words.

use super::{CARRIERS, CONFIG, Home, PLACES, SEEN, projects::LIST, replace};
use crate::hook::waiting;
use serde_json::Value as Json;
use std::{fs, path::Path};

/// Notes of our own: lists whose lines can be found out again.
const OURS: [&str; 2] = [PLACES, CARRIERS];
/// Files that hold what a person decided.
const THEIRS: [&str; 2] = [CONFIG, LIST];

/// Takes out of the notes what `says` picks. Answers which files say it still, and why.
pub(super) fn forget(home: &Home, says: &mut dyn FnMut(&str) -> bool) -> Vec<(String, String)> {
    let mut held = Vec::new();
    for name in OURS {
        if let Err(error) = cut(home, name, says) {
            held.push((name.to_owned(), format!("{error}; delete the file, it is made again")));
        }
    }
    for path in fs::read_dir(home.file(SEEN)).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if is_said(&path, says)
            && let Err(error) = fs::remove_file(&path)
        {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            held.push((format!("{SEEN}/{name}"), format!("{error}; delete the file, it is made again")));
        }
    }
    for name in THEIRS.into_iter().filter(|name| is_said(&home.file(name), says)) {
        held.push((name.to_owned(), "it is part of what you set for this home; edit the file".to_owned()));
    }
    for (name, path) in waiting(home) {
        if is_said(&path, says) {
            held.push((name, "a conversation that waits to be kept says it; erase once more after it was kept, or delete the file".to_owned()));
        }
    }
    held
}

/// Whether any line of a file does. One that is not there says nothing.
fn is_said(path: &Path, says: &mut dyn FnMut(&str) -> bool) -> bool {
    fs::read(path).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).lines().any(says))
}

fn cut(home: &Home, name: &str, says: &mut dyn FnMut(&str) -> bool) -> std::io::Result<()> {
    let path = home.file(name);
    if !is_said(&path, says) {
        return Ok(());
    }
    let _alone = home.creation().map_err(|refusal| std::io::Error::other(refusal.what().to_owned()))?;
    let mut notes: Vec<Json> = serde_json::from_slice(&fs::read(&path)?)?;
    notes.retain(|note| !says(&note.to_string()));
    replace(&path, &serde_json::to_vec_pretty(&notes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_lose_what_says_the_words_and_other_files_are_named() {
        let temp = testkit::temp::Temp::new();
        let home = Home::at(temp.path());
        fs::create_dir_all(home.file("hooks/waiting")).expect("make");
        fs::create_dir_all(home.file(SEEN)).expect("make");
        for (name, text) in [
            (
                PLACES,
                r#"[{"path": "/srv/quill", "stamp": "1:2", "anchor": "repo://a"}, {"path": "/srv/oven", "stamp": "1:3", "anchor": "repo://b"}]"#,
            ),
            ("seen/1", "{\"base\":\"/srv\"}\n[\"quill.md\",{}]\n"),
            ("seen/2", "{\"base\":\"/srv/oven\"}\n"),
            (CONFIG, "# as quill wants it\n"),
            ("hooks/waiting/1-2", "{\"folder\":\"/srv\"}\n{\"said\":\"qu\\u0069ll\"}\n"),
            ("hooks/waiting/1-3", "{\"folder\":\"/srv\"}\n"),
        ] {
            fs::write(home.file(name), text).expect("write");
        }
        let mut says = |line: &str| {
            let text = serde_json::from_str::<Json>(line).map_or_else(|_| line.to_owned(), |value| value.to_string());
            text.contains("quill")
        };
        let held: Vec<String> = forget(&home, &mut says).into_iter().map(|(name, _)| name).collect();
        assert_eq!(held, ["config.toml", "hooks/waiting/1-2"]);
        let left = fs::read_to_string(home.file(PLACES)).expect("read");
        assert_eq!([home.file("seen/1").exists(), home.file("seen/2").exists()], [false, true]);
        assert!(left.contains("/srv/oven") && !left.contains("quill"), "{left}");
    }
}
