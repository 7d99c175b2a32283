//! Code: what few files hold is found among the many that share the rest of a question.
//!
//! Not here: outlines, and what else exploring answers. Stories tell that.

use crate::{
    On,
    world::{Who, World},
};
use kernel::palace::Sealing;
use serde_json::{Value as Json, json};

/// More than are looked at closely for one question.
const FILES: usize = 200;

/// Words that every file holds do not hide the one that also holds a rare one, however late it came.
///
/// # Panics
/// When another file is told first.
pub fn rare_words_tell_more(on: On) {
    let mut world = World::new(on, Sealing::Unsealed);
    let agent = Who::agent("codex-a");
    let file = |path: String, name: &str| json!({ "path": path, "text": format!("fn {name}() {{}}\n"), "size": 1, "mtime": 1 });
    let mut files: Vec<Json> = (0..FILES).map(|n| file(format!("src/a{n}.rs"), &format!("retry_number{n}"))).collect();
    files.push(file("src/zebra.rs".into(), "retry_violet"));
    world.send(&agent, "code.keep", json!({ "files": files }), None).expect("keep");
    for query in ["retry violet", "retry_violet", "violet retry number"] {
        let found = world.send(&agent, "code.search", json!({ "query": query }), None).expect("search").result;
        assert_eq!(found["results"][0]["at"], "src/zebra.rs:1-1", "{query}: {found}");
    }
    // Within a folder only what lies there counts, and is counted.
    let found = world.send(&agent, "code.search", json!({ "query": "retry violet", "path": "src/a1" }), None).expect("search").result;
    assert!(found["results"].as_array().is_some_and(|all| !all.is_empty() && all.iter().all(|one| one["path"] != "src/zebra.rs")), "{found}");
}
