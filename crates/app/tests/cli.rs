//! What a person sees on a terminal, and what a script reads.

mod doors;

use doors::{Home, Ran, golden};
use serde_json::{Value as Json, json};
use std::path::Path;
use testkit::On;

/// Compares what was printed with a file beside this test.
fn snapshot(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
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
    let pack = assembled.err.lines().find_map(|line| line.strip_prefix("pack ")).expect("its name").trim().to_owned();
    assert_eq!(home.run(&["--mode", "agent", "context", "replay", &pack]).out, assembled.out);
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
