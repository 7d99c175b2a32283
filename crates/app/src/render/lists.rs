//! Lays out what waits for a human, the ledger, what was found in a working tree, and what is told of a context pack.

use super::{
    recall::row,
    sheet::{Sheet, cut, width},
};
use crate::terminal::{many, visible_line};
use serde_json::Value as Json;

const INDENT: &str = "    ";
const HASH_SHOWN: usize = 12;
/// A terminal of fewer columns is shown minutes, and no more of an actor than this.
const NARROW: usize = 100;
const ACTOR_NARROW: usize = 14;
/// Columns between those of a table.
const GAP: usize = 2;

/// Proposals, each with what it would change.
pub(super) fn proposals(sheet: Sheet, result: &Json, block: impl Fn(&Json) -> String) -> String {
    let mut out = String::new();
    for proposal in list(result, "proposals") {
        let (op, status, input) = (text(proposal, "op"), text(proposal, "status"), &proposal["input"]);
        let kind = input["as"].as_str().unwrap_or(op);
        let by = format!("by {}, {}", text(proposal, "author"), day(proposal, "createdAt"));
        let until = match status {
            "pending" => format!("waits until {}", day(proposal, "expiresAt")),
            "approved" | "rejected" => format!("{status} by {}", text(proposal, "reviewedBy")),
            other => other.to_owned(),
        };
        let became = proposal["promotedTo"].as_str().map_or_else(String::new, |claim| format!("became {claim}"));
        let snoozed = day(proposal, "snoozedUntil");
        let snoozed = if snoozed.is_empty() { snoozed } else { format!("put off until {snoozed}") };
        let told = [kind, &by, &until, &became, &snoozed].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" · ");
        out.push_str(&row(sheet, "", text(proposal, "id"), ["", ""], &[&told]));
        match input["content"].as_str() {
            Some(content) if kind != op => {
                out.push_str(&sheet.wrapped(content, INDENT));
                let scope = [text(input, "scope"), text(input, "scopePath")].join(" ");
                let beside = [
                    ("Why", text(input, "rationale")),
                    ("Holds in", if scope == "palace " { "" } else { scope.trim() }),
                    ("Note", text(proposal, "reviewNote")),
                ];
                for (label, said) in beside.into_iter().filter(|(_, said)| !said.is_empty()) {
                    out.push_str(&sheet.wrapped(&format!("{label}: {said}"), INDENT));
                }
            }
            _ => {
                for line in block(input).lines() {
                    out.push_str(&format!("{INDENT}{line}\n"));
                }
            }
        }
    }
    out
}

/// Entries of the ledger, one a line.
pub(super) fn ledger(sheet: Sheet, result: &Json, block: impl Fn(&Json) -> String) -> String {
    let entries = list(result, "entries");
    let is_narrow = sheet.columns.is_some_and(|columns| columns < NARROW);
    let cells = |entry: &Json| {
        let at = text(entry, "at").get(..if is_narrow { 16 } else { 19 }).map_or_else(String::new, |at| at.replace('T', " "));
        let who = text(entry, "actor");
        let kind = text(entry, "actor_kind");
        let who = if matches!(kind, "human" | "") { who.to_owned() } else { format!("{who} ({kind})") };
        let who = if is_narrow { cut(&who, ACTOR_NARROW) } else { who };
        let hash = text(entry, "hash").get(..HASH_SHOWN).unwrap_or_default().to_owned();
        [entry["seq"].to_string(), at, who, text(entry, "op").to_owned(), text(entry, "outcome").to_owned(), text(entry, "subject").to_owned(), hash]
            .map(|cell| visible_line(&cell))
    };
    let head = ["seq", "at (UTC)", "by", "operation", "outcome", "subject", "hash"].map(str::to_owned);
    let rows: Vec<[String; 7]> = std::iter::once(head).chain(entries.iter().map(cells)).collect();
    let size = result["size"].as_u64().unwrap_or(0);
    let hash = text(result, "head").get(..HASH_SHOWN).unwrap_or_default();
    let mut out = format!("{}, head {hash}\n", many(size, "entry", "entries"));
    if let Some(left_out) = result["readsLeftOut"].as_u64() {
        let told = format!("Not listed: {}; `palace ledger show --reads` lists them too.", many(left_out, "look of an agent", "looks of agents"));
        out.push_str(&sheet.wrapped(&told, ""));
    }
    out.push_str(&table(sheet, &rows));
    if !result["body"].is_null() {
        out.push('\n');
        out.push_str(&block(&result["body"]));
    }
    out
}

/// Files and symbols of the working tree, each with the line that answers.
pub(super) fn explored(sheet: Sheet, result: &Json) -> String {
    let mut out = String::new();
    for (rank, found) in (1..).zip(list(result, "results")) {
        let what = [text(found, "kind"), text(found, "symbol")].join(" ");
        let changed = if found["stale"] == true { "(changed since)" } else { "" };
        let at = text(found, "at");
        // One line is one number.
        let at = match at.rsplit_once(':').and_then(|(path, lines)| Some((path, lines.split_once('-')?))) {
            Some((path, (first, last))) if first == last => format!("{path}:{first}"),
            _ => at.to_owned(),
        };
        out.push_str(&row(sheet, &format!("{rank:>2}  "), &at, [changed, ""], &[what.trim()]));
        let matched: Vec<String> = list(found, "matched").iter().filter_map(Json::as_str).map(str::to_owned).collect();
        let words = spelled(text(found, "line"), &matched);
        if !text(found, "line").is_empty() {
            out.push_str(&format!("{INDENT}{}\n", sheet.quoted(text(found, "line").trim_start(), &words, INDENT.len())));
        }
    }
    out
}

/// What is told beside the text of a context pack.
pub(super) fn pack(sheet: Sheet, result: &Json) -> String {
    let mut out = String::new();
    if let Some(note) = result["note"].as_str() {
        out.push_str(&sheet.wrapped(note, ""));
    }
    let count = |field: &str| result[field].as_u64().unwrap_or(0);
    let digest = text(result, "digest").get(..HASH_SHOWN).unwrap_or_default();
    let items = many(list(result, "items").len() as u64, "piece", "pieces");
    let left = [(count("leftOut"), "did not fit"), (count("alike"), "said nothing new")];
    let left: Vec<String> = left.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!(", {count} {why}")).collect();
    let left = left.concat();
    let told =
        format!("Pack {}: {items}{left}. Digest {digest}. `palace context replay {}` shows it again.", text(result, "pack"), text(result, "pack"));
    out.push_str(&sheet.wrapped(&told, ""));
    out
}

/// The stretches of letters in a line that begin or end with a word, or are it, as they are spelled there.
fn spelled<'l>(line: &'l str, words: &[String]) -> Vec<&'l str> {
    let says = |run: &str| {
        let lower = run.to_lowercase();
        words.iter().any(|word| lower.contains(&word.to_lowercase()))
    };
    line.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty() && says(run)).collect()
}

/// Rows as a table. Where it is too wide, the last columns go, and what is last then is cut.
fn table<const N: usize>(sheet: Sheet, rows: &[[String; N]]) -> String {
    let widths: Vec<usize> = (0..N).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    let mut shown = N;
    let taken = |shown: usize| widths[..shown].iter().sum::<usize>() + GAP * (shown - 1);
    // The hash goes first; of the others the last is cut, unless hardly anything would be left of it.
    let least = |shown: usize| taken(shown - 1) + GAP + widths[shown - 1].min(8);
    while shown > 1 && sheet.columns.is_some_and(|columns| if shown == N { taken(shown) > columns } else { least(shown) > columns }) {
        shown -= 1;
    }
    let mut out = String::new();
    for (n, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, cell) in row[..shown].iter().enumerate() {
            let left = sheet.columns.map_or(usize::MAX, |columns| columns.saturating_sub(width(&line)));
            let cell = cut(cell, left.max(1));
            line.push_str(&cell);
            if column + 1 < shown {
                line.push_str(&" ".repeat(widths[column].saturating_sub(width(&cell)) + GAP));
            }
        }
        let line = line.trim_end();
        out.push_str(&if n == 0 { sheet.dim(line) } else { line.to_owned() });
        out.push('\n');
    }
    out
}

fn list<'j>(of: &'j Json, field: &str) -> &'j [Json] {
    of[field].as_array().map_or(&[], Vec::as_slice)
}

fn text<'j>(of: &'j Json, field: &str) -> &'j str {
    of[field].as_str().unwrap_or_default()
}

fn day(of: &Json, field: &str) -> String {
    text(of, field).get(..10).unwrap_or_default().to_owned()
}
