//! What a file is: by what it holds first, and only then by its name.
//!
//! Not here: size. Whoever opens files decides how large is too large.

use super::{Format, basic_memory, claude_code, codex, cursor, gemini, git_log, mem0, mempalace, outline, plain, reference_memory};
use serde_json::Value;

/// How much of a file is looked at to tell text from other things.
const HEAD_BYTES: usize = 64 * 1024;
/// How much of a markdown file is looked at to tell whose it is.
const MARKDOWN_BYTES: usize = 256 * 1024;
/// How many lines are looked at to tell whose transcript it is.
const LINES_MAX: usize = 50;

/// A file that is not text, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotText {
    /// A SQLite database: its tables may be read instead.
    #[error("a SQLite database; it is read by its tables, not as text")]
    Sqlite,
    /// A kind that its first bytes tell.
    #[error("{0}; unpack or convert it first, or leave it out")]
    Known(&'static str),
    /// Text in two bytes a character.
    #[error("text in UTF-16; save it as UTF-8")]
    Utf16,
    /// Text in four bytes a character.
    #[error("text in UTF-32; save it as UTF-8")]
    Utf32,
    /// It holds NUL bytes.
    #[error("a binary file: it holds NUL bytes; leave it out")]
    Zeros,
    /// Too much of it is not UTF-8.
    #[error("not text in UTF-8; save it as UTF-8, or leave it out")]
    Garbled,
}

/// First bytes that no text has.
const MAGIC: &[(&[u8], NotText)] = &[
    (b"SQLite format 3\0", NotText::Sqlite),
    (b"PK\x03\x04", NotText::Known("a zip archive")),
    (b"PK\x05\x06", NotText::Known("an empty zip archive")),
    (b"\x1F\x8B", NotText::Known("a gzip archive")),
    (b"\x28\xB5\x2F\xFD", NotText::Known("a zstd archive")),
    (b"\xFD7zXZ\0", NotText::Known("an xz archive")),
    (b"7z\xBC\xAF\x27\x1C", NotText::Known("a 7z archive")),
    (b"\x89PNG\r\n", NotText::Known("a PNG picture")),
    (b"\xFF\xD8\xFF", NotText::Known("a JPEG picture")),
    (b"GIF87a", NotText::Known("a GIF picture")),
    (b"GIF89a", NotText::Known("a GIF picture")),
    (b"%PDF-", NotText::Known("a PDF document")),
    (b"\x7FELF", NotText::Known("a program")),
    (b"\xCF\xFA\xED\xFE", NotText::Known("a program")),
    (b"\0asm", NotText::Known("a program")),
    (b"\xCA\xFE\xBA\xBE", NotText::Known("a program")),
    // Before UTF-16, whose mark it begins with.
    (b"\xFF\xFE\0\0", NotText::Utf32),
    (b"\0\0\xFE\xFF", NotText::Utf32),
    (b"\xFF\xFE", NotText::Utf16),
    (b"\xFE\xFF", NotText::Utf16),
];

/// Tells what the file of this name is. Whatever is text and nothing else is at least [`Format::Text`].
pub fn detect(path: &str, bytes: &[u8]) -> Result<Format, NotText> {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    if let Some((_, what)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Err(*what);
    }
    if head.contains(&0) {
        // Where the power failed, a transcript has a stretch of zeros, and its other lines are as good as ever.
        return by_lines(bytes).filter(|_| is_lines(path)).ok_or(NotText::Zeros);
    }
    // A page in an old encoding has a letter in ten or twenty that is not UTF-8; what is no text has far more.
    let garbled: usize = head.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    if garbled > 8 && garbled * 10 > head.len() {
        return Err(NotText::Garbled);
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let found = match bytes.trim_ascii_start().first() {
        Some(b'{') => by_lines(bytes).or_else(|| by_outline(bytes)),
        Some(b'[') => by_outline(bytes),
        _ => None,
    };
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(MARKDOWN_BYTES)]);
    Ok(found.or_else(|| by_text(&start)).unwrap_or_else(|| plain::by_name(path, &start)))
}

/// Whether a file is of lines by its name.
fn is_lines(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("jsonl"))
}

/// A transcript, by the first line that is of a known shape. Lines that are broken tell nothing.
fn by_lines(bytes: &[u8]) -> Option<Format> {
    let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| line.first() == Some(&b'{') && line.last() == Some(&b'}'));
    lines.take(LINES_MAX).find_map(|line| line_of(&super::json::parse(line).ok()?))
}

fn line_of(line: &Value) -> Option<Format> {
    match () {
        () if codex::is_line(line) => Some(Format::Codex),
        () if claude_code::is_line(line) => Some(Format::ClaudeCode),
        () if gemini::is_line(line) => Some(Format::Gemini),
        () if reference_memory::is_line(line) => Some(Format::ReferenceMemory),
        () if mem0::is_memory(line) => Some(Format::Mem0),
        () => None,
    }
}

/// A single JSON value, by the keys it has.
fn by_outline(bytes: &[u8]) -> Option<Format> {
    let keys = outline::of(bytes);
    let has = |wanted: &[&str]| wanted.iter().all(|key| keys.contains(*key));
    match () {
        () if has(&["[].mapping"]) || has(&["mapping", "current_node"]) || has(&["conversations[].mapping"]) => Some(Format::ChatGpt),
        () if has(&["[].chat_messages"]) || has(&["chat_messages"]) => Some(Format::ClaudeAi),
        () if has(&["[].docs", "[].prompt_template"]) || has(&["docs", "prompt_template"]) => Some(Format::ClaudeAi),
        () if has(&["[].conversations_memory"]) || has(&["conversations_memory"]) => Some(Format::ClaudeAi),
        () if has(&["sessionId", "messages", "startTime"]) || has(&["sessionId", "messages", "projectHash"]) => Some(Format::Gemini),
        () if has(&["history[].parts", "history[].role"]) || has(&["[].parts", "[].role"]) => Some(Format::Gemini),
        () if has(&["[].sessionId", "[].messageId", "[].message"]) => Some(Format::Gemini),
        () if has(&["info", "messages[].info", "messages[].parts"]) => Some(Format::Opencode),
        () if has(&["[].ts", "[].type"]) && ["[].user", "[].bot_id", "[].subtype"].iter().any(|key| keys.contains(*key)) => Some(Format::Slack),
        () if has(&["entities[].observations"]) => Some(Format::ReferenceMemory),
        () if has(&["observations[].narrative"]) || has(&["observations[].memory_session_id"]) || has(&["prompts[].prompt_text"]) => {
            Some(Format::ClaudeMem)
        }
        () if has(&["[].memory", "[].id"]) || has(&["results[].memory"]) || has(&["memories[].memory"]) => Some(Format::Mem0),
        () => None,
    }
}

fn by_text(text: &str) -> Option<Format> {
    match () {
        () if cursor::is_export(text) => Some(Format::Cursor),
        () if mempalace::is_room(text) => Some(Format::MemPalace),
        () if basic_memory::is_note(text) => Some(Format::BasicMemory),
        () if git_log::is_history(text) => Some(Format::GitLog),
        () => None,
    }
}
