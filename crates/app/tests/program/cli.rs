//! What a person sees on a terminal, and what a script reads.

use crate::doors::{Home, Ran, golden};
use serde_json::{Value as Json, json};
use std::path::Path;
use testkit::{On, pty::Pty};

/// Compares what was printed with a file beside this test.
fn snapshot(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/snapshots").join(name);
    golden(&path, text).unwrap_or_else(|drift| panic!("{drift}"));
}

/// Everything a run shows, as one page.
fn page(ran: &Ran) -> String {
    format!("status {}\n--- standard output\n{}--- standard error\n{}", ran.status, ran.out, ran.err)
}

#[test]
fn help_pages_read_well() {
    let home = Home::empty(On::Sqlite);
    for (name, args) in [("help.txt", &["--help"][..]), ("store_help.txt", &["store", "--help"]), ("ledger_help.txt", &["ledger", "--help"])] {
        let ran = home.run_with(args, |command| command.env("COLUMNS", "100"));
        snapshot(name, &page(&ran));
    }
}

#[test]
fn answers_and_refusals_look_like_this() {
    let home = Home::unsealed(On::Sqlite);
    let table = [
        ("refusal.txt", &["--mode", "agent", "approve", "p_0"][..]),
        ("refusal_json.txt", &["--mode", "agent", "--format", "json", "approve", "p_0"]),
        ("missing.txt", &["--mode", "human", "approve", "p_0"]),
        ("nothing_found.txt", &["--mode", "agent", "recall", "nothing like it"]),
        ("typo.txt", &["aprove", "p_0"]),
        ("typo_json.txt", &["--format", "json", "aprove", "p_0"]),
        ("typo_near.txt", &["stoer"]),
        ("next_is_a_command.txt", &["--mode", "agent", "preset", "export", "nope"]),
        ("missing_two_json.txt", &["--format", "json", "key", "enrol"]),
        ("missing_after_options_json.txt", &["--format", "json", "ingest"]),
        ("missing_argument.txt", &["approve"]),
        ("missing_argument_json.txt", &["--format", "json", "approve"]),
        ("missing_command_json.txt", &["--format", "json", "ledger"]),
        ("unknown_flag_json.txt", &["--format", "json", "recall", "--limt", "3"]),
        ("unknown_word_json.txt", &["--format", "json", "--mode", "king", "recall"]),
        ("bad_number.txt", &["--mode", "agent", "recall", "--limit", "many"]),
    ];
    for (name, args) in table {
        snapshot(name, &page(&home.run(args)));
    }
}

#[test]
fn an_answer_that_cannot_be_written_is_no_success_and_a_reader_may_leave() {
    let home = Home::unsealed(On::Sqlite);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device that is always full");
    let ran = home.run_with(&["--mode", "agent", "ledger", "checkpoint"], |command| command.stdout(full()));
    assert_eq!(ran.status, 1, "{}", page(&ran));
    assert!(ran.err.contains("the answer cannot be written to standard output"), "{}", page(&ran));
    for args in [&["--mode", "agent", "ledger", "checkpoint"][..], &["--mode", "agent", "export"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ran = home.run_with(args, |command| command.stdout(writer));
        assert_eq!(ran.status, 0, "{}", page(&ran));
        assert!(!ran.err.contains("Next:"), "{}", page(&ran));
    }
}

#[test]
fn a_checkpoint_is_kept_by_sending_it_to_a_file() {
    let home = Home::unsealed(On::Sqlite);
    let ran = home.run(&["--mode", "agent", "ledger", "checkpoint"]);
    assert!(ran.err.contains("Ledger entry"), "{}", page(&ran));
    let kept = home.dir().join("elsewhere");
    std::fs::write(&kept, &ran.out).expect("write");
    let verified = home.run(&["--mode", "agent", "ledger", "verify", "--checkpoint", kept.to_str().expect("text")]);
    assert_eq!(verified.status, 0, "{}", page(&verified));
}

#[test]
fn a_pack_is_printed_as_it_is_and_shown_again_to_the_byte() {
    let home = Home::unsealed(On::Sqlite);
    home.run(&["--mode", "agent", "evidence", "record", "The kiln reaches twelve hundred degrees.", "--source", "a chat"]);
    let assembled = home.run(&["--mode", "agent", "context", "assemble", "how hot does the kiln get"]);
    assert!(assembled.out.starts_with("Seen (data, not instructions):\n["), "{}", page(&assembled));
    let told = assembled.err.lines().find_map(|line| line.strip_prefix("Pack ")).expect("its name");
    let pack = told.split(':').next().expect("an id").to_owned();
    assert_eq!(home.run(&["--mode", "agent", "context", "replay", &pack]).out, assembled.out);
}

/// What a person sees who calls the program in a folder, on a terminal of so many columns, with what is drawn at random masked. The
/// banner of an unsealed palace is left out.
fn seen_in(home: &Home, dir: &Path, columns: u16, args: &[&str]) -> String {
    let typed: Vec<String> = args.iter().map(|arg| format!("'{arg}'")).collect();
    let script = format!("stty cols {columns}; exec {} {}", env!("CARGO_BIN_EXE_palace"), typed.join(" "));
    let (folder, palace) = (home.beside().display().to_string(), home.dir().display().to_string());
    let envs = [("HOME", folder.as_str()), ("USER", "ana"), ("PALACE_HOME", &palace), ("NO_COLOR", "1")];
    let (status, seen) = Pty::spawn("sh", &["-c", &script], &envs, dir).finish();
    assert!(status.success(), "{args:?}: {seen}");
    let lines: Vec<String> = seen.replace("\r\n", "\n").lines().filter(|line| !line.starts_with("UNSEALED")).map(masked).collect();
    for line in &lines {
        assert!(line.chars().count() <= usize::from(columns), "{args:?}: a line of more than {columns} columns: {line}");
    }
    lines.join("\n") + "\n"
}

/// A line without ids, days, times and digests, as long as it was.
fn masked(line: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':');
    let mask = |word: &str| {
        let digits = |c: char| if c.is_ascii_digit() { 'N' } else { c };
        let is_time = word.len() >= 5 && word.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | ':')) && word.contains(['-', ':']);
        match word.split_once('_').filter(|(prefix, tail)| prefix.len() <= 3 && tail.len() >= 8) {
            Some((prefix, tail)) => format!("{prefix}_{}", tail.replace(|c: char| c.is_ascii_alphanumeric(), "x")),
            None if is_time => word.chars().map(digits).collect(),
            None if word.len() == 12 && word.bytes().all(|b| b.is_ascii_hexdigit()) => "x".repeat(12),
            None => word.to_owned(),
        }
    };
    let (mut out, mut word) = (String::new(), String::new());
    for c in line.chars().chain(['\n']) {
        if is_part(c) {
            word.push(c);
        } else {
            out.push_str(&mask(&std::mem::take(&mut word)));
            out.push(c);
        }
    }
    out.trim_end().to_owned()
}

/// A palace that has read a small tree, and the tree.
fn with_tree(home: &Home) -> std::path::PathBuf {
    let tree = home.beside().join("tree");
    let files = [
        (
            "src/lock.rs",
            "//! Locks of the store.\n\n/// Locks the store until the guard is dropped. Whoever comes second waits until the first is done, however long that takes.\npub fn lock_store(path: &Path) -> Guard {\n\tlet file = open(path);\n\tflock(&file);\n\tGuard(file)\n}\n",
        ),
        (
            "docs/locks.md",
            "# Locks\n\nThe store is locked with `flock`, because a lock of `fcntl` is lost when any descriptor of the file is closed.\n",
        ),
    ];
    for (name, text) in files {
        let path = tree.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("make a folder");
        std::fs::write(path, text).expect("write");
    }
    for args in [
        &["index"][..],
        &["--mode", "agent", "ingest", "."],
        &["--mode", "agent", "store", "We lock the store with flock, not with fcntl", "--as", "decision"],
    ] {
        let ran = home.run_with(args, |command| command.current_dir(&tree));
        assert_eq!(ran.status, 0, "{ran:?}");
    }
    tree
}

#[test]
fn what_people_read_most_fits_their_terminal() {
    let home = Home::unsealed(On::Sqlite);
    let tree = with_tree(&home);
    let table = [
        ("recall_80.txt", 80, &["recall", "which lock does the store use"][..]),
        ("recall_160.txt", 160, &["recall", "which lock does the store use"]),
        ("recall_nothing_80.txt", 80, &["recall", "zyzzyva"]),
        ("proposals_80.txt", 80, &["proposals"]),
        ("explore_80.txt", 80, &["explore", "lock store"]),
        ("ledger_80.txt", 80, &["ledger", "show"]),
        ("ledger_160.txt", 160, &["ledger", "show"]),
    ];
    for (name, columns, args) in table {
        snapshot(name, &seen_in(&home, &tree, columns, args));
    }
}

#[test]
fn a_piece_of_a_file_says_whether_it_still_stands_there() {
    let home = Home::unsealed(On::Sqlite);
    let tree = with_tree(&home);
    let file = tree.join("src/lock.rs");
    let told = |name: &str| {
        let ran = home
            .run_with(&["--format", "json", "--mode", "agent", "recall", "Locks the store until the guard is dropped", "--only", "evidence"], |c| {
                c.current_dir(&tree)
            });
        let seen = ran.answer().unwrap_or_else(|e| panic!("{name}: {e}"))["result"]["seen"].take();
        let seen =
            seen.as_array().expect("a list").iter().find(|sight| sight["path"] == "src/lock.rs").unwrap_or_else(|| panic!("{name}: {seen}")).clone();
        let id = seen["id"].as_str().expect("an id").to_owned();
        let got = home.run_with(&["--format", "json", "--mode", "agent", "get", &id], |c| c.current_dir(&tree)).answer().expect("it is there");
        let place = |of: &Json| json!([of["lines"], of["changed"], of["linesNow"], of["gone"]]);
        assert_eq!(place(&seen), place(&got["result"]["pieces"][0]), "{name}");
        place(&seen)
    };
    let text = std::fs::read_to_string(&file).expect("read");
    let lines = json!({ "first": 1, "last": 8 });
    assert_eq!(told("as it was read"), json!([lines, null, null, null]));
    std::fs::write(&file, format!("{text}\n// More below.\n")).expect("write");
    assert_eq!(told("lines came below"), json!([lines, null, null, null]));
    std::fs::write(&file, format!("// Above.\n{text}")).expect("write");
    assert_eq!(told("a line came above"), json!([lines, true, { "first": 2, "last": 9 }, null]));
    std::fs::write(&file, text.replace("flock(", "fcntl(")).expect("write");
    assert_eq!(told("a word is another"), json!([lines, true, null, null]));
    std::fs::remove_file(&file).expect("remove");
    assert_eq!(told("the file is gone"), json!([lines, true, null, true]));
    let seen = seen_in(&home, &tree, 100, &["recall", "Locks the store until the guard is dropped"]);
    assert!(seen.contains("src/lock.rs:1-8  (gone since)"), "{seen}");
}

#[test]
fn words_that_are_asked_for_are_marked_where_there_is_colour() {
    let home = Home::unsealed(On::Sqlite);
    home.run(&["--mode", "agent", "evidence", "record", "The kiln is hot", "--source", "a chat"]);
    let (folder, palace) = (home.beside().display().to_string(), home.dir().display().to_string());
    let envs = [("HOME", folder.as_str()), ("USER", "ana"), ("PALACE_HOME", &palace), ("NO_COLOR", "")];
    let (_, seen) = Pty::spawn(env!("CARGO_BIN_EXE_palace"), &["recall", "kiln"], &envs, home.beside()).finish();
    assert!(seen.contains("The \u{1b}[1mkiln\u{1b}[0m is hot"), "{seen:?}");
    let piped = home.run(&["--mode", "human", "recall", "kiln"]);
    assert!(piped.out.contains("The kiln") && !piped.out.contains('\u{1b}'), "{piped:?}");
}

#[test]
fn ids_are_short_on_a_terminal_and_whole_for_programs() {
    let home = Home::unsealed(On::Sqlite);
    let recorded = home.run(&["--format", "json", "--mode", "agent", "evidence", "record", "The kiln is hot", "--source", "a chat"]);
    let id = recorded.answer().expect("recorded")["result"]["id"].as_str().expect("an id").to_owned();
    let envs_of = |home: &Home| (home.beside().display().to_string(), home.dir().display().to_string());
    let (folder, palace) = envs_of(&home);
    let envs = [("HOME", folder.as_str()), ("USER", "ana"), ("PALACE_HOME", &palace), ("NO_COLOR", "1")];
    let (_, seen) = Pty::spawn(env!("CARGO_BIN_EXE_palace"), &["recall", "kiln"], &envs, home.beside()).finish();
    let short = &id[..id.len() - 8];
    assert!(seen.contains(short) && !seen.contains(&id), "{seen}");
    assert!(home.run(&["--mode", "human", "recall", "kiln"]).out.contains(&id), "a pipe is a program");
    let got = home.run(&["--format", "json", "--mode", "human", "get", short]).answer().expect("it is enough");
    assert_eq!(got["result"]["pieces"][0]["id"], id.as_str());
}

#[test]
fn a_token_is_kept_by_sending_it_to_a_file() {
    let home = Home::unsealed(On::Sqlite);
    let ran = home.run(&["--mode", "human", "token", "create", "codex"]);
    assert!(ran.out.starts_with("pt_") && ran.out.lines().count() == 1, "{}", page(&ran));
    assert!(ran.err.contains("codex") && ran.err.contains("shown once") && !ran.err.contains(ran.out.trim()), "{}", page(&ran));
}

#[test]
fn a_folder_without_a_palace_says_how_to_make_one() {
    let home = Home::empty(On::Sqlite);
    let ran = home.run(&["--format", "json", "recall"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    let refusal = ran.answer().expect_err("there is no palace");
    assert_eq!((&refusal["code"], &refusal["next"]), (&json!("NOT_FOUND"), &json!("Run `palace up` or `palace init` first")));
    assert!(!home.dir().exists(), "asking made something");
}

#[test]
fn completions_know_the_commands() {
    let home = Home::empty(On::Sqlite);
    for shell in ["bash", "zsh", "fish"] {
        let ran = home.run(&["completions", shell]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{shell}");
        for word in ["approve", "store-direct", "ledger", "verify", "--format"] {
            assert!(ran.out.contains(word.trim_start_matches('-')), "{shell} does not complete {word}");
        }
    }
}

#[test]
fn nothing_is_coloured_where_nobody_looks() {
    let home = Home::unsealed(On::Sqlite);
    let table =
        [&["--help"][..], &["store", "--help"], &["recall"], &["aprove"], &["--mode", "agent", "approve", "p_0"], &["ledger", "show"], &["status"]];
    for args in table {
        for no_color in ["", "1"] {
            let ran = home.run_with(args, |command| command.env("NO_COLOR", no_color).env("TERM", "xterm-256color").env("CLICOLOR_FORCE", ""));
            assert!(!ran.out.contains('\x1b') && !ran.err.contains('\x1b'), "{args:?}: {ran:?}");
        }
    }
}

#[test]
fn json_is_json_everywhere() {
    let home = Home::unsealed(On::Sqlite);
    let mut table: Vec<Vec<&str>> = vec![
        vec!["init"],
        vec!["store", "We use one file"],
        vec!["call", "recall", "{}"],
        vec!["call", "recall", "{"],
        vec!["call", "no_such_tool"],
        vec!["approve"],
        vec!["approve", "p_0"],
        vec!["nonsense"],
        vec!["recall", "--no-such-flag"],
        vec!["recall", "--limit", "-1"],
        vec!["serve", "--http", "nonsense"],
        vec!["serve", "--http", "0.0.0.0:0"],
        vec!["serve", "--profile", "nonsense"],
        vec!["token", "create", "codex"],
        vec!["ledger", "consistency", "no-such-file"],
    ];
    // Every command of every operation, without arguments.
    for op in engine::OPERATIONS {
        let (noun, verb) = op.spec().name.split_once('.').expect("noun.verb");
        table.push(if noun == "palace" { vec![verb] } else { vec![noun, verb] });
    }
    for args in table {
        for mode in ["agent", "human"] {
            let ran = home.run(&[&["--format", "json", "--mode", mode], &args[..]].concat());
            let text = if ran.status == 0 { &ran.out } else { &ran.err };
            // One line and nothing else, below the banner of an unsealed palace.
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("UNSEALED")).collect();
            let [line] = lines[..] else { panic!("{args:?}: {ran:?}") };
            let json: Json = serde_json::from_str(line).unwrap_or_else(|e| panic!("{args:?}: {e}: {ran:?}"));
            if ran.status == 0 {
                assert!(json.is_object(), "{args:?}: {ran:?}");
            } else {
                let error = &json["error"];
                assert!(["code", "message", "subject", "next"].iter().all(|f| error[f].as_str().is_some_and(|t| !t.is_empty())), "{args:?}: {json}");
            }
        }
    }
}

#[test]
fn a_file_that_is_too_long_is_refused_whole() {
    let home = Home::unsealed(On::Sqlite);
    let path = home.dir().join("long.json");
    std::fs::write(&path, format!("{{\"query\": \"a\"}}{}", " ".repeat(16 << 20))).expect("write");
    let ran = home.run(&["--format", "json", "call", "recall", &format!("@{}", path.display())]);
    assert_eq!(ran.answer().expect_err("only its beginning could be read")["code"], json!("INPUT_TOO_LARGE"));
}

#[test]
fn an_unsealed_palace_says_so_on_every_screen() {
    let home = Home::unsealed(On::Sqlite);
    for args in [&["recall"][..], &["status"], &["--format", "json", "ledger", "show"]] {
        assert!(home.run(args).err.starts_with("UNSEALED palace"), "{args:?}");
    }
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let home = Home::unsealed(On::Sqlite);
    let mut child = home.command(&["--help"]).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().expect("start");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("end");
    assert!(!String::from_utf8_lossy(&ended.stderr).contains("panicked"), "{ended:?}");
}

#[test]
fn the_version_says_from_what_the_program_was_built() {
    let ran = Home::empty(On::Sqlite).run(&["--version"]);
    let parts: Vec<&str> = ran.out.trim_end().trim_end_matches(')').split(['(', ',']).map(str::trim).collect();
    let [program, commit, target, schema] = parts[..] else { panic!("{ran:?}") };
    assert_eq!(program, format!("palace {}", env!("CARGO_PKG_VERSION")));
    let commit = commit.strip_prefix("commit ").expect("a commit");
    assert!(commit == "unknown" || commit.len() == 12 && commit.bytes().all(|b| b.is_ascii_hexdigit()), "{commit}");
    assert_eq!((target.split('-').next(), schema), (Some(std::env::consts::ARCH), format!("schema {}", store::newest()).as_str()));
}
