//! `palace init` in a repository: what it finds, what it writes, and what it leaves alone.

use crate::doors::{Home, Ran};
use serde_json::{Value as Json, json};
use std::{fs, path::PathBuf, process::Command};
use testkit::On;

/// A repository of the test's own, with these files.
fn repository(home: &Home, files: &[(&str, &str)]) -> PathBuf {
    let root = home.dir().parent().expect("a folder").join("project");
    fs::create_dir_all(root.join(".git")).expect("a repository");
    fs::write(root.join(".git/HEAD"), "ref: refs/heads/main\n").expect("a head");
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    root
}

fn palace(home: &Home, root: &PathBuf, args: &[&str]) -> Ran {
    home.run_with(args, |command| command.current_dir(root))
}

fn rooms(home: &Home, root: &PathBuf) -> Json {
    palace(home, root, &["--format", "json", "rooms"]).answer().expect("rooms")["result"].take()
}

const FILES: &[(&str, &str)] = &[
    ("README.md", "# Toy\n\nA toy.\n"),
    ("crates/kernel/src/lib.rs", "//! What is true of every call.\npub fn f() {}\n"),
    ("crates/app/README.md", "# App\n\nThe doors of the house.\n"),
    ("crates/app/src/main.rs", "fn main() {}\n"),
    ("web/index.ts", "export const x = 1;\n"),
];

#[test]
fn a_repository_is_described_by_its_own_rooms() {
    let home = Home::empty(On::Sqlite);
    let root = repository(&home, FILES);
    let made = palace(&home, &root, &["init", "--unsealed"]);
    assert_eq!(made.status, 0, "{made:?}");
    assert!(made.out.contains("Languages: Rust (2), TypeScript (1)"), "{}", made.out);
    assert!(made.out.contains("Rooms: project-overview, app, kernel, web"), "{}", made.out);
    assert!(made.out.contains("Read the tree: 5 files, 10 lines, 3 symbols in "), "{}", made.out);
    let explored = palace(&home, &root, &["--format", "json", "explore", "main", "--room", "app"]).answer().expect("what was read");
    assert_eq!(explored["result"]["results"][0]["at"], "crates/app/src/main.rs:1-1", "{explored}");
    let found = rooms(&home, &root);
    let told: Vec<(&str, &str)> =
        found["rooms"].as_array().expect("rooms").iter().map(|r| (r["name"].as_str().unwrap(), r["summary"].as_str().unwrap())).collect();
    assert_eq!(
        told,
        [
            ("app", "The doors of the house."),
            ("kernel", "What is true of every call."),
            ("project-overview", "What this project is, and where to begin"),
            ("web", "1 file, mostly TypeScript"),
        ]
    );
    assert_eq!(found["problems"], Json::Null);
    let explained = palace(&home, &root, &["--format", "json", "scope-explain", "crates/app/src/main.rs"]).answer().expect("levels");
    assert_eq!(explained["result"]["levels"][1]["scopePath"], json!("app"));
}

#[test]
fn what_people_changed_stays_unless_they_ask() {
    let home = Home::empty(On::Sqlite);
    let root = repository(&home, FILES);
    palace(&home, &root, &["init", "--unsealed"]);
    let room = root.join(".palace/rooms/web.jsonc");
    let mine = fs::read_to_string(&room).expect("a room").replace("1 file, mostly TypeScript", "What people see");
    fs::write(&room, &mine).expect("an edit");
    let again = palace(&home, &root, &["init"]);
    assert!(again.out.contains("nothing was written"), "{}", again.out);
    assert_eq!(fs::read_to_string(&room).expect("a room"), mine);
    palace(&home, &root, &["init", "--force"]);
    assert!(fs::read_to_string(&room).expect("a room").contains("1 file, mostly TypeScript"));
}

#[test]
fn the_tree_is_read_once_and_only_if_it_may_be() {
    let home = Home::empty(On::Sqlite);
    let root = repository(&home, FILES);
    for flag in ["--no-index", "--no-scan"] {
        let made = palace(&home, &root, &["--format", "json", "init", "--unsealed", flag]);
        assert_eq!(made.answer().expect("an answer")["index"], Json::Null);
    }
    let counts = |made: Ran| {
        let index = made.answer().expect("an answer")["index"].take();
        ["files", "read", "lines", "symbols"].map(|field| index[field].as_u64().expect(field))
    };
    assert_eq!(counts(palace(&home, &root, &["--format", "json", "init"])), [5, 5, 10, 3]);
    assert_eq!(counts(palace(&home, &root, &["--format", "json", "init"])), [5, 0, 0, 0]);
    assert!(palace(&home, &root, &["init"]).out.contains("Read the tree: 5 files, nothing changed, in "));
    let alone = palace(&home, &root, &["--format", "json", "init", "--no-describe"]).answer().expect("an answer");
    assert_eq!((&alone["index"], &alone["project"]), (&Json::Null, &Json::Null));
}

#[test]
fn a_document_that_cannot_be_read_is_told_and_stops_nothing() {
    let home = Home::empty(On::Sqlite);
    let root = repository(&home, FILES);
    palace(&home, &root, &["init", "--unsealed"]);
    for (name, text) in
        [("bad.jsonc", "{ // no end"), ("odd.jsonc", r#"{"schemaVersion":"1.0.0","kind":"palace/room","name":"odd","summary":"","colour":1}"#)]
    {
        fs::write(root.join(".palace/rooms").join(name), text).expect("a file");
    }
    fs::write(
        root.join(".palace/rooms/out.jsonc"),
        r#"{"schemaVersion":"1.0.0","kind":"palace/room","name":"o","summary":"","entryPoints":["../x"]}"#,
    )
    .expect("a file");
    let found = rooms(&home, &root);
    assert_eq!(found["rooms"].as_array().map(Vec::len), Some(4));
    let problems: Vec<&str> = found["problems"].as_array().expect("problems").iter().filter_map(Json::as_str).collect();
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert!(problems[1].starts_with(".palace/rooms/odd.jsonc: `colour`: unknown field"), "{problems:?}");
}

#[test]
fn the_schemas_name_what_the_documents_hold() {
    let home = Home::empty(On::Sqlite);
    let root = repository(&home, FILES);
    palace(&home, &root, &["init", "--unsealed"]);
    let read = |path: &str| -> Json { serde_json::from_str(&fs::read_to_string(root.join(path)).expect(path)).expect(path) };
    let schema = read(".palace/schemas/room.schema.json");
    assert_eq!(schema["additionalProperties"], json!(false));
    assert_eq!(schema["required"], json!(["schemaVersion", "kind", "name", "summary", "entryPoints"]));
    for field in ["capabilities", "artifacts", "steps", "provenance"] {
        assert!(schema["properties"][field]["description"].is_string(), "{field} has a help text");
    }
    let text = fs::read_to_string(root.join(".palace/rooms/kernel.jsonc")).expect("a room");
    assert!(text.contains("\"$schema\": \"../schemas/room.schema.json\""), "{text}");
}

#[test]
fn git_sees_what_is_shared_of_a_project_and_nothing_of_the_palace_in_it() {
    let home = Home::empty(On::Sqlite);
    let root = repository(&home, FILES);
    fs::remove_dir_all(root.join(".git")).expect("not git's own");
    let git = |args: &[&str]| Command::new("git").args(args).current_dir(&root).output().expect("run git");
    assert!(git(&["init", "--quiet"]).status.success());
    for at in [root.clone(), root.join("web")] {
        let made = palace(&home, &at, &["init", "--project", "--unsealed"]);
        assert_eq!(made.status, 0, "{made:?}");
        for private in ["hooks/waiting/1-2", "before-restore-1/palace.db", ".restoring-7/log.key", "config.toml.new-0a", "config.toml"] {
            let path = at.join(".palace").join(private);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "private").expect("a file");
        }
        fs::write(at.join(".palace/anchor"), "toy").expect("a marker");
    }
    let seen = String::from_utf8(git(&["ls-files", "--others", "--exclude-standard"]).stdout).expect("paths");
    let seen: Vec<&str> = seen.lines().filter(|path| path.contains(".palace/")).collect();
    let rooms = ["app", "kernel", "project-overview", "web"].map(|room| format!(".palace/rooms/{room}.jsonc"));
    let schemas = ["palace", "playbook", "room"].map(|kind| format!(".palace/schemas/{kind}.schema.json"));
    let mut wanted =
        [".palace/.gitignore", ".palace/anchor", ".palace/palace.jsonc", ".palace/playbooks/default-onboarding.jsonc"].map(String::from).to_vec();
    wanted.extend(rooms.into_iter().chain(schemas));
    wanted.extend(["web/.palace/.gitignore", "web/.palace/anchor"].map(String::from));
    assert_eq!(seen, wanted);
}

#[test]
fn outside_a_repository_only_the_palace_is_made() {
    let home = Home::empty(On::Sqlite);
    let made = home.run(&["init", "--unsealed"]);
    assert_eq!(made.status, 0, "{made:?}");
    assert!(!home.dir().parent().expect("a folder").join(".palace").exists());
}

#[test]
fn a_folder_can_be_named_looked_at_first_and_read_in_part() {
    let home = Home::empty(On::Sqlite);
    let root = repository(&home, FILES);
    let ignore = home.beside().join("ignore");
    fs::write(&ignore, "web\n").expect("a file");
    let named = [root.to_str().expect("a path"), "--ignore-file", ignore.to_str().expect("a path")];
    let said = home.run(&[&["mind", "init", "--dry-run", "--no-mempalignore", "--format", "json"][..], &named].concat()).answer().expect("a plan");
    assert_eq!((&said["dryRun"], &said["wouldCreate"]), (&json!(true), &json!(true)), "{said}");
    assert_eq!(said["project"]["rooms"], json!(["project-overview", "app", "kernel"]), "{said}");
    assert!(!home.dir().exists() && !root.join(".palace").exists(), "nothing was made");

    let made = home.run(&[&["mind", "init", "--unsealed"][..], &named].concat());
    assert!(made.out.contains("Rooms: project-overview, app, kernel\n") && made.out.contains("Read the tree: 4 files"), "{made:?}");
    assert!(root.join(".palace/rooms/kernel.jsonc").exists() && !root.join(".palace/rooms/web.jsonc").exists());
    let again = home.run(&[&["init", "--dry-run"][..], &named].concat());
    assert!(again.out.starts_with("Already there: ") && again.out.contains("Would write 0 files"), "{again:?}");
    assert_eq!(home.run(&["init", "no-such-folder"]).status, 1);
    assert_eq!(home.run(&["init", "--ignore-file", "no-such-file"]).status, 1);
}
