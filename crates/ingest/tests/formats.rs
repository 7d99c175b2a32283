//! Every format, from a recorded fixture to the documents that come out, compared with the text beside it.
//!
//! `UPDATE=1 cargo test -p ingest --test formats` writes the expected texts anew.

use ingest::format::{BROKEN_SHOWN_MAX, Cell, Format, NotText, Reading, Tables, detect, folder, read, tables};
use ingest::{Kind, Role};
use proptest::prelude::*;
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Files, and what they are recognised as.
const FILES: &[(&str, Format)] = &[
    ("claude-code/session.jsonl", Format::ClaudeCode),
    ("claude-code/early.jsonl", Format::ClaudeCode),
    ("codex/rollout-2025-11-10T10-00-00-019a0000-0000-7000-8000-000000000002.jsonl", Format::Codex),
    ("codex/early.jsonl", Format::Codex),
    ("gemini/session-2025-11-10T11-00-ef93.json", Format::Gemini),
    ("gemini/session-2026-01-12T08-00-ab12.jsonl", Format::Gemini),
    ("gemini/checkpoint-week.json", Format::Gemini),
    ("gemini/logs.json", Format::Gemini),
    ("opencode/export.json", Format::Opencode),
    ("cursor/label-printer.md", Format::Cursor),
    ("chatgpt/conversations.json", Format::ChatGpt),
    ("claude-ai/conversations.json", Format::ClaudeAi),
    ("claude-ai/projects.json", Format::ClaudeAi),
    ("claude-ai/memories.json", Format::ClaudeAi),
    ("slack/day.json", Format::Slack),
    ("reference-memory/memory.json", Format::ReferenceMemory),
    ("reference-memory/graph.json", Format::ReferenceMemory),
    ("basic-memory/rye.md", Format::BasicMemory),
    ("mem0/memories.json", Format::Mem0),
    ("mem0/list.json", Format::Mem0),
    ("claude-mem/export.json", Format::ClaudeMem),
    ("mempalace/bakery/ovens.md", Format::MemPalace),
    ("git-log/asked.txt", Format::GitLog),
    ("git-log/usual.txt", Format::GitLog),
    ("plain/notes.md", Format::Markdown),
    ("plain/timer.rs", Format::Code),
    ("plain/list.txt", Format::Text),
];
/// Databases, as the statements that make them.
const DATABASES: &[(&str, Format)] = &[
    ("claude-mem/claude-mem.sql", Format::ClaudeMem),
    ("mempal/palace.sql", Format::Mempal),
    ("cursor/state.sql", Format::Cursor),
    ("opencode/opencode.sql", Format::Opencode),
];
/// Folders, and what they are recognised as by their names alone.
const FOLDERS: &[(&str, Format, bool)] =
    &[("opencode/storage", Format::Opencode, true), ("slack/export", Format::Slack, true), ("mempalace", Format::MemPalace, false)];

#[test]
fn what_was_brought_beside_the_words_is_read_too() {
    let node = json!({ "author": { "role": "user" }, "content": { "content_type": "text", "parts": ["Read this"] },
        "metadata": { "attachments": [{ "name": "lease.pdf", "mime_type": "application/pdf" }, { "name": "shop.png", "mime_type": "image/png" }] } });
    let table = [
        (
            Format::Mem0,
            json!({ "results": [], "relations": [{ "source": "robin", "relationship": "likes", "destination": "rye" }] }),
            "robin likes rye",
        ),
        (
            Format::Codex,
            json!({ "type": "response_item", "payload": { "type": "web_search_call", "action": { "type": "open_page", "url": "https://example.org/rye" } } }),
            "[web_search] https://example.org/rye",
        ),
        (
            Format::ClaudeCode,
            json!({ "type": "user", "message": { "content": [{ "type": "document", "title": "a.txt", "source": { "type": "text", "data": "Rye is due." } }] } }),
            "[file a.txt]\nRye is due.",
        ),
        (Format::ChatGpt, json!({ "mapping": { "a": { "message": node } }, "current_node": "a" }), "Read this\n[attached lease.pdf]"),
    ];
    for (format, value, words) in table {
        let reading = read(format, "x", value.to_string().as_bytes()).expect("a document");
        let said: Vec<&str> = reading.documents.iter().flat_map(|document| &document.parts).map(|part| part.text.as_str()).collect();
        assert_eq!(said, [words], "{value}");
    }
}

#[test]
fn every_file_is_recognised_and_read_as_recorded() {
    for (name, format) in FILES {
        let bytes = fixture(name);
        assert_eq!(detect(name, &bytes), Ok(*format), "{name}");
        // What it holds decides, not what it is called; but a plain file is only what its name says.
        if !matches!(format, Format::Markdown | Format::Code | Format::Text) {
            assert_eq!(detect("renamed", &bytes), Ok(*format), "{name} under another name");
        }
        compare(name, &read(*format, name, &bytes).expect(name));
    }
}

#[test]
fn every_database_is_recognised_and_read_as_recorded() {
    for (name, format) in DATABASES {
        let mut database = Database::of(&String::from_utf8(fixture(name)).expect("SQL"));
        assert_eq!(tables::recognise(&mut database), Some(*format), "{name}");
        compare(name, &tables::read(*format, &name.replace(".sql", ".db"), &mut database).expect(name));
    }
    assert_eq!(tables::recognise(&mut Database::of("create table cats (name text);")), None);
    let error = tables::read(Format::Slack, "cats.db", &mut Database::of("")).expect_err("Slack has no database");
    assert_eq!(error.to_string(), "`cats.db` cannot be read as slack: no database is known of it; name another format, or leave the file out");
}

#[test]
fn every_folder_is_read_as_recorded() {
    for (name, format, by_names) in FOLDERS {
        let files = files_under(name);
        let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(folder::recognise(&names), by_names.then_some(*format), "{names:?}");
        compare(name, &folder::read(*format, files));
    }
}

#[test]
fn every_format_has_a_fixture_and_a_word_of_its_own() {
    for format in Format::ALL {
        let read = FILES.iter().chain(DATABASES).any(|(_, found)| *found == format);
        assert!(read, "{format} has no fixture");
        assert_eq!(Format::named(format.name()), Some(format));
        assert!(!format.about().is_empty() && !format.about().contains('\n'));
    }
    assert_eq!(Format::named("cuneiform"), None);
}

#[test]
fn what_is_not_text_is_told_by_what_it_is() {
    let page = "the caf\u{e9} in our town ".repeat(50).chars().map(|c| u8::try_from(u32::from(c)).expect("latin")).collect::<Vec<u8>>();
    let noise: Vec<u8> = (0..400).map(|n| 128 + (n % 100)).map(|n: i32| u8::try_from(n % 256).expect("a byte")).collect();
    for (bytes, expected) in [
        (&b"SQLite format 3\0..."[..], Err(NotText::Sqlite)),
        (b"PK\x03\x04 a zip bomb called conversations.json", Err(NotText::Known("a zip archive"))),
        (b"\x1f\x8b\x08", Err(NotText::Known("a gzip archive"))),
        (b"\x89PNG\r\n\x1a\n", Err(NotText::Known("a PNG picture"))),
        (b"%PDF-1.7", Err(NotText::Known("a PDF document"))),
        (b"\xFF\xFEh\0i\0", Err(NotText::Utf16)),
        (b"words\0words", Err(NotText::Zeros)),
        (&noise, Err(NotText::Garbled)),
        (&page, Ok(Format::Text)),
        (b"", Ok(Format::Text)),
        (b"{\"type\":\"entity\"", Ok(Format::Text)),
        (b"{\"name\":\"bakery\",\"version\":\"1\"}", Ok(Format::Text)),
        (b"[1,2,3]", Ok(Format::Text)),
    ] {
        assert_eq!(detect("conversations.json", bytes), expected, "{}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(detect("run", b"#!/bin/sh\nls"), Ok(Format::Code));
    assert_eq!(detect("site/about.md", b"---\ntitle: About\ntype: page\npermalink: /about/\n---\n- [ ] a box"), Ok(Format::Markdown));
}

#[test]
fn broken_lines_are_counted_and_the_first_are_shown() {
    let transcript = "oops\n".repeat(250) + "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"Still here?\"}}\n";
    let reading = read(Format::ClaudeCode, "s.jsonl", transcript.as_bytes()).expect("lines");
    assert_eq!((reading.broken_total, reading.broken.len()), (250, BROKEN_SHOWN_MAX));
    assert_eq!(reading.documents[0].parts[0].text, "Still here?");
}

/// What is said in a file of this format: who, and the words.
fn told(format: Format, text: &str) -> Vec<(Role, String)> {
    let reading = read(format, "a", text.as_bytes()).expect("readable");
    reading.documents.into_iter().flat_map(|document| document.parts).map(|part| (part.role, part.text)).collect()
}

#[test]
fn what_is_typed_while_the_model_works_is_said() {
    let line = |kind: &str, rest: &str| format!("{{\"type\":\"{kind}\",\"sessionId\":\"s\",{rest}}}\n");
    let waits = |words: &str| line("queue-operation", &format!("\"operation\":\"enqueue\",\"content\":\"{words}\""));
    let put_in = |uuid: &str, words: &str| {
        line("attachment", &format!("\"uuid\":\"{uuid}\",\"attachment\":{{\"type\":\"queued_command\",\"prompt\":\"{words}\"}}"))
    };
    let talk = [
        waits("Use rye."),
        put_in("1", "Use rye."),
        put_in("1", "Use rye."),
        put_in("2", "<task-notification>done</task-notification>"),
        waits("And salt."),
        line("user", "\"uuid\":\"3\",\"message\":{\"content\":\"And salt.\"}"),
        waits("Twice?"),
        line("queue-operation", "\"operation\":\"popAll\",\"content\":\"Twice?\""),
        waits("Was it seen?"),
    ];
    let said: Vec<String> = told(Format::ClaudeCode, &talk.concat()).into_iter().map(|(role, text)| format!("{role:?}: {text}")).collect();
    assert_eq!(said, ["User: Use rye.", "User: And salt.", "User: Was it seen?"]);
}

#[test]
fn what_was_pasted_and_what_was_drafted_is_kept_whole() {
    let long = "Rest the dough overnight. ".repeat(400).trim().to_owned();
    let attached = json!([{ "uuid": "c", "chat_messages": [{ "sender": "human", "text": "Read it.", "attachments": [{ "file_name": "a.txt", "extracted_content": long }] }] }]);
    let artifact = json!([{ "uuid": "c", "chat_messages": [{ "sender": "assistant", "content": [
        { "type": "text", "text": "Here." },
        { "type": "tool_use", "id": "t", "name": "artifacts", "input": { "command": "create", "title": "Rye", "content": long } },
    ] }] }]);
    let canvas = json!([{ "id": "c", "current_node": "a", "mapping": { "a": { "message": {
        "author": { "role": "assistant" }, "recipient": "canmore.create_textdoc",
        "content": { "content_type": "text", "parts": [json!({ "name": "rye", "type": "document", "content": long }).to_string()] },
    } } } }]);
    let plan = json!({ "type": "assistant", "message": { "content": [{ "type": "tool_use", "id": "t", "name": "ExitPlanMode", "input": { "plan": long } }] } });
    for (format, export, begins) in [
        (Format::ClaudeAi, attached, "Read it.\n[attached a.txt]\n"),
        (Format::ClaudeAi, artifact, "Here.\n[artifacts] Rye\n"),
        (Format::ChatGpt, canvas, "[canmore.create_textdoc] rye\n"),
        (Format::ClaudeCode, plan, "[ExitPlanMode]\n"),
    ] {
        assert_eq!(told(format, &export.to_string())[0].1, format!("{begins}{long}"), "{format}");
    }
}

#[test]
fn what_a_crash_left_is_a_broken_line() {
    let said = |words: &str| format!("{{\"type\":\"user\",\"message\":{{\"role\":\"user\",\"content\":\"{words}\"}}}}\n");
    let zeros = "\0".repeat(4_096);
    let transcript = format!("{}{zeros}\n{}{zeros}{}", said("Before"), said("After"), said("Behind"));
    assert_eq!(detect("s.jsonl", transcript.as_bytes()), Ok(Format::ClaudeCode));
    assert_eq!(detect("s.bin", transcript.as_bytes()), Err(NotText::Zeros));
    let reading = read(Format::ClaudeCode, "s.jsonl", transcript.as_bytes()).expect("lines");
    assert_eq!(reading.broken.iter().map(|broken| broken.line).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(reading.documents[0].parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>(), ["Before", "After", "Behind"]);
}

#[test]
fn a_file_of_which_no_line_is_understood_is_none_of_these() {
    for format in [Format::ClaudeCode, Format::Codex, Format::ReferenceMemory] {
        let error = read(format, "plain.txt", b"Rye on Monday.\nWheat on Tuesday.\n").expect_err("no lines of JSON");
        assert!(error.to_string().contains("no line of it is a JSON object; line 1: expected value"), "{error}");
    }
    assert!(read(Format::Codex, "empty.jsonl", b"\n").is_ok(), "nothing is no fault");
}

#[test]
fn an_export_that_is_no_json_says_so() {
    let error = read(Format::ChatGpt, "conversations.json", b"<html>").expect_err("no JSON");
    assert_eq!(
        error.to_string(),
        "`conversations.json` cannot be read as chatgpt: expected value at line 1 column 1; name another format, or leave the file out"
    );
}

#[test]
fn two_conversations_of_one_id_are_two_documents_and_no_text_holds_a_nul() {
    let export = r#"[{"id":"a","mapping":{"x":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["one\u0000"]}}}}},
                     {"id":"a","mapping":{"x":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["two"]}}}}}]"#;
    let reading = read(Format::ChatGpt, "c.json", export.as_bytes()).expect("two");
    let found: Vec<(&str, &str)> = reading.documents.iter().map(|document| (document.path.as_str(), document.parts[0].text.as_str())).collect();
    assert_eq!(found, [("c.json#a", "one\u{FFFD}"), ("c.json#a~2", "two")]);
}

#[test]
fn a_conversation_whose_messages_form_a_ring_ends() {
    let export = r#"{"mapping":{"a":{"parent":"b","message":null},"b":{"parent":"a","message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["round"]}}}},"current_node":"a"}"#;
    let reading = read(Format::ChatGpt, "c.json", export.as_bytes()).expect("a ring");
    assert_eq!(reading.documents[0].parts.len(), 1);
}

#[test]
fn reading_takes_time_in_proportion() {
    // Openings that are never closed, blocks without end on one line, copies of one id: each would take minutes if what
    // stands before were looked at again and again.
    let reminders = "<system-reminder>".repeat(60_000) + &"<system-reminder>x</system-reminder>".repeat(30_000);
    let line = serde_json::json!({"type": "user", "message": {"role": "user", "content": reminders}}).to_string();
    assert!(read(Format::ClaudeCode, "s.jsonl", line.as_bytes()).is_ok());
    let mentions = serde_json::json!([{"type": "message", "user": "U1", "text": "<@U1>".repeat(100_000) + &"<".repeat(100_000), "ts": "1.0"}]);
    assert!(read(Format::Slack, "d.json", mentions.to_string().as_bytes()).is_ok());
    let copies = format!("[{}]", vec![r#"{"id":"a","memory":"rye"}"#; 50_000].join(","));
    let reading = read(Format::Mem0, "m.json", copies.as_bytes()).expect("copies");
    assert_eq!(reading.documents.last().map(|document| document.path.as_str()), Some("m.json#a~50000"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2_000), name in "[a-z/#.]{0,12}") {
        read_in_every_way(&name, &bytes);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "([\\[\\]{}\":,\\\\#>|<*\\-_ \n\u{1e}\u{1f}a-z0-9]|commit |type|message|---\n){0,200}") {
        read_in_every_way("notes.md", text.as_bytes());
    }

    #[test]
    fn no_damage_to_a_real_file_makes_a_reader_panic(
        which in 0..FILES.len(),
        cuts in proptest::collection::vec((any::<proptest::sample::Index>(), 0_usize..40, proptest::collection::vec(any::<u8>(), 0..6)), 1..8),
    ) {
        let mut bytes = fixture(FILES[which].0);
        for (place, length, instead) in cuts {
            let start = place.index(bytes.len() + 1);
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, instead);
        }
        read_in_every_way(FILES[which].0, &bytes);
    }

    #[test]
    fn no_database_makes_a_reader_panic(rows in proptest::collection::vec(proptest::collection::vec(cell(), 0..14), 0..6)) {
        struct Anything(Vec<Vec<Cell>>);
        impl Tables for Anything {
            fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Cell>>, String> {
                // Every column is there, and every table answers the same.
                let words = sql.split('"').skip(1).step_by(2).chain(["id", "data", "session_id", "message_id", "content", "deleted_at"]);
                Ok(if sql.contains("pragma") { words.map(|word| vec![Cell::Text(word.to_owned())]).collect() } else { self.0.clone() })
            }
        }
        for format in Format::ALL {
            let _ = tables::read(format, "any.db", &mut Anything(rows.clone()));
        }
        let _ = tables::recognise(&mut Anything(rows));
    }
}

fn cell() -> impl Strategy<Value = Cell> {
    let json = r#"\{"(type|text|conversation|fullConversationHeadersOnly|role)":("text"|1|\[\{\}\]|null)\}"#;
    prop_oneof![
        any::<i64>().prop_map(Cell::Int),
        any::<f64>().prop_map(Cell::Real),
        "composerData:[a-z']{0,3}".prop_map(Cell::Text),
        json.prop_map(Cell::Text),
        proptest::collection::vec(any::<u8>(), 0..9).prop_map(Cell::Bytes),
        Just(Cell::Null),
    ]
}

/// Detects and reads as every format; what comes out keeps what every reading promises.
fn read_in_every_way(name: &str, bytes: &[u8]) {
    let _ = detect(name, bytes);
    for format in Format::ALL {
        if let Ok(reading) = read(format, name, bytes) {
            let parts = reading.documents.iter().flat_map(|document| &document.parts);
            assert!(parts.clone().all(|part| !part.text.trim().is_empty() && !part.text.contains('\0')));
            let paths: std::collections::HashSet<&str> = reading.documents.iter().map(|document| document.path.as_str()).collect();
            assert_eq!(paths.len(), reading.documents.len());
        }
        let _ = folder::read(format, vec![(name.to_owned(), bytes.to_vec()), ("users.json".to_owned(), bytes.to_vec())]);
    }
}

/// A real database in memory.
struct Database(rusqlite::Connection);

impl Database {
    fn of(sql: &str) -> Self {
        let connection = rusqlite::Connection::open_in_memory().expect("memory");
        connection.execute_batch(sql).expect("the fixture is SQL");
        Self(connection)
    }
}

impl Tables for Database {
    fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Cell>>, String> {
        use rusqlite::types::Value;
        let mut statement = self.0.prepare(sql).map_err(|error| error.to_string())?;
        let width = statement.column_count();
        let rows = statement.query_map([], |row| {
            let cell = |place| {
                Ok(match row.get(place)? {
                    Value::Null => Cell::Null,
                    Value::Integer(whole) => Cell::Int(whole),
                    Value::Real(real) => Cell::Real(real),
                    Value::Text(text) => Cell::Text(text),
                    Value::Blob(bytes) => Cell::Bytes(bytes),
                })
            };
            (0..width).map(cell).collect()
        });
        rows.and_then(Iterator::collect).map_err(|error| error.to_string())
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(root().join(name)).expect(name)
}

/// The files of a fixture folder, sorted, without the expected texts.
fn files_under(folder: &str) -> Vec<(String, Vec<u8>)> {
    let top = root().join(folder);
    let mut open = vec![top.clone()];
    let mut files = Vec::new();
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("a fixture folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(&top).expect("within").to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_none_or(|ending| ending != "golden") {
                files.push((name, fs::read(&path).expect("a file")));
            }
        }
    }
    files.sort();
    files
}

/// Compares with the text beside the fixture, or writes it.
fn compare(name: &str, reading: &Reading) {
    let path = root().join(format!("{name}.golden"));
    let found = dump(reading);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &found).expect("the expected text is written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == found, "{name} reads differently (UPDATE=1 accepts it)\n--- expected\n{expected}\n--- found\n{found}");
}

fn dump(reading: &Reading) -> String {
    let mut out = String::new();
    for document in &reading.documents {
        out += &format!("== {} [{}] {}\n", document.path, document.kind.name(), document.title);
        assert!(Kind::ALL.contains(&document.kind));
        for part in &document.parts {
            let role = match part.role {
                Role::User => "user",
                Role::Assistant => "assistant",
                Role::Tool => "tool",
                Role::None => "-",
            };
            let mut head = vec![role.to_owned(), part.author.clone()];
            head.push(part.at.map(|at| at.to_string()).unwrap_or_default());
            head.extend(
                [&part.thread, &part.heading]
                    .into_iter()
                    .zip(["thread ", "at "])
                    .filter(|(text, _)| !text.is_empty())
                    .map(|(text, word)| format!("{word}{text}")),
            );
            head.retain(|piece| !piece.is_empty());
            out += &format!("-- {}\n", head.join(" · "));
            for line in shortened(&part.text).lines() {
                out += format!("   {line}").trim_end();
                out.push('\n');
            }
        }
    }
    if reading.broken_total > 0 {
        out += &format!("!! {} broken\n", reading.broken_total);
    }
    for broken in &reading.broken {
        out += &format!("!! line {}: {}\n", broken.line, broken.why);
    }
    out
}

/// Long texts by their ends.
fn shortened(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= 20 {
        return text.to_owned();
    }
    let cut: Vec<&str> = lines.iter().copied().filter(|line| line.starts_with("[…")).collect();
    format!("{}\n({} lines)\n{}\n{}", lines[0], lines.len(), cut.join("\n"), lines[lines.len() - 1])
}
