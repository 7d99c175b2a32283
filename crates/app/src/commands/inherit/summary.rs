//! What was in an ancestor's palace, what of it came in, and what a person decided: for programs and for people.

use engine::ops::ancestor::Rows;
use ingest::ancestor::Ancestor;
use kernel::claim::Form;
use serde_json::{Map, Value as Json, json};
use std::{collections::BTreeMap, fmt::Write};

/// Everything there is, in the order it is told.
const TABLES: [&str; 10] = ["drawers", "knowledge", "cards", "refs", "events", "facts", "tunnels", "taxonomy", "adoption", "files"];
/// What comes with rows of knowledge.
const WITH_ROWS: [&str; 2] = ["refs", "events"];

/// One table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// In the file.
    pub(super) found: usize,
    /// New here.
    pub(super) came: usize,
}

/// All of it.
#[derive(Debug, Default)]
pub(super) struct Summary {
    version: i64,
    tables: BTreeMap<&'static str, Tally>,
    /// Rows without words, and rows of cards that are not there.
    left_out: Vec<String>,
    lost: Vec<Json>,
    /// Facts whose drawer is not here.
    unsourced: Vec<Json>,
    believed: Vec<Json>,
    held: Vec<Json>,
    redacted: BTreeMap<String, u64>,
}

impl Summary {
    pub(super) fn tally(&mut self, table: &'static str) -> &mut Tally {
        self.tables.entry(table).or_default()
    }

    /// A row that cannot come in, by its name and why.
    pub(super) fn leave_out(&mut self, row: String) {
        self.left_out.push(row);
    }

    /// What the file holds.
    pub(super) fn found(&mut self, all: &Ancestor) {
        self.version = all.version;
        self.left_out.extend(all.orphans.iter().cloned());
        let counts = &all.counts;
        let (refs, events) = all.knowledge.iter().fold((0, 0), |(refs, events), known| (refs + known.refs.len(), events + known.events.len()));
        let found = [
            ("drawers", counts.drawers),
            ("knowledge", counts.knowledge),
            ("cards", counts.cards),
            ("refs", refs),
            ("events", events),
            ("facts", counts.facts),
            ("tunnels", counts.tunnels),
            ("taxonomy", counts.signposts),
            ("adoption", counts.adoptions),
        ];
        for (table, count) in found {
            self.tally(table).found = count;
        }
    }

    /// What would come in.
    pub(super) fn would(&mut self, fresh: &Rows) {
        let cards = fresh.knowledge.iter().filter(|known| known.form == Form::Card).count();
        let would = [
            ("drawers", fresh.drawers.len()),
            ("knowledge", fresh.knowledge.len() - cards),
            ("cards", cards),
            ("facts", fresh.facts.len()),
            ("tunnels", fresh.tunnels.len()),
            ("taxonomy", fresh.signposts.len()),
            ("adoption", fresh.adoptions.len()),
        ];
        for (table, count) in would {
            self.tally(table).came += count;
        }
    }

    /// What came in.
    pub(super) fn came(&mut self, answer: &Json) {
        let number = |field: &str| answer[field].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
        let fields = [
            ("drawers", "drawers"),
            ("refs", "links"),
            ("events", "events"),
            ("facts", "facts"),
            ("tunnels", "tunnels"),
            ("taxonomy", "signposts"),
            ("adoption", "adoptions"),
        ];
        for (table, field) in fields {
            self.tally(table).came += number(field);
        }
        for known in answer["knowledge"].as_array().into_iter().flatten() {
            let is_card = known["id"].as_str().is_some_and(|id| id.starts_with(Form::Card.prefix()));
            self.tally(if is_card { "cards" } else { "knowledge" }).came += 1;
            let named = known["lost"].as_array().into_iter().flatten();
            self.lost
                .extend(named.map(|lost| json!({ "knowledge": known["id"], "drawer": lost["drawer"], "role": lost["role"], "why": lost["why"] })));
        }
        self.unsourced.extend(answer["unsourced"].as_array().into_iter().flatten().cloned());
        self.redacted(answer);
    }

    /// Secrets that were taken out.
    pub(super) fn redacted(&mut self, answer: &Json) {
        for (kind, count) in answer["redacted"].as_object().into_iter().flatten() {
            *self.redacted.entry(kind.clone()).or_default() += count.as_u64().unwrap_or(0);
        }
    }

    /// What a person decided.
    pub(super) fn reviewed(&mut self, answer: &Json) {
        let list = |field: &str| answer[field].as_array().cloned().unwrap_or_default();
        self.believed.extend(list("believed"));
        self.held.extend(list("held"));
    }

    /// For programs.
    pub(super) fn json(&self, is_trial: bool) -> Json {
        let by = |count: fn(&Tally) -> usize| -> Map<String, Json> {
            let count = |table: &str| self.tables.get(table).map_or(0, count);
            TABLES.iter().map(|table| ((*table).to_owned(), json!(count(table)))).collect()
        };
        let mut told = json!({ "version": self.version, "found": by(|tally| tally.found) });
        if is_trial {
            let mut would = by(|tally| tally.came);
            would.retain(|table, _| !WITH_ROWS.contains(&table.as_str()));
            told["wouldCome"] = Json::Object(would);
            return told;
        }
        told["came"] = Json::Object(by(|tally| tally.came));
        told["lost"] = json!(self.lost);
        told["unsourced"] = json!(self.unsourced);
        told["leftOut"] = json!(self.left_out);
        told["believed"] = json!(self.believed);
        told["held"] = json!(self.held);
        told["redacted"] = json!(self.redacted);
        told
    }

    /// For people.
    pub(super) fn text(&self, is_trial: bool) -> String {
        let mut told = format!("{:<12}{:>11}{:>14}\n", "", "in the file", if is_trial { "would come" } else { "came in" });
        for table in TABLES {
            let tally = self.tables.get(table).copied().unwrap_or_default();
            // What a row brings with it is only known once it is written.
            let came = if is_trial && WITH_ROWS.contains(&table) { String::new() } else { tally.came.to_string() };
            let _ = writeln!(told, "{}", format!("{table:<12}{:>11}{came:>14}", tally.found).trim_end());
        }
        if is_trial {
            return told + "\nNothing was written. What came in before is not counted again.\n";
        }
        let text = |item: &Json, field: &str| item[field].as_str().unwrap_or_default().to_owned();
        told.push_str("\nWhat did not come in now was here already, or is named below.\n");
        for lost in &self.lost {
            let _ = writeln!(
                told,
                "{} was said to rest on {} ({}): {}",
                text(lost, "knowledge"),
                text(lost, "drawer"),
                text(lost, "role"),
                text(lost, "why")
            );
        }
        for fact in &self.unsourced {
            let _ = writeln!(told, "{} was said to be read in {}, which did not come in", text(fact, "id"), text(fact, "drawer"));
        }
        for row in &self.left_out {
            let _ = writeln!(told, "Left out: {row}");
        }
        if !self.redacted.is_empty() {
            let kinds: Vec<String> = self.redacted.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            let _ = writeln!(told, "Secrets taken out: {}", kinds.join(", "));
        }
        for item in &self.believed {
            let _ = writeln!(told, "Believed: {} ({}, {})", text(item, "statement"), text(item, "tier"), text(item, "id"));
        }
        for item in &self.held {
            let reasons: Vec<&str> = item["reasons"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
            let _ = writeln!(
                told,
                "Still a candidate: {} ({}, {}): {}",
                text(item, "statement"),
                text(item, "tier"),
                text(item, "id"),
                reasons.join("; ")
            );
        }
        told
    }
}
