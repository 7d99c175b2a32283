//! The export of a Slack workspace: who and which channels, and a file for each day of each channel.
//!
//! Not here: who joined, left, pinned or renamed; the files themselves.

use super::{
    Format, Reading, Unreadable, json,
    talk::{Talk, attached},
    value::{file_name, first_text, list, moment, text},
};
use crate::{Part, Role};
use kernel::text::Slice;
use serde_json::Value;
use std::collections::HashMap;

/// Messages that somebody wrote; all other subtypes are the program speaking.
const SPOKEN: &[&str] = &["", "bot_message", "thread_broadcast", "me_message", "file_share", "file_comment"];

/// Where an export says who is who, and which channel is which. That of an organisation has a list of people of its own, and one of
/// private talks alone has no channels.
pub(super) const PEOPLE: &[&str] = &["users.json", "org_users.json"];
const CHANNELS: &[&str] = &["channels.json", "groups.json", "mpims.json", "dms.json"];

/// What Slack writes for those that cannot show blocks.
const NOTHING_SHOWN: &str = "This content can't be displayed.";

/// What people and channels are called, by id.
type Names = HashMap<String, String>;

/// One day of one channel, by itself.
pub(super) fn read(path: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    day(path, bytes, &Names::new())
}

/// Whether the names are those of an export.
pub(super) fn is_folder(names: &[&str]) -> bool {
    let has = |lists: &[&str]| names.iter().any(|name| lists.contains(&file_name(name)));
    has(PEOPLE) && has(CHANNELS) && names.iter().any(|name| is_day(name))
}

/// Whether a name is of a day: `channel/2025-11-10.json`.
fn is_day(name: &str) -> bool {
    let Some(date) = file_name(name).strip_suffix(".json") else { return false };
    name.contains('/') && date.len() == 10 && date.parse::<jiff::civil::Date>().is_ok()
}

/// The whole export.
pub(super) fn read_folder(files: Vec<(String, Vec<u8>)>) -> Reading {
    let mut reading = Reading::default();
    let mut names = Names::new();
    for lists in [PEOPLE, CHANNELS] {
        for (path, bytes) in files.iter().filter(|(path, _)| lists.contains(&file_name(path)) && !is_day(path)) {
            match json::parse(bytes) {
                Ok(entries) => {
                    let called: Vec<(String, String)> =
                        list_of(&entries).iter().map(|entry| (text(entry, "id").to_owned(), called(entry, &names))).collect();
                    names.extend(called);
                }
                Err(error) => reading.fault(error.line() as u64, format!("{path}: {error}; whoever it names goes by their ids")),
            }
        }
    }
    for (path, bytes) in files.into_iter().filter(|(path, _)| is_day(path)) {
        match day(&path, &bytes, &names) {
            Ok(mut day) => {
                day.broken.iter_mut().for_each(|broken| broken.why = format!("{path}: {}", broken.why));
                reading.absorb(day);
            }
            Err(error) => reading.fault(0, error.to_string()),
        }
    }
    reading
}

/// The workspace, as its people say, or else its messages.
pub(super) fn team(files: &[(String, Vec<u8>)]) -> Option<String> {
    let first = |is_asked: fn(&str) -> bool| {
        files.iter().filter(|(path, _)| is_asked(path)).find_map(|(_, bytes)| {
            let entries = json::parse(bytes).ok()?;
            let mut ids = entries.as_array()?.iter().map(|entry| first_text(entry, &["team_id", "team"]).to_owned());
            ids.find(|id| !id.is_empty())
        })
    };
    first(|path| PEOPLE.contains(&file_name(path))).or_else(|| first(is_day))
}

fn list_of(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// What somebody is called: as they wish, or as they are. A channel has a name, and what is said directly has those who say it.
fn called(entry: &Value, names: &Names) -> String {
    let name = match first_text(&entry["profile"], &["display_name", "real_name"]) {
        "" => first_text(entry, &["real_name", "name"]),
        name => name,
    };
    if !name.is_empty() {
        return name.to_owned();
    }
    let members = list(entry, "members").iter().filter_map(Value::as_str);
    let members: Vec<&str> = members.map(|id| names.get(id).map_or(id, String::as_str)).collect();
    if members.is_empty() { text(entry, "id").to_owned() } else { members.join(", ") }
}

fn day(path: &str, bytes: &[u8], names: &Names) -> Result<Reading, Unreadable> {
    let mut talk = Talk::new(path);
    if is_day(path) {
        let mut pieces = path.trim_end_matches(".json").rsplit('/');
        let (date, channel) = (pieces.next().unwrap_or_default(), pieces.next().unwrap_or_default());
        // What is said directly lies in a folder that has its id for a name.
        let place = names.get(channel).cloned().unwrap_or_else(|| format!("#{channel}"));
        talk.entitle(&format!("{place} {date}"));
    }
    let mut reading = json::elements(Format::Slack, path, bytes, |reading, place, message| {
        if !message.is_object() {
            reading.fault(0, format!("message {} is not a JSON object", place + 1));
        } else if SPOKEN.contains(&text(&message, "subtype")) {
            talk.say(part(&message, names));
        }
    })?;
    reading.documents.push(talk.finish());
    Ok(reading)
}

fn part(message: &Value, names: &Names) -> Part {
    let user = text(message, "user");
    let bot = text(&message["bot_profile"], "name");
    let author = match names.get(user).map(String::as_str).filter(|name| !name.is_empty()) {
        _ if !bot.is_empty() => bot,
        Some(name) => name,
        None => match first_text(&message["user_profile"], &["display_name", "real_name", "name"]) {
            "" => first_text(message, &["username", "user", "bot_id"]),
            name => name,
        },
    };
    let mut words = words(message, names);
    let files = attached(list(message, "files"), "name");
    if !files.is_empty() {
        words = if words.is_empty() { files } else { format!("{words}\n{files}") };
    }
    let is_bot = !text(message, "bot_id").is_empty() || text(message, "subtype") == "bot_message";
    Part {
        text: words,
        author: author.to_owned(),
        role: if is_bot { Role::Tool } else { Role::User },
        at: moment(message, &["ts"]),
        thread: text(message, "thread_ts").to_owned(),
        ..Part::default()
    }
}

/// What a message says. Programs often say it in blocks or in attachments and leave the text empty, or write there that
/// there is nothing to show.
fn words(message: &Value, names: &Names) -> String {
    let mut words = plain(text(message, "text"), names);
    if words.is_empty() || words == NOTHING_SHOWN {
        let shown = blocks(&message["blocks"], names);
        words = if shown.is_empty() { words } else { shown };
    }
    let mut lines = Vec::new();
    for attachment in list(message, "attachments") {
        let said = attachment_words(attachment, names);
        // What the text says already is not said again.
        if !words.contains(said.trim()) {
            lines.push(said);
        }
    }
    lines.insert(0, words);
    lines.join("\n").trim().to_owned()
}

/// What an attachment says: an alarm has its point in the title, and its host among the fields. What is written for those
/// that show none of it counts only if there is nothing else.
fn attachment_words(attachment: &Value, names: &Names) -> String {
    let mut lines: Vec<String> = ["pretext", "title", "text"].iter().map(|key| plain(text(attachment, key), names)).collect();
    let fields = list(attachment, "fields").iter().map(|field| (plain(text(field, "title"), names), plain(text(field, "value"), names)));
    lines.extend(fields.map(|(title, value)| if title.is_empty() { value } else { format!("{title}: {value}") }));
    lines.retain(|line| !line.trim().is_empty());
    let instead = || blocks(&attachment["blocks"], names);
    let words = if lines.is_empty() { instead() } else { lines.join("\n") };
    if words.is_empty() { plain(text(attachment, "fallback"), names) } else { words }
}

/// The words of blocks, one to a line. The pieces of a sentence stand in one line.
fn blocks(value: &Value, names: &Names) -> String {
    let mut lines = Vec::new();
    for block in value.as_array().into_iter().flatten() {
        let inner = &block["elements"];
        let words = match text(block, "type") {
            "rich_text_section" | "rich_text_preformatted" | "rich_text_quote" => {
                inner.as_array().into_iter().flatten().map(|piece| piece_of(piece, names)).collect()
            }
            "rich_text" | "rich_text_list" | "context" => blocks(inner, names),
            "mrkdwn" | "plain_text" => plain(text(block, "text"), names),
            "image" => text(block, "alt_text").to_owned(),
            _ => {
                let first = [&block["text"]].into_iter().chain(list(block, "fields"));
                first.map(|one| plain(text(one, "text"), names)).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
            }
        };
        if !words.trim().is_empty() {
            lines.push(words.trim().to_owned());
        }
    }
    lines.join("\n")
}

/// A piece of a sentence.
fn piece_of(piece: &Value, names: &Names) -> String {
    match text(piece, "type") {
        "user" => plain(&format!("<@{}>", text(piece, "user_id")), names),
        "channel" => plain(&format!("<#{}>", text(piece, "channel_id")), names),
        "broadcast" => format!("@{}", text(piece, "range")),
        "emoji" => format!(":{}:", text(piece, "name")),
        _ => first_text(piece, &["text", "url"]).to_owned(),
    }
}

/// The words as people saw them: names for ids, links as they read, and no escapes.
fn plain(words: &str, names: &Names) -> String {
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(open) = rest.find('<') {
        let Some(close) = rest.slice(open..).find('>') else { break };
        out.push_str(rest.slice(..open));
        let inner = rest.slice(open + 1..open + close);
        let (target, label) = inner.split_once('|').unwrap_or((inner, ""));
        match target.chars().next() {
            Some('@') => {
                let id = target.slice(1..);
                let known = names.get(id).map(String::as_str).filter(|name| !name.is_empty());
                out.push_str(&format!("@{}", known.unwrap_or(if label.is_empty() { id } else { label })));
            }
            Some('#') => {
                let id = target.slice(1..);
                out.push_str(&format!("#{}", if label.is_empty() { names.get(id).map_or(id, String::as_str) } else { label }));
            }
            Some('!') => out.push_str(&format!("@{}", if label.is_empty() { target.slice(1..) } else { label.trim_start_matches('@') })),
            _ if label.is_empty() || label == target => out.push_str(target),
            _ => out.push_str(&format!("{label} ({target})")),
        }
        rest = rest.slice(open + close + 1..);
    }
    out.push_str(rest);
    if out.contains('&') { out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_program_says_is_read_wherever_it_says_it() {
        let section = json!({ "type": "section", "text": { "type": "mrkdwn", "text": "Oven 2 is <https://example.org|cold>" }, "fields": [{ "text": "20 °C" }] });
        let rich = json!({ "type": "rich_text", "elements": [{ "type": "rich_text_section", "elements": [
            { "type": "text", "text": "Ask " }, { "type": "user", "user_id": "U1" }, { "type": "emoji", "name": "fire" },
        ] }] });
        let names = Names::from([("U1", "robin"), ("C1", "ovens")].map(|(id, name)| (id.to_owned(), name.to_owned())));
        for (message, author, words) in [
            (json!({ "bot_id": "B1", "text": "", "blocks": [section, rich] }), "B1", "Oven 2 is cold (https://example.org)\n20 °C\nAsk @robin:fire:"),
            (
                json!({ "bot_id": "B1", "user": "U1", "bot_profile": { "name": "oven" }, "text": NOTHING_SHOWN, "blocks": [{ "type": "header", "text": { "text": "Hot" } }] }),
                "oven",
                "Hot",
            ),
            (
                json!({ "bot_id": "B1", "text": "", "attachments": [{ "pretext": "Alert in <#C1|>", "title": "Oven 3 is cold", "text": "20 °C", "fallback": "cold", "fields": [{ "title": "Host", "value": "oven-3" }] }] }),
                "B1",
                "Alert in #ovens\nOven 3 is cold\n20 °C\nHost: oven-3",
            ),
            (
                json!({ "user": "U1", "text": "See this", "attachments": [{ "text": "Oven 3 is warm" }, { "fallback": "See" }] }),
                "robin",
                "See this\nOven 3 is warm",
            ),
        ] {
            let part = part(&message, &names);
            assert_eq!((part.author.as_str(), part.text.as_str()), (author, words), "{message}");
        }
    }
}
