//! Every format: whatever the bytes, the answer is documents with text in them or a reason, and what was read can be cut.

use ingest::format::{Cell, Format, Tables, Wording, detect, folder, read_in, tables};
use ingest::{cut, redact};
use std::collections::HashSet;

/// Files as other programs write them, to be damaged.
const EXAMPLES: &[(&str, &[u8])] = &[
    ("claude-code.jsonl", include_bytes!("../../crates/ingest/fixtures/claude-code/session.jsonl")),
    ("codex.jsonl", include_bytes!("../../crates/ingest/fixtures/codex/early.jsonl")),
    ("rollout.jsonl", include_bytes!("../../crates/ingest/fixtures/codex/rollout-2025-11-10T10-00-00-019a0000-0000-7000-8000-000000000002.jsonl")),
    ("gemini.jsonl", include_bytes!("../../crates/ingest/fixtures/gemini/session-2026-01-12T08-00-ab12.jsonl")),
    ("gemini.json", include_bytes!("../../crates/ingest/fixtures/gemini/session-2025-11-10T11-00-ef93.json")),
    ("checkpoint.json", include_bytes!("../../crates/ingest/fixtures/gemini/checkpoint-week.json")),
    ("logs.json", include_bytes!("../../crates/ingest/fixtures/gemini/logs.json")),
    ("opencode.json", include_bytes!("../../crates/ingest/fixtures/opencode/export.json")),
    ("conversations.json", include_bytes!("../../crates/ingest/fixtures/chatgpt/conversations.json")),
    ("claude.json", include_bytes!("../../crates/ingest/fixtures/claude-ai/conversations.json")),
    ("projects.json", include_bytes!("../../crates/ingest/fixtures/claude-ai/projects.json")),
    ("memories.json", include_bytes!("../../crates/ingest/fixtures/claude-ai/memories.json")),
    ("day.json", include_bytes!("../../crates/ingest/fixtures/slack/day.json")),
    ("memory.json", include_bytes!("../../crates/ingest/fixtures/reference-memory/memory.json")),
    ("graph.json", include_bytes!("../../crates/ingest/fixtures/reference-memory/graph.json")),
    ("mem0.json", include_bytes!("../../crates/ingest/fixtures/mem0/memories.json")),
    ("list.json", include_bytes!("../../crates/ingest/fixtures/mem0/list.json")),
    ("claude-mem.json", include_bytes!("../../crates/ingest/fixtures/claude-mem/export.json")),
    ("cursor.md", include_bytes!("../../crates/ingest/fixtures/cursor/label-printer.md")),
    ("rye.md", include_bytes!("../../crates/ingest/fixtures/basic-memory/rye.md")),
    ("ovens.md", include_bytes!("../../crates/ingest/fixtures/mempalace/bakery/ovens.md")),
    ("log.txt", include_bytes!("../../crates/ingest/fixtures/git-log/asked.txt")),
    ("usual.txt", include_bytes!("../../crates/ingest/fixtures/git-log/usual.txt")),
];

/// Reads a file made from bytes as every format.
pub(crate) fn check(bytes: &[u8]) {
    let (choice, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let which = usize::from(choice / 4);
    let (name, example) = EXAMPLES[which % EXAMPLES.len()];
    let file = match choice % 4 {
        0 => hostile::text(rest).into_bytes(),
        1 => rest.to_vec(),
        2 => hostile::json(example, rest),
        _ => hostile::damaged(example, rest),
    };
    let _ = detect(name, &file);
    for format in Format::ALL {
        for wording in [Wording::WithoutNoise, Wording::AsWritten] {
            let Ok(reading) = read_in(format, name, &file, wording) else { continue };
            let mut names = HashSet::new();
            assert!(reading.broken.len() as u64 <= reading.broken_total);
            for document in &reading.documents {
                assert!(names.insert(document.path.as_str()), "two documents are called {}", document.path);
                assert!(!document.parts.is_empty(), "{} is empty", document.path);
                let sound = |text: &str| !text.contains('\0');
                assert!(document.parts.iter().all(|part| !part.text.trim().is_empty() && sound(&part.text) && sound(&part.author)));
                let _ = redact(&document.title);
                let _ = cut(document);
            }
        }
        let _ = folder::read(format, vec![("users.json".into(), file.clone()), ("a/b.json".into(), file.clone()), (name.into(), file.clone())]);
        let _ = tables::read(format, "any.db", &mut Anything(&file));
    }
    let _ = tables::recognise(&mut Anything(&file));
}

/// A database in which every column is there, every table answers the same, and every cell holds a part of the file.
struct Anything<'f>(&'f [u8]);

impl Tables for Anything<'_> {
    fn rows(&mut self, sql: &str) -> Result<Vec<Vec<Cell>>, String> {
        if sql.contains("pragma") {
            let words = sql.split('"').skip(1).step_by(2).chain(["id", "data", "session_id", "message_id", "content", "deleted_at"]);
            return Ok(words.map(|word| vec![Cell::Text(word.to_owned())]).collect());
        }
        let cell = |(place, line): (usize, &[u8])| match (place % 7, line) {
            (4, [first, ..]) => Cell::Int(i64::from(*first) << 55),
            (5, [first, ..]) => Cell::Real(f64::from(*first) * 1e300),
            (6, _) => Cell::Null,
            (3, _) => Cell::Bytes(line.to_vec()),
            _ => Cell::Text(String::from_utf8_lossy(line).into_owned()),
        };
        let lines = || self.0.split(|byte| *byte == b'\n').take(40).enumerate();
        Ok((0..3).map(|skip| lines().skip(skip).map(cell).collect()).collect())
    }
}
