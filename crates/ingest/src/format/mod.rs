//! What other programs wrote, read as documents: transcripts, exports, memories of other programs, history, files.
//!
//! A reader keeps what was said and leaves out what a machine wrote to itself: thinking, reminders, preambles, banners.
//! What cannot be read is counted and told, and the rest is still read.
//!
//! Not here: opening files, folders or databases. The application brings bytes, or answers for the tables of a database.

mod basic_memory;
mod branch;
mod chatgpt;
mod claude_ai;
mod claude_code;
mod claude_mem;
mod codex;
mod cursor;
mod detect;
mod draft;
pub mod folder;
mod gemini;
mod git_log;
mod json;
mod mem0;
mod mempal;
mod mempalace;
mod noise;
mod opencode;
mod outline;
mod plain;
mod reading;
mod reference_memory;
mod short;
mod slack;
pub mod tables;
mod talk;
pub(crate) mod value;

pub use detect::{NotText, detect};
pub use git_log::{COMMIT_FILES, GIT_LOG_ARGUMENTS};
pub use noise::Wording;
pub use reading::{BROKEN_SHOWN_MAX, Broken, Reading, Unreadable};
pub use tables::{Cell, Tables};

/// A shape that we can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Claude Code, one session a file.
    ClaudeCode,
    /// Codex, one rollout a file.
    Codex,
    /// Gemini CLI, a session, a checkpoint or a log.
    Gemini,
    /// opencode, its storage folder, its database or one exported session.
    Opencode,
    /// Cursor, an exported chat or its database.
    Cursor,
    /// The export of ChatGPT.
    ChatGpt,
    /// The export of Claude.ai.
    ClaudeAi,
    /// The export of a Slack workspace.
    Slack,
    /// The memory of the MCP reference server.
    ReferenceMemory,
    /// A note of basic-memory.
    BasicMemory,
    /// Memories exported from mem0.
    Mem0,
    /// The database or the export of claude-mem.
    ClaudeMem,
    /// A room of a MemPalace export.
    MemPalace,
    /// The database of mempal.
    Mempal,
    /// What `git log` prints.
    GitLog,
    /// Markdown.
    Markdown,
    /// Source code.
    Code,
    /// Any other text.
    Text,
}

/// The word for a format, and a line about it.
const WORDS: [(Format, &str, &str); 18] = [
    (Format::ClaudeCode, "claude-code", "Claude Code transcripts: projects/*/*.jsonl"),
    (Format::Codex, "codex", "Codex rollouts: sessions/**/rollout-*.jsonl"),
    (Format::Gemini, "gemini", "Gemini CLI sessions, checkpoints and logs: tmp/*/chats/session-*.json, *.jsonl"),
    (Format::Opencode, "opencode", "opencode: its storage folder, opencode.db, or what `opencode export` wrote"),
    (Format::Cursor, "cursor", "Cursor: a chat exported as markdown, or state.vscdb"),
    (Format::ChatGpt, "chatgpt", "the data export of ChatGPT: conversations.json; of edited turns only the current branch"),
    (Format::ClaudeAi, "claude-ai", "the data export of Claude.ai: conversations.json, projects.json, memories.json"),
    (Format::Slack, "slack", "the export of a Slack workspace: its folder, or one day of one channel"),
    (Format::ReferenceMemory, "reference-memory", "the memory.json of the MCP reference memory server"),
    (Format::BasicMemory, "basic-memory", "basic-memory notes: markdown with observations and relations"),
    (Format::Mem0, "mem0", "memories exported from mem0 as JSON"),
    (Format::ClaudeMem, "claude-mem", "claude-mem: its SQLite database or its JSON export"),
    (Format::MemPalace, "mempalace", "a MemPalace export: a folder of wings with a file for each room"),
    (Format::Mempal, "mempal", "mempal: palace.db"),
    (Format::GitLog, "git-log", "what `git log` prints"),
    (Format::Markdown, "markdown", "markdown files"),
    (Format::Code, "code", "source code"),
    (Format::Text, "text", "any other text"),
];

impl Format {
    /// Every format.
    pub const ALL: [Self; 18] = {
        let mut all = [Self::Text; 18];
        let mut place = 0;
        while place < all.len() {
            all[place] = WORDS[place].0;
            place += 1;
        }
        all
    };

    /// The word for it.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// One line about it.
    pub fn about(self) -> &'static str {
        self.words().1
    }

    /// Reads the word.
    pub fn named(word: &str) -> Option<Self> {
        WORDS.iter().find(|(_, name, _)| *name == word).map(|(format, ..)| *format)
    }

    fn words(self) -> (&'static str, &'static str) {
        WORDS.iter().find(|(format, ..)| *format == self).map_or(("text", "any other text"), |(_, name, about)| (name, about))
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads the bytes of one file. `path` names it within its source, and names the documents that come out.
pub fn read(format: Format, path: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    read_in(format, path, bytes, Wording::WithoutNoise)
}

/// The same, in the wording that is asked for.
pub fn read_in(format: Format, path: &str, bytes: &[u8], wording: Wording) -> Result<Reading, Unreadable> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut reading = match format {
        Format::ClaudeCode => claude_code::read(path, bytes, wording)?,
        Format::Codex => codex::read(path, bytes, wording)?,
        Format::Gemini => gemini::read(path, bytes, wording)?,
        Format::Opencode => opencode::read(path, bytes)?,
        Format::Cursor => cursor::read(path, bytes),
        Format::ChatGpt => chatgpt::read(path, bytes)?,
        Format::ClaudeAi => claude_ai::read(path, bytes)?,
        Format::Slack => slack::read(path, bytes)?,
        Format::ReferenceMemory => reference_memory::read(path, bytes)?,
        Format::BasicMemory => basic_memory::read(path, bytes),
        Format::Mem0 => mem0::read(path, bytes)?,
        Format::ClaudeMem => claude_mem::read(path, bytes)?,
        Format::MemPalace => mempalace::read(path, bytes),
        Format::Mempal => {
            return Err(Unreadable::new(
                format,
                path,
                "it is no SQLite database, and mempal keeps its memory in one; bring its `palace.db` itself, not an extract of it",
            ));
        }
        Format::GitLog => git_log::read(path, bytes),
        Format::Markdown | Format::Code | Format::Text => plain::read(format, path, bytes),
    };
    reading.settle();
    Ok(reading)
}
