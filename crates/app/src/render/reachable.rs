//! Spells the paths of what was found in other trees so that they open from where the reader stands.

use serde_json::Value as Json;
use std::path::{Component, Path, PathBuf};

/// Folders to go up at most: a longer way is told from the root.
const UP_MAX: usize = 8;

/// Spells every path that stands beside the project it belongs to. `is_there` says whether a folder is on this machine.
pub fn make_reachable(value: &mut Json, from: &Path, is_there: &dyn Fn(&Path) -> bool) {
    match value {
        Json::Array(items) => items.iter_mut().for_each(|item| make_reachable(item, from, is_there)),
        Json::Object(fields) => {
            let text = |value: &Json, field: &str| value[field].as_str().unwrap_or_default().to_owned();
            let tree = fields.get("project").map(|project| (text(project, "name"), text(project, "path")));
            if let (Some((name, root)), Some(Json::String(path))) = (tree, fields.get_mut("path")) {
                *path = spelled(&name, Path::new(&root), path, from, is_there);
            }
            fields.values_mut().for_each(|field| make_reachable(field, from, is_there));
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

fn spelled(name: &str, root: &Path, path: &str, from: &Path, is_there: &dyn Fn(&Path) -> bool) -> String {
    if !root.is_absolute() || !is_there(root) {
        return if name.is_empty() { path.to_owned() } else { format!("{name}: {path}") };
    }
    let whole = root.join(path);
    // From the root of the machine every tree lies below, and the whole path is no longer.
    let is_root = |folder: &Path| folder.parent().is_none();
    let way = match whole.strip_prefix(from) {
        Ok(below) if !is_root(from) => below.to_owned(),
        Ok(_) => whole,
        Err(_) => match from.strip_prefix(root) {
            Ok(inside) if inside.components().count() <= UP_MAX => upwards(inside, path),
            Ok(_) | Err(_) => whole,
        },
    };
    way.to_string_lossy().into_owned()
}

/// The way to a path of a tree from a folder inside it.
fn upwards(inside: &Path, path: &str) -> PathBuf {
    let (mut folders, mut rest) = (inside.components().peekable(), Path::new(path).components().peekable());
    while folders.peek().is_some() && folders.peek() == rest.peek() {
        folders.next();
        rest.next();
    }
    folders.map(|_| Component::ParentDir).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_path_of_another_tree_opens_from_where_the_reader_stands() {
        let table = [
            ("/", "/home/ana/flask", "/home/ana/flask/docs/a.md"),
            ("/home/ana", "/home/ana/flask", "flask/docs/a.md"),
            ("/home/ana/app", "/home/ana/app/vendor/flask", "vendor/flask/docs/a.md"),
            ("/home/ana/flask/docs/deep", "/home/ana/flask", "../a.md"),
            ("/home/ana/flask/src", "/home/ana/flask", "../docs/a.md"),
            ("/home/bob", "/home/ana/flask", "/home/ana/flask/docs/a.md"),
            ("/home/ana", "/gone/flask", "flask: docs/a.md"),
            ("/home/ana", "", "flask: docs/a.md"),
        ];
        for (from, root, expected) in table {
            let mut answer = json!({ "seen": [{ "path": "docs/a.md", "project": { "name": "flask", "path": root } }, { "path": "own.md" }] });
            make_reachable(&mut answer, Path::new(from), &|folder| folder.starts_with("/home"));
            assert_eq!((&answer["seen"][0]["path"], &answer["seen"][1]["path"]), (&json!(expected), &json!("own.md")), "{root} from {from}");
        }
    }
}
