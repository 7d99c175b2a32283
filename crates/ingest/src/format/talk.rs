//! How a talk is written down: words, calls of tools in one line, answers of tools cut to a bound.
//!
//! Not here: where a program keeps these things. Each reader finds them and brings them here.

use super::short::{Short, marks, restored};
use super::value::{is, list, one_line, text};
use crate::{Document, Kind, Part, Role};
use kernel::text::Slice;
use serde_json::Value;
use std::{borrow::Cow, collections::HashMap};

/// The longest answer of a tool that is kept whole, in characters.
const ANSWER_CHARS_MAX: usize = 4_000;
/// How much of a longer one is kept from its end: errors and totals stand there.
const ANSWER_TAIL_CHARS: usize = 1_000;
/// The longest call of a tool.
const CALL_CHARS_MAX: usize = 400;
/// The name under which clients know this program.
const SERVER: &str = "palace";
/// The longest single argument in it.
const ARGUMENT_CHARS_MAX: usize = 200;

/// A talk being written down.
pub(super) struct Talk {
    document: Document,
    /// Which message the last part belongs to: programs write one message in several entries.
    last: String,
}

impl Talk {
    pub(super) fn new(path: impl Into<String>) -> Self {
        Self { document: Document { path: path.into(), title: String::new(), kind: Kind::Conversation, parts: Vec::new() }, last: String::new() }
    }

    /// Adds a part, unless it says nothing, or is what this program answered.
    pub(super) fn say(&mut self, part: Part) {
        let is_echo = part.role == Role::Tool && is_ours(&part.author);
        if !part.text.trim().is_empty() && !is_echo {
            self.last.clear();
            self.document.parts.push(part);
        }
    }

    /// Adds a part, or continues the last one when it is of the same message.
    pub(super) fn say_in(&mut self, message: &str, part: Part) {
        if part.text.trim().is_empty() {
            return;
        }
        match self.document.parts.last_mut() {
            Some(last) if !message.is_empty() && self.last == message && last.role == part.role && last.thread == part.thread => {
                last.text.push('\n');
                last.text.push_str(&part.text);
            }
            _ => self.document.parts.push(part),
        }
        message.clone_into(&mut self.last);
    }

    /// Names it, if it has no name yet.
    pub(super) fn entitle(&mut self, title: &str) {
        if self.document.title.trim().is_empty() {
            title.clone_into(&mut self.document.title);
        }
    }

    /// The document. A talk without a name has the first line a person said.
    pub(super) fn finish(mut self) -> Document {
        if self.document.title.trim().is_empty() {
            let first = self.document.parts.iter().find(|part| part.role == Role::User);
            self.document.title = first.and_then(|part| part.text.lines().find(|line| !line.trim().is_empty())).unwrap_or_default().to_owned();
        }
        self.document
    }
}

/// Whether a tool is one of this program's, as clients name those of a server: `mcp__palace__recall`, `palace_recall`,
/// `palace.recall`. What it answered is kept already, and read once more it would say everything twice.
pub(super) fn is_ours(tool: &str) -> bool {
    let name = tool.trim_start_matches("mcp").trim_start_matches(['_', '-', '.', ':', '/']);
    name.strip_prefix(SERVER).is_some_and(|rest| rest.starts_with(['_', '-', '.', ':', '/']))
}

/// A tool by the name that tells whose it is, where a program writes its server beside it.
pub(super) fn tool_of<'t>(server: &str, tool: &'t str) -> Cow<'t, str> {
    if server.is_empty() || tool.contains(server) { Cow::Borrowed(tool) } else { Cow::Owned(format!("{}__{tool}", server.trim_end_matches('_'))) }
}

/// A tool's answer, cut in the middle when it is long, saying how much is missing.
pub(super) fn answer(text: &str) -> String {
    let text = text.trim();
    if !is_longer(text, ANSWER_CHARS_MAX) {
        return text.to_owned();
    }
    let short = Short::of("", text);
    let words = &*short.text;
    let Some(missing) = words.chars().count().checked_sub(ANSWER_CHARS_MAX).filter(|missing| *missing > 0) else { return text.to_owned() };
    let at = |chars: usize| words.char_indices().nth(chars).map_or(words.len(), |(place, _)| place);
    let head = words.slice(..at(ANSWER_CHARS_MAX - ANSWER_TAIL_CHARS));
    let tail = words.slice(at(missing + ANSWER_CHARS_MAX - ANSWER_TAIL_CHARS)..);
    let secrets: Vec<Cow<'_, str>> = short.first(head).iter().chain(short.last(tail)).map(|secret| Cow::Borrowed(*secret)).collect();
    restored(format!("{head}\n[… {missing} characters left out …]\n{tail}"), &secrets)
}

/// Whether a text is longer than so many characters. Most are shorter, and bytes tell that without counting.
fn is_longer(text: &str, chars_max: usize) -> bool {
    text.len() > chars_max && text.chars().nth(chars_max).is_some()
}

/// A call of a tool in one line: its name and what it was given.
pub(super) fn call(tool: &str, arguments: &Value) -> String {
    let mut given = String::new();
    let mut secrets = Vec::new();
    let mut give = |name: &str, value: &Value, chars_max: usize| {
        if given.len() > CALL_CHARS_MAX {
            return;
        }
        let value = value.as_str().map_or_else(|| Cow::Owned(value.to_string()), Cow::Borrowed);
        let short = Short::of(name, &value);
        let shown = one_line(&short.text, chars_max);
        // As everything here, a secret is on one line.
        secrets.extend(short.first(&shown).iter().map(|secret| Cow::Owned(one_line(secret, usize::MAX))));
        let (comma, colon) = (if given.is_empty() { "" } else { ", " }, if name.is_empty() { "" } else { ": " });
        given.push_str(&format!("{comma}{name}{colon}{shown}"));
    };
    match arguments {
        Value::Null => {}
        Value::Object(named) => named.iter().for_each(|(name, value)| give(name, value, ARGUMENT_CHARS_MAX)),
        other => give("", other, CALL_CHARS_MAX),
    }
    let given = one_line(&given, CALL_CHARS_MAX);
    secrets.truncate(marks(&given));
    let tool = if tool.is_empty() { "tool" } else { tool };
    if given.is_empty() { format!("[{tool}]") } else { restored(format!("[{tool}] {given}"), &secrets) }
}

/// A call whose arguments are JSON written as text.
pub(super) fn call_written(tool: &str, arguments: &str) -> String {
    match serde_json::from_str(arguments) {
        Ok(value @ Value::Object(_)) => call(tool, &value),
        _ => call(tool, &Value::String(arguments.to_owned())),
    }
}

/// What one message says: its words, and what tools answered in it.
#[derive(Default)]
pub(super) struct Said {
    pub(super) words: String,
    /// Tool and answer.
    pub(super) answers: Vec<(String, String)>,
}

impl Said {
    pub(super) fn add(&mut self, words: &str) {
        let words = words.trim();
        if !words.is_empty() {
            if !self.words.is_empty() {
                self.words.push('\n');
            }
            self.words.push_str(words);
        }
    }
}

/// Reads the content of a message in the shape that the Anthropic and OpenAI interfaces share: text, or a list of
/// blocks. `tools` remembers which call an answer belongs to. Thinking is left out.
pub(super) fn said(content: &Value, tools: &mut HashMap<String, String>) -> Said {
    let mut said = Said::default();
    match content {
        Value::String(text) => said.add(text),
        Value::Array(blocks) => blocks.iter().for_each(|block| add_block(&mut said, block, tools)),
        Value::Object(_) => add_block(&mut said, content, tools),
        _ => {}
    }
    said
}

fn add_block(said: &mut Said, block: &Value, tools: &mut HashMap<String, String>) {
    if let Value::String(text) = block {
        return said.add(text);
    }
    match text(block, "type") {
        "thinking" | "redacted_thinking" | "reasoning" | "reasoning_text" | "summary_text" => {}
        "tool_use" | "server_tool_use" | "mcp_tool_use" => {
            let name = text(block, "name");
            let id = text(block, "id");
            if !id.is_empty() {
                tools.insert(id.to_owned(), name.to_owned());
            }
            said.add(&call(name, &block["input"]));
        }
        kind if kind.ends_with("tool_result") => {
            let id = text(block, "tool_use_id");
            let name = tools.get(id).map(String::as_str).filter(|name| !name.is_empty()).unwrap_or_else(|| text(block, "name")).to_owned();
            // The text of an answer is a message of its own, but cannot hold calls.
            let mut words = self::said(&block["content"], &mut HashMap::new()).words;
            if is(block, "is_error") && !words.is_empty() {
                words.insert_str(0, "error: ");
            }
            said.answers.push((name, words));
        }
        "image" | "input_image" | "image_url" => said.add("[image]"),
        "document" | "file" | "input_file" => {
            said.add(&format!("[file {}]", one_line(&crate::redact(text(block, "title")).text, 80)).replace(" ]", "]"));
            // One that was brought as text is what somebody said, however long; the bytes of others are no words.
            if text(&block["source"], "type") == "text" {
                said.add(text(&block["source"], "data"));
            }
        }
        _ => said.add(text(block, "text")),
    }
}

/// The words of a list of named files, for the end of a message.
pub(super) fn attached(files: &[Value], name: &str) -> String {
    let names: Vec<&str> = files.iter().map(|file| text(file, name)).filter(|name| !name.is_empty()).collect();
    if names.is_empty() { String::new() } else { format!("[attached {}]", names.join(", ")) }
}

/// The words of parts in the shape of the Gemini interface: text, calls and answers. Thoughts are left out.
pub(super) fn gemini_parts(content: &Value) -> Said {
    let mut said = Said::default();
    let mut add = |part: &Value| {
        if is(part, "thought") {
            return;
        }
        if let Value::String(words) = part {
            said.add(words);
        }
        said.add(text(part, "text"));
        if let Some(asked) = part.get("functionCall") {
            said.add(&call(text(asked, "name"), &asked["args"]));
        }
        if let Some(answered) = part.get("functionResponse") {
            let response = &answered["response"];
            let words = match ["output", "error", "content"].iter().find_map(|key| response.get(key)) {
                Some(Value::String(words)) => words.clone(),
                Some(other) => other.to_string(),
                None => response.to_string(),
            };
            said.answers.push((text(answered, "name").to_owned(), words));
        }
        if part.get("inlineData").is_some() {
            said.add("[file]");
        }
    };
    match content {
        Value::Array(parts) => parts.iter().for_each(&mut add),
        other => add(other),
    }
    said
}

/// The entries of a list that are objects.
pub(super) fn objects<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    list(value, key).iter().filter(|entry| entry.is_object())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_long_answer_keeps_its_head_and_its_tail_and_says_what_is_missing() {
        let long = format!("{}{}", "é".repeat(5_000), "the end");
        let kept = answer(&long);
        assert!(kept.starts_with('é') && kept.ends_with("the end"), "{kept}");
        assert!(kept.contains("[… 1007 characters left out …]"), "{kept}");
        assert_eq!(answer(" short \n"), "short");
    }

    #[test]
    fn no_secret_is_torn_where_an_answer_or_a_call_is_cut() {
        let key = |line: &str| format!("-----BEGIN {0}-----\n{line}\n{line}\n-----END {0}-----", "PRIVATE KEY");
        let key = key("MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0PbnGy0AHB7Mv3o");
        let pass = format!("DB_PASSWORD=correct{}", "horse");
        let x = |count: usize| "x ".repeat(count / 2);
        // Across the end of the head and the start of the tail, where a key fits and where even its mark does not; in
        // the middle; and whole at both ends.
        for (text, whole) in [
            (format!("{}{key}{}", x(2_960), x(4_000)), 1),
            (format!("{}{key}{}", x(2_990), x(4_000)), 0),
            (format!("{}{key}{}", x(4_000), x(940)), 1),
            (format!("{}{key}{}", x(4_000), x(990)), 0),
            (format!("{}{key}{}", x(4_000), x(4_000)), 0),
            (format!("{key}\n{}\n{key}\n{pass}", x(8_000)), 3),
        ] {
            let kept = answer(&text);
            let redacted = crate::redact(&kept);
            assert_eq!(redacted.found.values().sum::<usize>(), whole, "{kept}");
            assert!(!redacted.text.contains("MIIEowIBAAK") && !redacted.text.contains("horse"), "{kept}");
        }
        let token = format!("gh{}", "p_16C7e42F292c6912E7710c838347Ae178B4a");
        for (before, whole) in [(180, 0), (20, 1)] {
            let line = call("Bash", &json!({"command": format!("{}{token} {}", x(before), x(400))}));
            assert!(!crate::redact(&line).text.contains("16C7"), "{line}");
            assert_eq!(line.matches(&token).count(), whole, "{line}");
        }
        // What told it is cut away: the mark stays.
        let kept = answer(&format!("kind: Secret\ndata:\n{}  pw: MWYyZDFlMmU2N2Rm\n", "  a: b\n".repeat(1_000)));
        assert!(kept.ends_with("pw: [redacted: secret]"), "{kept}");
    }

    #[test]
    fn what_this_program_answered_is_not_said_again() {
        for ours in ["mcp__palace__recall", "palace__context", "palace_recall", "mcp_palace_recall", "palace.recall", "mcp-palace-recall"] {
            assert!(is_ours(ours), "{ours}");
        }
        for theirs in ["mcp__mempalace__recall", "palaces_list", "recall", "palace", "Bash", ""] {
            assert!(!is_ours(theirs), "{theirs}");
        }
        assert!(is_ours(&tool_of("palace", "recall")) && is_ours(&tool_of("mcp__palace__", "recall")));
        assert_eq!(tool_of("", "recall"), "recall");
        let mut talk = Talk::new("a");
        for author in ["mcp__palace__recall", "Bash"] {
            talk.say(Part { text: "The oven is cracked.".into(), author: author.into(), role: Role::Tool, ..Part::default() });
        }
        assert_eq!(talk.finish().parts.iter().map(|part| part.author.as_str()).collect::<Vec<_>>(), ["Bash"]);
    }

    #[test]
    fn a_call_is_one_line() {
        for (arguments, line) in [
            (json!({"command": "ls\n-l", "timeout": 5}), "[Bash] command: ls -l, timeout: 5"),
            (json!(null), "[Bash]"),
            (json!("ls"), "[Bash] ls"),
            (json!(["a", 1]), r#"[Bash] ["a",1]"#),
        ] {
            assert_eq!(call("Bash", &arguments), line);
        }
        assert_eq!(call_written("shell", r#"{"command":["ls"]}"#), r#"[shell] command: ["ls"]"#);
    }
}
