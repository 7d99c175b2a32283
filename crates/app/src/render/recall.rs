//! Lays out what recall and get answer: what a human approved, then what waits, then evidence with the passage that answers best.

use super::sheet::{Sheet, cut, width};
use crate::terminal::visible_line;
use serde_json::Value as Json;

/// Columns before what belongs to a row.
const INDENT: &str = "    ";
/// Columns in which something can still be told.
const LEAST: usize = 8;
/// Columns that the number of a line takes, with the space after it.
const NUMBER: usize = 7;

/// What recall found. Of what is not there nothing is said, unless there is nothing at all.
pub(super) fn recall(sheet: Sheet, result: &Json) -> String {
    let list = |field: &str| result[field].as_array().map_or(&[][..], Vec::as_slice);
    let (items, waiting, seen) = (list("items"), list("waiting"), list("seen"));
    let mut out = String::new();
    if items.is_empty() && waiting.is_empty() && seen.is_empty() {
        out.push_str("Nothing found.\n");
    }
    if let Some(note) = result["note"].as_str() {
        out.push_str(&sheet.wrapped(note, ""));
    }
    let total = result["total"].as_u64().unwrap_or(0);
    if !items.is_empty() {
        let of = if total > items.len() as u64 { format!(" of {total}") } else { String::new() };
        let more = if result["atLeast"] == true { " or more" } else { "" };
        heading(&mut out, sheet, &format!("Approved ({}{of}{more}):", items.len()));
        for item in items {
            out.push_str(&claim(sheet, item));
        }
    }
    if !waiting.is_empty() {
        heading(&mut out, sheet, &format!("Waiting for approval ({}):", waiting.len()));
        for proposal in waiting {
            let filed = format!("{} by {}, {}", text(proposal, "as"), text(proposal, "author"), day(proposal, "createdAt"));
            out.push_str(&row(sheet, "  ", text(proposal, "id"), ["", ""], &[&filed]));
            out.push_str(&sheet.wrapped(text(proposal, "content"), INDENT));
        }
    }
    if !seen.is_empty() {
        heading(&mut out, sheet, &format!("Evidence ({}):", seen.len()));
        for (rank, sight) in (1..).zip(seen) {
            out.push_str(&evidence(sheet, rank, sight));
        }
    }
    for left in list("withheld") {
        out.push_str(&format!("Left out: {} ({}).\n", left["count"], visible_line(text(left, "rule"))));
    }
    out
}

/// What was seen, whole.
pub(super) fn get(sheet: Sheet, result: &Json) -> String {
    let mut out = String::new();
    for piece in result["pieces"].as_array().into_iter().flatten() {
        if !out.is_empty() {
            out.push('\n');
        }
        let said = [who_and_when(piece), text(piece, "heading").to_owned()];
        out.push_str(&row(sheet, "", &place_or_source(piece), [&change(piece), text(piece, "id")], &[]));
        out.push_str(&row(sheet, INDENT, "", ["", ""], &[&said.iter().filter(|word| !word.is_empty()).cloned().collect::<Vec<_>>().join(" · ")]));
        let first = lines_of(piece).filter(|(first, last)| last.saturating_sub(*first) + 1 == text(piece, "content").lines().count() as u64);
        for (n, line) in (0..).zip(text(piece, "content").lines()) {
            // Whole means whole: a terminal breaks a long line, and nothing of it is cut.
            let number = first.map_or_else(String::new, |(first, _)| format!("{:>5}  ", first + n));
            let quoted = Sheet { columns: None, ..sheet }.quoted(line, &[], 0);
            out.push_str(format!("{}{quoted}", sheet.dim(&number)).trim_end());
            out.push('\n');
        }
    }
    out
}

/// A piece of evidence: where it stands, and the passage.
fn evidence(sheet: Sheet, rank: usize, sight: &Json) -> String {
    let is_file = lines_of(sight).is_some();
    let place = if is_file { place(sight) } else { who_and_when(sight) };
    let place = if place.is_empty() { text(sight, "source").to_owned() } else { place };
    let source = if is_file || place == text(sight, "source") { "" } else { text(sight, "source") };
    let until = day(sight, "until");
    let warning = if until.is_empty() { change(sight) } else { format!("(until {until})") };
    let mut out = row(sheet, &format!("{rank:>2}  "), &place, [&warning, text(sight, "id")], &[source, text(sight, "heading")]);
    let passage = &sight["passage"];
    let words: Vec<&str> = passage["words"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    let lines: Vec<&str> = passage["text"].as_str().map_or_else(|| vec![text(sight, "line")], |text| text.lines().collect());
    let blank = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().filter(|line| !line.trim().is_empty()).map(blank).min().unwrap_or(0);
    // The numbers show where a blank line was.
    for (n, line) in (0..).zip(&lines).filter(|(_, line)| !line.trim().is_empty()) {
        let number = passage["line"].as_u64().map_or_else(|| INDENT.to_owned(), |first| format!("{:>w$}  ", first + n, w = NUMBER - 2));
        let quoted = sheet.quoted(line.get(common..).unwrap_or_default(), &words, number.len());
        out.push_str(format!("{}{quoted}", sheet.dim(&number)).trim_end());
        out.push('\n');
    }
    out.push_str(&why(sheet, sight["score"].as_f64(), &sight["why"]));
    out
}

/// A belief: what it says, why, and what stands beside it.
fn claim(sheet: Sheet, item: &Json) -> String {
    let mut told = vec![text(item, "as").to_owned()];
    if text(item, "scope") != "palace" {
        told.push(format!("{} {}", text(item, "scope"), text(item, "scopePath")));
    }
    if !matches!(text(item, "standing"), "promoted" | "") {
        told.push(text(item, "standing").to_owned());
    }
    if !item["confidence"].is_null() {
        told.push(format!("confidence {}", item["confidence"]));
    }
    told.push(day(item, "createdAt"));
    let until = day(item, "until");
    if !until.is_empty() {
        told.push(format!("until {until}"));
    }
    let mut out = row(sheet, "  ", text(item, "id"), ["", ""], &[&told.join(" · ")]);
    out.push_str(&sheet.wrapped(text(item, "content"), INDENT));
    let mut beside = |label: &str, said: String| {
        if !said.is_empty() {
            out.push_str(&sheet.wrapped(&format!("{label}: {said}"), INDENT));
        }
    };
    beside("Why", text(item, "rationale").to_owned());
    let outcome = text(item, "outcome");
    beside("Outcome", if text(item, "outcomeNote").is_empty() { outcome.to_owned() } else { format!("{outcome}, {}", text(item, "outcomeNote")) });
    for link in item["links"].as_array().into_iter().flatten() {
        let moved = link["movedTo"].as_str().map_or_else(String::new, |to| format!(", now at {to}"));
        beside("Link", format!("{} {} {} ({}{moved})", text(link, "sourceId"), text(link, "relation"), text(link, "targetId"), text(link, "state")));
    }
    let words = |field: &str| item[field].as_array().into_iter().flatten().filter_map(Json::as_str).collect::<Vec<_>>().join(", ");
    beside("Labels", words("tags"));
    beside("Evidence", words("evidence"));
    out.push_str(&why(sheet, None, &item["why"]));
    out
}

/// Why something is here, where it was asked.
fn why(sheet: Sheet, score: Option<f64>, why: &Json) -> String {
    let Some(because) = why["because"].as_str() else { return String::new() };
    let mut told = because.to_owned();
    let matched: Vec<&str> = why["matched"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    if !matched.is_empty() {
        told = format!("{told}; words: {}", matched.join(", "));
    }
    if let Some(similarity) = why["similarity"].as_f64() {
        told = format!("{told}; similarity {similarity}");
    }
    for (field, name) in [("words", "words"), ("meaning", "meaning"), ("context", "context")] {
        if let Some(part) = why[field].as_f64() {
            told = format!("{told}; {name} {part}");
        }
    }
    let also: Vec<&str> = why["also"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    if !also.is_empty() {
        told = format!("{told}; also in {}", also.join(", "));
    }
    let score = score.map_or_else(String::new, |score| format!("score {score}: "));
    let lines: Vec<String> = sheet.wrapped(&format!("{score}{told}"), INDENT).lines().map(|line| sheet.dim(line)).collect();
    lines.join("\n") + "\n"
}

/// A row: what it is about, what a reader must know of it and what it is called, then what else is told of it, as much as fits.
pub(super) fn row(sheet: Sheet, head: &str, about: &str, [warning, id]: [&str; 2], told: &[&str]) -> String {
    let about = visible_line(about);
    let mut out = format!("{head}{}", sheet.bold(&about));
    let mut taken = width(head) + width(&about);
    let whole = [(warning, true), (id, true)].into_iter();
    for (word, is_whole) in whole.chain(told.iter().map(|word| (*word, false))).filter(|(word, _)| !word.is_empty()) {
        let gap = if taken == width(head) { 0 } else { 2 };
        let left = sheet.beside(taken + gap).unwrap_or(usize::MAX);
        if left < LEAST && !is_whole {
            break;
        }
        let word = visible_line(word);
        let fits = if is_whole { word } else { cut(&word, left) };
        taken += gap + width(&fits);
        out.push_str(&" ".repeat(gap));
        out.push_str(&if fits == warning { sheet.yellow(&fits) } else { sheet.dim(&fits) });
    }
    format!("{}\n", out.trim_end())
}

fn heading(out: &mut String, sheet: Sheet, title: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&format!("{}\n", sheet.bold(title)));
}

/// `src/store.rs:120-148`, as editors and terminals open it.
fn place(of: &Json) -> String {
    let lines = |(first, last): (u64, u64)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    lines_of(of).map_or_else(|| text(of, "path").to_owned(), |found| format!("{}:{}", text(of, "path"), lines(found)))
}

fn place_or_source(of: &Json) -> String {
    if lines_of(of).is_some() { place(of) } else { text(of, "source").to_owned() }
}

fn lines_of(of: &Json) -> Option<(u64, u64)> {
    Some((of["lines"]["first"].as_u64()?, of["lines"]["last"].as_u64()?))
}

/// That the lines read otherwise by now, and where the same words stand.
fn change(of: &Json) -> String {
    if of["changed"] != true {
        return String::new();
    }
    let now = &of["linesNow"];
    match (now["first"].as_u64(), now["last"].as_u64()) {
        (Some(first), Some(last)) if first == last => format!("(now on line {first})"),
        (Some(first), Some(last)) => format!("(now on lines {first}-{last})"),
        _ if of["gone"] == true => "(gone since)".to_owned(),
        _ => "(changed since)".to_owned(),
    }
}

/// Who said it and when; only when, of what nobody is named for.
fn who_and_when(of: &Json) -> String {
    let at = text(of, "at").get(..16).map_or_else(String::new, |at| at.replace('T', " "));
    let who = text(of, "author");
    if who.is_empty() { at } else { format!("{who}, {at}") }
}

fn text<'j>(of: &'j Json, field: &str) -> &'j str {
    of[field].as_str().unwrap_or_default()
}

/// The day of a moment.
fn day(of: &Json, field: &str) -> String {
    text(of, field).get(..10).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_human_approved_comes_first_and_of_what_is_not_there_nothing_is_said() {
        let answer = json!({
            "items": [{ "id": "d_1", "as": "decision", "content": "Use WAL.\nOne file.", "rationale": "it is fast", "standing": "promoted", "scope": "file", "scopePath": "src/a.rs",
                "confidence": 0.8, "createdAt": "2026-05-01T10:00:00.000Z", "evidence": ["e_1", "e_2"], "links": [{ "sourceId": "d_1", "relation": "supersedes", "targetId": "d_0", "state": "stale" }] }],
            "total": 3,
            "waiting": [{ "id": "p_1", "as": "idea", "content": "Use two files", "author": "codex-a", "createdAt": "2026-05-02T10:00:00.000Z" }],
            "seen": [
                { "id": "e_1", "line": "fn wal() {", "score": 0.8, "path": "src/a.rs", "lines": { "first": 3, "last": 9 }, "source": "src/a.rs", "heading": "impl Store > wal", "at": "2026-05-01T10:00:00.000Z",
                    "passage": { "line": 4, "text": "    wal();\n        sync();", "words": ["wal"] } },
                { "id": "e_2", "line": "We use WAL\u{1b}.", "score": 0.5, "author": "ana", "source": "chat/1", "at": "2026-05-01T10:00:00.000Z", "until": "2026-06-01T10:00:00.000Z",
                    "why": { "because": "its words match", "matched": ["wal"], "words": 0.5, "meaning": 0.1, "context": 0.0 } },
            ],
            "withheld": [{ "rule": "near copies of what is shown", "count": 1 }, { "rule": "belongs to another repository; ask with anywhere", "count": 2 }],
        });
        let page = "\
Approved (1 of 3):
  d_1  decision · file src/a.rs · confidence 0.8 · 2026-05-01
    Use WAL.
    One file.
    Why: it is fast
    Link: d_1 supersedes d_0 (stale)
    Evidence: e_1, e_2

Waiting for approval (1):
  p_1  idea by codex-a, 2026-05-02
    Use two files

Evidence (2):
 1  src/a.rs:3-9  e_1  impl Store > wal
    4  wal();
    5      sync();
 2  ana, 2026-05-01 10:00  (until 2026-06-01)  e_2  chat/1
    We use WAL⟨U+001B⟩.
    score 0.5: its words match; words: wal; words 0.5; meaning 0.1; context 0
Left out: 1 (near copies of what is shown).
Left out: 2 (belongs to another repository; ask with anywhere).
";
        assert_eq!(recall(Sheet::default(), &answer), page);
        assert_eq!(recall(Sheet::default(), &json!({ "items": [], "total": 0, "note": "Try other words." })), "Nothing found.\nTry other words.\n");
        assert_eq!(recall(Sheet::default(), &json!({ "items": [], "total": 0 })), "Nothing found.\n");
    }

    #[test]
    fn a_narrow_terminal_keeps_the_place_and_the_id_and_cuts_the_rest() {
        let sheet = Sheet { columns: Some(40), paints: false };
        let told = |heading: &str, warning| row(sheet, " 1  ", "src/store.rs:120-148", [warning, "e_7h3k9a2b"], &["", heading]);
        assert_eq!(told("impl Store", ""), " 1  src/store.rs:120-148  e_7h3k9a2b\n");
        assert_eq!(told("impl Store", "(changed since)"), " 1  src/store.rs:120-148  (changed since)  e_7h3k9a2b\n");
        assert_eq!(row(sheet, " 1  ", "src/a.rs:1-2", ["", "e_7h3k9a2b"], &["impl Store"]), " 1  src/a.rs:1-2  e_7h3k9a2b  impl Store\n");
        assert_eq!(row(sheet, " 1  ", "src/a.rs:1-2", ["", "e_7h3k9a2b"], &["impl Storehouse"]), " 1  src/a.rs:1-2  e_7h3k9a2b  impl Stor…\n");
        assert_eq!(row(sheet, "", "a\u{1b}[31m", ["", ""], &[]), "a⟨U+001B⟩[31m\n");
    }
}
