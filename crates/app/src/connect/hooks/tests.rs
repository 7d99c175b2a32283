//! Hooks in other people's files: put in, found again, taken out to the byte.

#![allow(clippy::unwrap_used)] // in a test, a panic is the message

use super::*;
use crate::connect::apply;
use std::fs;
use testkit::temp::Temp;

struct Home {
    path: PathBuf,
    _temp: Temp,
}

impl Home {
    fn new() -> Self {
        let temp = Temp::new();
        Self { path: temp.path().canonicalize().unwrap(), _temp: temp }
    }

    fn write(&self, client: &Hooked, text: &str) -> PathBuf {
        let path = self.path.join(client.user);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn install(&self, client: &Hooked) -> Result<Plan, ConnectError> {
        let plan = plan(client, &program("/opt/palace"), &Scope::User, &self.path)?;
        apply(&plan)?;
        Ok(plan)
    }

    fn uninstall(&self, client: &Hooked) -> Result<Plan, ConnectError> {
        let plan = plan_removal(client, &Scope::User, &self.path)?;
        apply(&plan)?;
        Ok(plan)
    }

    fn found(&self, client: &Hooked) -> Vec<Found> {
        status(client, &program("/opt/palace"), &Scope::User, &self.path).unwrap().1.into_iter().map(|(_, found)| found).collect()
    }
}

fn program(path: &str) -> Program {
    Program { launch: vec![path.into()], options: vec!["--home".into(), "/with space/home".into()] }
}

fn lists() -> impl Iterator<Item = &'static Hooked> {
    HOOKED.iter().filter(|client| client.style != Style::Plugin)
}

/// Files as people have them. Those with comments are for the clients that read comments.
const PLAIN: &[&str] = &[
    "{}",
    "{}\n",
    "{\n}\n",
    "{ }",
    "{\"hooks\":{}}",
    "{\"model\":\"x\",\"hooks\":{\"Stop\":[]}}\n",
    "{\n\t\"model\": \"x\",\n\t\"permissions\": {\"allow\": [ \"Read\" ]}\n}",
    "{\r\n  \"model\": \"x\",\r\n  \"hooks\": {\r\n    \"Stop\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"say done\" } ] } ]\r\n  }\r\n}\r\n",
    "{\n    \"hooks\": {\n        \"PreToolUse\": [\n            {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"./check.sh palace hook x\"}]}\n        ],\n        \"stop\": [{\"command\": \"./stop.sh\"}]\n    },\n    \"last\": [1,\n2]\n}\n",
    "\u{feff}{\"version\": 1, \"hooks\": {\"preToolUse\": [{\"command\": \"a\"}]}}\n",
];
const COMMENTED: &[&str] = &[
    "{\n  // mine\n  \"theme\": \"x\" /* dark */\n}\n",
    "// above\n{ \"hooks\": { // inside\n  } }\n// below",
    "{\n  \"hooks\": {\n    // before the tool\n    \"BeforeTool\": [ /* one */ {\"hooks\": [{\"command\": \"a\"}]} ], // end of line\n    \"preToolUse\": [{\"command\": \"b\"} /* two */]\n  }\n}",
];

fn files(client: &Hooked) -> impl Iterator<Item = &'static str> {
    let commented = if client.format == super::super::Format::Json { &[] } else { COMMENTED };
    PLAIN.iter().chain(commented).copied()
}

#[test]
fn what_is_installed_is_found_and_taken_out_to_the_byte() {
    for client in lists() {
        for text in files(client) {
            let home = Home::new();
            let path = home.write(client, text);
            let first = home.install(client).unwrap_or_else(|error| panic!("{}: {text:?}: {error}", client.id));
            assert!(first.changed, "{}: {text:?}", client.id);
            let with = fs::read_to_string(&path).unwrap();
            assert!(!text.contains("\r\n") || !with.replace("\r\n", "").contains('\n'), "{}: line endings of {with:?}", client.id);
            for (found, slot) in home.found(client).into_iter().zip(client.slots) {
                let expected = match slot {
                    Slot::Named(_) => Found::Ours,
                    Slot::Missing(why) => Found::NoEvent(why),
                };
                assert_eq!(found, expected, "{}: {with}", client.id);
            }
            assert!(!home.install(client).unwrap().changed, "{}: a second time changes nothing", client.id);
            let removed = home.uninstall(client).unwrap();
            assert!(removed.changed && !removed.gone, "{}: {text:?}", client.id);
            assert_eq!(fs::read_to_string(&path).unwrap(), text, "{}: {with}", client.id);
            assert!(!home.uninstall(client).unwrap().changed);
        }
    }
}

#[test]
fn a_file_that_was_not_there_is_gone_again() {
    for client in HOOKED {
        let home = Home::new();
        assert!(!home.uninstall(client).unwrap().changed, "{}", client.id);
        let planned = home.install(client).unwrap();
        assert!(planned.path.exists() && planned.before.is_none(), "{}", client.id);
        let removed = home.uninstall(client).unwrap();
        assert!(removed.gone && !planned.path.exists(), "{}", client.id);
        assert!(removed.diff().lines().skip(2).all(|line| !line.starts_with('+')), "{}", removed.diff());
    }
}

#[test]
fn what_others_change_meanwhile_stays() {
    for client in lists() {
        let home = Home::new();
        let path = home.write(client, "{\n  \"model\": \"x\"\n}\n");
        home.install(client).unwrap();
        let with = fs::read_to_string(&path).unwrap().replace("\"model\": \"x\"", "\"model\": \"y\"");
        fs::write(&path, &with).unwrap();
        home.uninstall(client).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\n  \"model\": \"y\"\n}\n", "{}", client.id);
    }
}

#[test]
fn a_program_of_another_name_installs_finds_and_takes_out_its_hooks() {
    for client in lists() {
        let home = Home::new();
        let text = "{\n  \"model\": \"x\"\n}\n";
        let path = home.write(client, text);
        let renamed = program("/opt/my tools/palace-0.2");
        apply(&plan(client, &renamed, &Scope::User, &home.path).unwrap()).unwrap();
        assert!(!plan(client, &renamed, &Scope::User, &home.path).unwrap().changed, "{}: a second time changes nothing", client.id);
        let found = status(client, &renamed, &Scope::User, &home.path).unwrap().1;
        assert!(found.iter().all(|(_, found)| matches!(found, Found::Ours | Found::NoEvent(_))), "{}: {found:?}", client.id);
        home.uninstall(client).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{}", client.id);
    }
}

#[test]
fn a_program_that_moved_is_brought_up_to_date_in_its_place() {
    for client in lists() {
        let home = Home::new();
        let path = home.write(client, "{\"a\": 1}");
        apply(&plan(client, &program("/old place/palace"), &Scope::User, &home.path).unwrap()).unwrap();
        assert!(home.found(client).iter().any(|found| matches!(found, Found::Other(command) if command.starts_with("'/old place/palace' hook "))));
        home.install(client).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains("/old place/"), "{}: {text}", client.id);
        assert!(home.found(client).iter().all(|found| !matches!(found, Found::Other(_) | Found::Nothing)), "{text}");
        home.uninstall(client).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\"a\": 1}", "{}", client.id);
    }
}

#[test]
fn a_hook_of_ours_in_a_group_of_theirs_is_taken_out_of_it() {
    let client = find("claude-code").unwrap();
    let home = Home::new();
    let path = home.write(
        client,
        "{\"hooks\": {\"Stop\": [{\"matcher\": \"x\", \"hooks\": [{\"type\": \"command\", \"command\": \"theirs\"}, {\"type\": \"command\", \"command\": \"palace hook stop\"}]}]}}",
    );
    home.uninstall(client).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "{\"hooks\": {\"Stop\": [{\"matcher\": \"x\", \"hooks\": [{\"type\": \"command\", \"command\": \"theirs\"}]}]}}"
    );
}

#[test]
fn a_file_that_cannot_be_edited_is_refused_and_left_alone() {
    type Case = (&'static str, &'static str, fn(&ConnectError) -> bool);
    let cases: &[Case] = &[
        ("claude-code", "{\"hooks\": ", |e| matches!(e, ConnectError::Broken { .. })),
        ("claude-code", "{\n  // a comment that Claude Code does not read\n}", |e| matches!(e, ConnectError::Broken { .. })),
        ("codex", "{\"a\": 1,}", |e| matches!(e, ConnectError::Broken { .. })),
        ("gemini-cli", "{ /* no end", |e| matches!(e, ConnectError::Broken { .. })),
        ("cursor", "[]", |e| matches!(e, ConnectError::NotObject { .. })),
        ("cursor", "{\"hooks\": []}", |e| matches!(e, ConnectError::NotObject { .. })),
        ("gemini-cli", "{\"hooks\": {\"BeforeTool\": {}}}", |e| matches!(e, ConnectError::NotList { .. })),
        ("codex", "{\"hooks\": {}, \"hooks\": {}}", |e| matches!(e, ConnectError::Twice { .. } | ConnectError::Broken { .. })),
        ("opencode", "export const Mine = async () => ({})\n", |e| matches!(e, ConnectError::Foreign { .. })),
    ];
    for (id, text, expected) in cases {
        let (home, client) = (Home::new(), find(id).unwrap());
        let path = home.write(client, text);
        let error = home.install(client).unwrap_err();
        assert!(expected(&error), "{id}: {text}: {error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), *text);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "{id}: nothing else was written");
    }
}

#[test]
fn every_client_of_the_table_can_be_connected_too() {
    for client in HOOKED {
        assert!(crate::connect::find(client.id).is_ok(), "{}", client.id);
    }
    assert!(matches!(find("zed"), Err(ConnectError::NoHooks { .. })));
}

#[test]
fn the_plugin_names_this_program_and_nothing_of_its_template() {
    let text = plugin::text(&program("/opt/\"odd\"/palace"));
    assert!(
        text.contains(r#"const program = ["/opt/\"odd\"/palace"]"#) && text.contains(r#"const options = ["--home","/with space/home"]"#),
        "{text}"
    );
    assert!(!text.contains("__"), "{text}");
}

#[test]
fn a_hook_that_a_runner_starts_is_ours_and_is_taken_over() {
    let npx = |package: &str| Program { launch: ["npx", "-y", package].map(String::from).to_vec(), options: vec![] };
    for client in lists() {
        let home = Home::new();
        apply(&plan(client, &npx("palace@1"), &Scope::User, &home.path).unwrap()).unwrap();
        let launch = |home: &Home| launches(client, &Scope::User, &home.path).unwrap().1;
        assert_eq!(launch(&home), [["npx", "-y", "palace@1"]], "{}", client.id);
        home.install(client).unwrap();
        assert_eq!(launch(&home), [["/opt/palace"]], "{}", client.id);
        home.uninstall(client).unwrap();
        assert!(launch(&home).is_empty(), "{}", client.id);
    }
    assert_eq!(plugin::launch(&plugin::text(&npx("palace"))), Some(npx("palace").launch));
    assert_eq!(launch_of("npx -y other hook stop"), None);
    assert_eq!(launch_of("node palace hook stop --client cursor"), None);
}
