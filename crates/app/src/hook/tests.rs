//! What is read from clients and said to them, without a palace.

#![allow(clippy::unwrap_used)] // in a test, a panic is the message

use super::{
    Event, asked,
    payload::Payload,
    reply::{Reply, Said, render},
    said, tool,
};
use crate::connect::hooks;
use serde_json::{Value as Json, json};
use std::ffi::OsString;

fn words(line: &str) -> Vec<OsString> {
    line.split(' ').map(OsString::from).collect()
}

#[test]
fn a_hook_is_read_from_the_words_that_install_writes_and_from_no_others() {
    let told = asked(&words("palace hook pre-tool-use --client cursor --home /h --fail-closed")).unwrap();
    assert_eq!((told.event, told.client.id, told.home.as_deref(), told.fail_closed), (Event::PreToolUse, "cursor", Some("/h"), true));
    assert_eq!(asked(&words("palace hook stop")).unwrap().client.id, "claude-code");
    for line in [
        "palace",
        "palace hook",
        "palace hook --help",
        "palace hook stop --help",
        "palace hook later",
        "palace hook stop --client zed",
        "palace hooks status",
        "palace hook stop --home",
    ] {
        assert!(asked(&words(line)).is_none(), "{line}");
    }
}

#[test]
fn a_panic_lets_the_work_go_on_and_says_so_in_one_line_unless_the_hook_refuses() {
    let told = |line: &str, tool: &str| {
        let asked = asked(&words(line)).unwrap();
        render(asked.client, asked.event, &said(&asked, tool, || panic!("the first line\nthe second")))
    };
    for event in Event::ALL {
        let reply = told(&format!("palace hook {}", event.name()), "Write");
        assert_eq!((reply.code, reply.out.as_str()), (0, ""), "{reply:?}");
        assert!(reply.err.starts_with(&format!("palace hook {}: a fault in this program at ", event.name())), "{reply:?}");
        assert!(reply.err.ends_with(": the first line") && !reply.err.contains('\n'), "{reply:?}");
    }
    let refused = told("palace hook pre-tool-use --fail-closed", "Write");
    assert!(refused.code == 2 && refused.err.contains("Palace cannot be asked"), "{refused:?}");
    assert_eq!(told("palace hook pre-tool-use --fail-closed", "Read").code, 0, "reading is never refused");
}

#[test]
fn each_client_is_answered_in_its_own_protocol() {
    let out = |reply: Reply| -> Json {
        assert_eq!((reply.code, reply.err.as_str()), (0, ""), "{reply:?}");
        if reply.out.is_empty() { Json::Null } else { serde_json::from_str(&reply.out).unwrap() }
    };
    let claude = |event: &str| json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": "know this" } });
    let table: &[(&str, Event, Json)] = &[
        ("claude-code", Event::SessionStart, claude("SessionStart")),
        ("claude-code", Event::UserPromptSubmit, claude("UserPromptSubmit")),
        ("claude-code", Event::PreToolUse, claude("PreToolUse")),
        ("codex", Event::SessionStart, claude("SessionStart")),
        ("codex", Event::PreToolUse, claude("PreToolUse")),
        ("gemini-cli", Event::SessionStart, claude("SessionStart")),
        ("gemini-cli", Event::UserPromptSubmit, claude("BeforeAgent")),
        ("gemini-cli", Event::PreToolUse, json!({ "systemMessage": "know this" })),
        ("cursor", Event::SessionStart, json!({ "additional_context": "know this" })),
        ("cursor", Event::UserPromptSubmit, Json::Null),
        ("cursor", Event::PreToolUse, Json::Null),
        ("opencode", Event::SessionStart, claude("session-start")),
    ];
    for (client, event, expected) in table {
        let client = hooks::find(client).unwrap();
        assert_eq!(out(render(client, *event, &Said::Context("know this".into()))), *expected, "{} {event:?}", client.id);
        assert_eq!(render(client, *event, &Said::Nothing), Reply::default());
    }
    let stopped = Reply { err: "no token".into(), code: 2, ..Reply::default() };
    let table = [
        ("claude-code", stopped.clone()),
        ("codex", stopped.clone()),
        ("opencode", stopped),
        ("gemini-cli", Reply { out: r#"{"decision":"deny","reason":"no token"}"#.into(), ..Reply::default() }),
        ("cursor", Reply { out: r#"{"permission":"deny","user_message":"no token","agent_message":"no token"}"#.into(), ..Reply::default() }),
    ];
    for (client, expected) in table {
        assert_eq!(render(hooks::find(client).unwrap(), Event::PreToolUse, &Said::Refuse("no token".into())), expected, "{client}");
    }
}

#[test]
fn what_is_said_is_bounded_and_an_aside_is_one_line() {
    let client = hooks::find("claude-code").unwrap();
    let aside = render(client, Event::Stop, &Said::Aside("a\nb".into()));
    assert_eq!((aside.err.as_str(), aside.out.as_str(), aside.code), ("palace hook stop: a b", "", 0));
    let long = render(client, Event::SessionStart, &Said::Context("é".repeat(100_000)));
    assert!(long.out.chars().count() < 6_200, "{}", long.out.len());
}

#[test]
fn clients_words_for_the_same_thing_are_read_alike() {
    let session = |text: &str| Payload::read(text.as_bytes()).unwrap().session();
    assert_eq!(session(r#"{"session_id": "a"}"#), "a");
    assert_eq!(session(r#"{"conversation_id": "c", "generation_id": "g"}"#), "c");
    assert_eq!(session(r#"{"conversation_id": "c", "session_id": "a"}"#), "a");
    assert_eq!(session(r#"{"session_id": 7, "unheard_of": {}}"#), "7");
    let payload = Payload::read(&br#"{"tool_input": "{\"query\": 1}", "transcript_path": null, "workspace_roots": ["/", "/x"]}"#[..]).unwrap();
    assert_eq!(payload.tool_input(), json!({ "query": 1 }));
    assert_eq!(payload.folder(), Some("/".into()));
    assert_eq!(payload.transcript_path(), None);
    for garbage in ["", " \n", "no", "[1]", "\"x\"", "{\"tool_name\": 3}", "{"] {
        assert!(Payload::read(garbage.as_bytes()).is_err(), "{garbage:?}");
    }
}

#[test]
fn a_tool_has_one_name_and_ours_are_known() {
    for (said, name) in
        [("read_file", "Read"), ("Shell", "Bash"), ("apply_patch", "Edit"), ("replace", "Edit"), ("Write", "Write"), ("mystery", "mystery")]
    {
        assert_eq!(tool::name(said), name);
    }
    assert!(tool::only_reads("search_file_content") && !tool::only_reads("mystery") && !tool::only_reads("Bash"));
    for own in ["mcp__palace__recall", "mcp_palace_recall", "palace_recall", "MCP:recall"] {
        assert!(tool::is_own(own), "{own}");
    }
    for other in ["mcp__github__create", "MCP:no_such_tool", "Write", "palace"] {
        assert!(!tool::is_own(other), "{other}");
    }
}
