//! The command that clients are given, for every way in which this program is installed, and after the upgrade that follows.

use crate::house::{PALACE, Ran};
use serde_json::{Value as Json, json};
use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use testkit::temp::Temp;

/// A machine with a person, a project, and nothing on PATH but what the test puts there.
struct Machine {
    temp: Temp,
    path: Vec<PathBuf>,
}

impl Machine {
    fn new() -> Self {
        let machine = Self { temp: Temp::new(), path: Vec::new() };
        for folder in ["ana", "project/.claude", "system"] {
            fs::create_dir_all(machine.at(folder)).expect("a folder");
        }
        machine
    }

    fn at(&self, path: &str) -> PathBuf {
        self.temp.path().join(path)
    }

    /// Installs this program at a place.
    fn install(&self, path: &str) -> PathBuf {
        let file = self.at(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::copy(PALACE, &file).expect("install");
        file
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let file = self.at(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, text).expect("a file");
        file
    }

    /// Another program of this name.
    fn script(&self, path: &str) -> PathBuf {
        let file = self.write(path, "#!/bin/sh\nexit 0\n");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("a mode");
        file
    }

    fn link(&self, link: &str, to: &str) -> PathBuf {
        let link = self.at(link);
        fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
        let _ = fs::remove_file(&link);
        symlink(to, &link).expect("a link");
        link
    }

    fn searching(mut self, folders: &[&str]) -> Self {
        self.path = folders.iter().map(|folder| self.at(folder)).collect();
        self
    }

    fn run(&self, program: &Path, args: &[&str]) -> Ran {
        let mut command = Command::new(program);
        command.args(["--format", "json"]).args(args).current_dir(self.at("project")).stdin(Stdio::null());
        command.env("HOME", self.at("ana")).env("PATH", std::env::join_paths(&self.path).expect("folders"));
        for name in ["PALACE_HOME", "PALACE_DATABASE_URL", "XDG_DATA_HOME"] {
            command.env_remove(name);
        }
        command.output().expect("run palace").into()
    }

    /// Connects a client and installs its hooks with this program. Answers the words of the entry, and those of a hook.
    fn connected(&self, program: &Path) -> (Vec<String>, String) {
        fs::create_dir_all(self.at("ana/.claude")).expect("a folder");
        self.run(program, &["connect", "claude-code"]).json();
        self.run(program, &["hooks", "install", "--client", "claude-code"]).json();
        (entry(&self.at("ana/.claude.json")), hook(&self.at("ana/.claude/settings.json")))
    }

    /// What `palace doctor` says about clients, each with what to do.
    fn doctor(&self, program: &Path) -> Vec<(String, String)> {
        let ran = self.run(program, &["doctor", "--http", "127.0.0.1:1"]);
        let report: Json = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let checks = report["checks"].as_array().expect("checks").iter().filter(|c| c["check"] == "clients" && c["status"] != "ok");
        checks.map(|c| (text(&c["status"]), format!("{} → {}", text(&c["found"]), text(&c["next"])))).collect()
    }
}

fn json(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))).expect("JSON")
}

fn entry(path: &Path) -> Vec<String> {
    let entry = &json(path)["mcpServers"]["palace"];
    let args = entry["args"].as_array().expect("arguments").iter();
    std::iter::once(&entry["command"]).chain(args).map(|word| word.as_str().expect("a word").to_owned()).collect()
}

fn hook(path: &Path) -> String {
    json(path)["hooks"]["SessionStart"][0]["hooks"][0]["command"].as_str().expect("a command").to_owned()
}

/// The command of an entry, run as the client runs it: without a shell, and with no PATH to speak of.
#[track_caller]
fn starts(words: &[String]) {
    let ran: Ran = Command::new(&words[0]).arg("--version").env_clear().output().unwrap_or_else(|e| panic!("{words:?}: {e}")).into();
    assert!(ran.code == Some(0) && ran.out.starts_with("palace "), "{words:?}: {ran:?}");
}

#[track_caller]
fn is(connected: &(Vec<String>, String), launch: &[&str]) {
    let (entry, hook) = connected;
    assert_eq!(entry, &[launch, &["serve"]].concat());
    assert!(hook.starts_with(&format!("{} hook session-start --client claude-code", launch.join(" "))), "{hook}");
}

#[test]
fn a_plain_program_is_called_where_it_is() {
    let machine = Machine::new().searching(&["system", "ana/.cargo/bin"]);
    let program = machine.install("ana/.cargo/bin/palace");
    let connected = machine.connected(&program);
    is(&connected, &[&program.display().to_string()]);
    fs::remove_file(&program).expect("an upgrade");
    machine.install("ana/.cargo/bin/palace");
    starts(&connected.0);
    assert_eq!(machine.doctor(&program), []);
}

#[test]
fn a_versioned_folder_is_called_by_the_link_that_leads_to_it() {
    let machine = Machine::new().searching(&["brew/bin"]);
    let program = machine.install("brew/Cellar/palace/1.2/bin/palace");
    let link = machine.link("brew/bin/palace", "../Cellar/palace/1.2/bin/palace");
    let connected = machine.connected(&program);
    is(&connected, &[&link.display().to_string()]);
    // The upgrade.
    let program = machine.install("brew/Cellar/palace/1.3/bin/palace");
    machine.link("brew/bin/palace", "../Cellar/palace/1.3/bin/palace");
    fs::remove_dir_all(machine.at("brew/Cellar/palace/1.2")).expect("the old version goes");
    starts(&connected.0);
    assert_eq!(machine.doctor(&program), []);
    assert_eq!(machine.connected(&link), connected, "nothing is left to change");
}

#[test]
fn a_versioned_folder_that_no_link_leads_to_is_written_with_a_word_about_it() {
    let machine = Machine::new().searching(&["system"]);
    let program = machine.install("brew/Cellar/palace/1.2/bin/palace");
    let done = machine.run(&program, &["connect", "claude-code"]).json();
    assert!(done["note"].as_str().is_some_and(|note| note.contains("belongs to one version")), "{done}");
    // The upgrade: what was written leads nowhere, and that is told with the command that mends it.
    let old = entry(&machine.at("ana/.claude.json"));
    let program = machine.install("brew/Cellar/palace/1.3/bin/palace");
    fs::remove_dir_all(machine.at("brew/Cellar/palace/1.2")).expect("the old version goes");
    let told = machine.doctor(&program);
    assert!(told.len() == 1 && told[0].0 == "fault" && told[0].1.contains(&old[0]), "{told:?}");
    assert!(told[0].1.ends_with("→ Run `palace connect claude-code`"), "{told:?}");
    machine.run(&program, &["connect", "claude-code"]).json();
    starts(&entry(&machine.at("ana/.claude.json")));
}

#[test]
fn npx_is_called_by_the_package_that_was_asked_for() {
    let machine = Machine::new().searching(&["ana/.npm/_npx/0a1b/node_modules/.bin", "system"]);
    let program = machine.install("ana/.npm/_npx/0a1b/node_modules/palace/bin/palace");
    let link = machine.link("ana/.npm/_npx/0a1b/node_modules/.bin/palace", "../palace/bin/palace");
    let package = json!({ "_npx": { "packages": ["palace@latest"] }, "dependencies": { "palace": "^1.2.0" } });
    machine.write("ana/.npm/_npx/0a1b/package.json", &package.to_string());
    machine.script("system/npx");
    is(&machine.connected(&link), &["npx", "-y", "palace@latest"]);
    assert_eq!(machine.doctor(&program), []);
    let disconnected = machine.run(&program, &["disconnect", "claude-code"]).json();
    assert_eq!(disconnected["changed"], true, "it is ours");
    machine.connected(&link);
    // The cache is emptied, and the program is installed: the entry of npx still starts one, and is taken over without being forced.
    fs::remove_dir_all(machine.at("ana/.npm/_npx")).expect("the cache goes");
    let machine = machine.searching(&["ana/.cargo/bin", "system"]);
    let program = machine.install("ana/.cargo/bin/palace");
    assert_eq!(machine.doctor(&program), []);
    fs::remove_file(machine.at("system/npx")).expect("no npx");
    let told = machine.doctor(&program);
    assert!(told.len() == 2 && told.iter().all(|(status, text)| status == "fault" && text.contains("no folder of PATH has `npx`")), "{told:?}");
    is(&machine.connected(&program), &[&program.display().to_string()]);
    assert_eq!(machine.doctor(&program), []);
}

#[test]
fn a_package_that_npm_installed_is_called_by_its_own_link() {
    let machine = Machine::new().searching(&["node/bin"]);
    machine.script("node/lib/node_modules/palace/bin/palace.js");
    let program = machine.install("node/lib/node_modules/palace/node_modules/@palace/linux-x64/bin/palace");
    let link = machine.link("node/bin/palace", "../lib/node_modules/palace/bin/palace.js");
    is(&machine.connected(&program), &[&link.display().to_string()]);
    assert_eq!(machine.doctor(&program), []);
}

#[test]
fn uvx_is_called_by_the_package_and_a_tool_of_uv_by_its_link() {
    let environment = |machine: &Machine, folder: &str, name: &str| {
        let info = format!("{folder}/lib/python3.12/site-packages/{name}-1.2.dist-info");
        machine.write(&format!("{info}/METADATA"), &format!("Metadata-Version: 2.4\nName: {name}\nVersion: 1.2\n"));
        machine.write(&format!("{info}/RECORD"), "../../../bin/palace,sha256=x,1\n");
        machine.write(&format!("{folder}/lib/python3.12/site-packages/other-1.dist-info/RECORD"), "other.py,,\n");
        machine.install(&format!("{folder}/bin/palace"))
    };
    for (name, words) in [("palace", vec!["uvx", "palace"]), ("palace-memory", vec!["uvx", "--from", "palace-memory", "palace"])] {
        let machine = Machine::new().searching(&["system"]);
        machine.script("system/uvx");
        let program = environment(&machine, "ana/.cache/uv/archive-v0/x1Y2", name);
        let connected = machine.connected(&program);
        is(&connected, &words);
        assert_eq!(machine.doctor(&program), []);
        assert_eq!(machine.connected(&program), connected, "nothing is left to change");
    }
    let machine = Machine::new().searching(&["ana/.local/bin"]);
    let program = environment(&machine, "ana/.local/share/uv/tools/palace", "palace");
    let link = machine.link("ana/.local/bin/palace", "../share/uv/tools/palace/bin/palace");
    let connected = machine.connected(&program);
    is(&connected, &[&link.display().to_string()]);
    fs::remove_dir_all(machine.at("ana/.local/share/uv/tools/palace")).expect("an upgrade");
    environment(&machine, "ana/.local/share/uv/tools/palace", "palace");
    starts(&connected.0);
}

#[test]
fn a_cache_that_nobody_knows_the_package_of_is_refused() {
    let machine = Machine::new().searching(&["system"]);
    for place in ["ana/.cache/pnpm/dlx/1f/node_modules/palace/bin/palace", "ana/.npm/_npx/0a1b/node_modules/palace/bin/palace"] {
        let program = machine.install(place);
        let ran = machine.run(&program, &["connect", "claude-code"]);
        assert_eq!(ran.refused(), "INPUT_INVALID");
        assert!(ran.err.contains("Install palace where it stays"), "{ran:?}");
        assert!(!machine.at("ana/.claude.json").exists());
        // With one that is installed, that one is written.
        machine.install("system/palace");
        machine.run(&program, &["connect", "claude-code"]).json();
        assert_eq!(entry(&machine.at("ana/.claude.json"))[0], machine.at("system/palace").display().to_string());
        for file in ["ana/.claude.json", "system/palace"] {
            fs::remove_file(machine.at(file)).expect("start over");
        }
    }
}

#[test]
fn a_projects_files_name_nothing_of_this_machine() {
    let machine = Machine::new().searching(&["brew/bin"]);
    machine.install("brew/Cellar/palace/1.2/bin/palace");
    let link = machine.link("brew/bin/palace", "../Cellar/palace/1.2/bin/palace");
    machine.run(&link, &["connect", "claude-code", "--project"]).json();
    machine.run(&link, &["hooks", "install", "--client", "claude-code", "--project"]).json();
    assert_eq!(entry(&machine.at("project/.mcp.json")), ["palace", "serve"]);
    assert_eq!(hook(&machine.at("project/.claude/settings.local.json")), "palace hook session-start --client claude-code");
    let here = machine.temp.path().display().to_string();
    for file in ["project/.mcp.json", "project/.claude/settings.local.json"] {
        assert!(!fs::read_to_string(machine.at(file)).expect("the file").contains(&here), "{file}");
    }
    assert!(machine.doctor(&link).iter().all(|(status, _)| status != "fault"), "{:?}", machine.doctor(&link));

    // A home that only this machine has is not written there.
    let elsewhere = machine.at("elsewhere").display().to_string();
    for words in [["connect", "claude-code"].as_slice(), &["hooks", "install", "--client", "claude-code"]] {
        let ran = machine.run(&link, &[&["--home", &elsewhere], words, &["--project"]].concat());
        assert_eq!(ran.refused(), "INPUT_INVALID");
    }
    // The project's own palace is found without being named.
    machine.run(&link, &["init", "--project", "--no-describe", "--unsealed"]).json();
    machine.run(&link, &["connect", "claude-code", "--project"]).json();
    assert_eq!(entry(&machine.at("project/.mcp.json")), ["palace", "serve"]);

    // Where PATH has none, or another, that is told.
    let program = machine.at("brew/Cellar/palace/1.2/bin/palace");
    let machine = machine.searching(&["system"]);
    let told = machine.doctor(&program);
    assert!(told.len() == 2 && told.iter().all(|(status, text)| status == "fault" && text.contains("no folder of PATH has `palace`")), "{told:?}");
    machine.script("system/palace");
    let told = machine.doctor(&program);
    assert!(told.len() == 2 && told.iter().all(|(status, text)| status == "note" && text.contains("before it on PATH")), "{told:?}");
}

#[test]
fn every_entry_that_leads_elsewhere_is_named_with_what_mends_it() {
    let machine = Machine::new().searching(&["system"]);
    let program = machine.install("system/palace");
    let other = machine.script("other/palace");
    let command = |program: &Path| format!(r#"{{"mcpServers":{{"palace":{{"command":"{}"}}}}}}"#, program.display());
    machine.write("ana/.cursor/mcp.json", &command(&other));
    machine.write("ana/.gemini/settings.json", &command(Path::new("/gone/palace")));
    machine.write("ana/.codex/config.toml", "[mcp_servers.palace]\ncommand = \"/gone/else\"\n");
    machine.write("project/.mcp.json", &command(Path::new("./bin/palace")));
    machine.write("ana/.cursor/hooks.json", r#"{"version":1,"hooks":{"stop":[{"command":"'/gone/with space/palace' hook stop --client cursor"}]}}"#);
    machine.write("ana/.config/opencode/plugins/palace.js", "// palace hooks: x\nconst program = \"/gone/palace\"\n");
    let told = machine.doctor(&program);
    for (status, words, next) in [
        ("note", format!("Cursor starts {}, which is another program", other.display()), "run `palace connect cursor`"),
        ("fault", "Gemini CLI starts /gone/palace, but it is not there".into(), "Run `palace connect gemini-cli`"),
        ("fault", "Codex starts /gone/else, but it is not there".into(), "Run `palace connect codex --force`"),
        ("fault", "Claude Code in this project starts ./bin/palace, but it is not there".into(), "Run `palace connect claude-code --project`"),
        ("fault", "a hook of Cursor starts /gone/with space/palace, but it is not there".into(), "Run `palace hooks install --client cursor`"),
        ("fault", "a hook of opencode starts /gone/palace, but it is not there".into(), "Run `palace hooks install --client opencode`"),
    ] {
        assert!(told.iter().any(|(s, text)| s == status && text.contains(&words) && text.contains(next)), "{words}: {told:#?}");
    }
    assert_eq!(told.len(), 6, "{told:#?}");
    // And the commands mend it.
    fs::create_dir_all(machine.at("project/bin")).expect("a folder");
    for words in [
        "connect cursor",
        "connect gemini-cli",
        "connect codex --force",
        "connect claude-code --project",
        "hooks install --client cursor",
        "hooks install --client opencode",
    ] {
        machine.run(&program, &words.split(' ').collect::<Vec<_>>()).json();
    }
    assert_eq!(machine.doctor(&program), []);
}
