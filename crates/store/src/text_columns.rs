//! Lists every column that may hold somebody's words, and whether an erasure takes them out of it.
//!
//! A new column of text belongs here, or among those that hold no words: a test reads `schema.sql` and asks. Not here: the
//! indexes of words, vectors and outlines of code, which are made from what stands here and go with it.

use crate::{Result, View};

/// What becomes of words in a column when they are erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// They are taken out.
    Taken,
    /// They are taken out once the entry that says so stands.
    Payload,
    /// A human sealed them.
    Sealed,
    /// They are part of what the ledger's tree is made of.
    Hashed,
    /// A session's chain of calls is made of them.
    Chained,
    /// They name who did something.
    Actor,
    /// They name a checkout that things belong to.
    Checkout,
    /// They name where a copy of the palace lies.
    Copied,
}

/// How a column is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As it stands.
    Plain,
    /// As JSON, in which names may be somebody's words too.
    Json,
    /// As JSON in which all names are ours.
    Record,
}

/// Where words stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// What becomes of them.
    pub fate: Fate,
    /// The row, by what it is called.
    pub key: String,
}

use Fate::{Actor, Chained, Checkout, Copied, Hashed, Payload, Sealed, Taken};
use Form::{Json, Plain, Record};

/// Columns of one table: its name, what its rows are called, and the columns.
type Table = (&'static str, &'static str, &'static [(&'static str, Form, Fate)]);

const TABLES: &[Table] = &[
    ("principal", "name", &[("name", Plain, Actor)]),
    ("key", "fingerprint", &[("name", Plain, Actor)]),
    ("grant", "id", &[("name", Plain, Actor)]),
    (
        "session",
        "id",
        &[
            ("agent_type", Plain, Taken),
            ("agent_id", Plain, Taken),
            ("goal", Plain, Taken),
            ("outcome", Plain, Taken),
            ("summary", Plain, Taken),
            ("principal", Plain, Actor),
        ],
    ),
    ("evidence", "id", &[("content", Plain, Taken)]),
    ("provenance", "n", &[("source", Plain, Taken), ("principal", Plain, Actor)]),
    ("claim", "id", &[("draft", Record, Sealed)]),
    ("link", "id", &[("source_id", Plain, Sealed), ("target_id", Plain, Sealed), ("created_by", Plain, Actor)]),
    (
        "proposal",
        "id",
        &[
            ("input", Json, Taken),
            ("evidence_refs", Json, Taken),
            ("classification", Json, Taken),
            ("review_note", Plain, Taken),
            ("author", Plain, Actor),
            ("agent_type", Plain, Actor),
            ("reviewed_by", Plain, Actor),
        ],
    ),
    ("seal_request", "id", &[("input", Json, Taken), ("shown", Json, Taken), ("result", Json, Taken), ("asked_by", Plain, Actor)]),
    (
        "ledger",
        "seq",
        &[("body", Json, Payload), ("subject", Plain, Hashed), ("op", Plain, Hashed), ("session", Plain, Hashed), ("actor", Plain, Actor)],
    ),
    ("refusal_run", "seq", &[("actor", Plain, Actor)]),
    ("outcome", "claim", &[("note", Plain, Sealed), ("made_by", Plain, Actor)]),
    ("confidence", "claim", &[("why", Plain, Sealed), ("made_by", Plain, Actor)]),
    ("unlink", "link", &[("reason", Plain, Sealed), ("made_by", Plain, Actor)]),
    ("setting", "name", &[("value", Record, Sealed), ("made_by", Plain, Actor)]),
    ("source", "id", &[("path", Plain, Taken), ("title", Plain, Taken), ("anchor", Plain, Checkout), ("principal", Plain, Actor)]),
    ("source_revision", "source", &[("path", Plain, Taken), ("principal", Plain, Actor)]),
    ("anchor", "n", &[("name", Plain, Checkout)]),
    ("anchor_alias", "anchor", &[("alias", Plain, Taken), ("anchor", Plain, Checkout)]),
    ("item", "n", &[("thread", Plain, Taken), ("author", Plain, Taken), ("heading", Plain, Taken)]),
    ("pack", "id", &[("query", Plain, Taken), ("body", Plain, Taken), ("actor", Plain, Actor)]),
    ("copy", "path", &[("path", Plain, Copied)]),
    (
        "activity",
        "id",
        &[("file", Plain, Taken), ("words", Plain, Taken), ("details", Plain, Taken), ("anchor", Plain, Checkout), ("principal", Plain, Actor)],
    ),
    (
        "postmortem",
        "id",
        &[
            ("title", Plain, Taken),
            ("what_happened", Plain, Taken),
            ("root_cause", Plain, Taken),
            ("lessons", Json, Taken),
            ("prevention", Json, Taken),
            ("files", Json, Taken),
            ("anchor", Plain, Checkout),
            ("principal", Plain, Actor),
            ("resolved_by", Plain, Actor),
        ],
    ),
    ("corridor", "claim", &[("origin", Plain, Checkout), ("promoted_by", Plain, Actor)]),
    ("snooze", "proposal", &[("principal", Plain, Actor)]),
    ("code_tree", "path", &[("path", Plain, Taken)]),
    ("knowledge", "id", &[("lesson", Record, Sealed), ("anchor", Plain, Checkout), ("parent", Plain, Checkout), ("principal", Plain, Actor)]),
    ("knowledge_ref", "knowledge", &[("note", Plain, Taken), ("made_by", Plain, Actor)]),
    ("knowledge_event", "knowledge", &[("reason", Plain, Taken), ("metadata", Json, Taken), ("actor", Plain, Actor)]),
    (
        "fact",
        "id",
        &[
            ("subject", Plain, Taken),
            ("predicate", Plain, Taken),
            ("object", Plain, Taken),
            ("anchor", Plain, Checkout),
            ("principal", Plain, Actor),
            ("closed_by", Plain, Actor),
        ],
    ),
    (
        "tunnel",
        "id",
        &[
            ("left_wing", Plain, Taken),
            ("left_room", Plain, Taken),
            ("right_wing", Plain, Taken),
            ("right_room", Plain, Taken),
            ("label", Plain, Taken),
            ("created_by", Plain, Actor),
        ],
    ),
    (
        "taxonomy",
        "wing",
        &[("wing", Plain, Taken), ("room", Plain, Taken), ("display_name", Plain, Taken), ("keywords", Json, Taken), ("edited_by", Plain, Actor)],
    ),
    (
        "adoption",
        "id",
        &[
            ("feature", Plain, Taken),
            ("query", Plain, Taken),
            ("context_hash", Plain, Taken),
            ("card_id", Plain, Taken),
            ("evaluator_id", Plain, Taken),
            ("research_report_id", Plain, Taken),
            ("note", Plain, Taken),
            ("metadata", Json, Taken),
            ("anchor", Plain, Checkout),
            ("principal", Plain, Actor),
        ],
    ),
    ("project", "anchor", &[("name", Plain, Taken), ("path", Plain, Taken), ("anchor", Plain, Checkout)]),
    ("source_place", "source", &[("wing", Plain, Taken), ("room", Plain, Taken)]),
    ("drawer", "id", &[("wing", Plain, Taken), ("room", Plain, Taken), ("field", Plain, Taken), ("rollup", Plain, Taken)]),
    ("drawer_deletion", "id", &[("reason", Plain, Sealed), ("made_by", Plain, Actor)]),
    (
        "experience",
        "id",
        &[
            ("situation", Plain, Taken),
            ("approach", Plain, Taken),
            ("outcome", Plain, Taken),
            ("reasoning", Plain, Taken),
            ("tags", Json, Taken),
            ("anchor", Plain, Checkout),
            ("principal", Plain, Actor),
        ],
    ),
    ("experience_key", "n", &[("key", Plain, Taken), ("anchor", Plain, Checkout)]),
    ("experience_print", "n", &[("kind", Plain, Checkout)]),
    ("scene", "id", &[("label", Plain, Taken), ("keys", Json, Taken), ("anchor", Plain, Checkout)]),
    ("cell", "key", &[("title", Plain, Taken), ("body", Plain, Taken), ("anchor", Plain, Checkout)]),
    ("consolidation", "anchor", &[("broken", Json, Taken), ("anchor", Plain, Checkout)]),
    ("cycle", "session", &[("context_keys", Json, Taken)]),
    ("receipt", "id", &[("payload", Record, Actor)]),
    ("cycle_token", "id", &[("payload", Record, Actor), ("principal", Plain, Actor), ("project", Plain, Checkout)]),
    ("invocation", "id", &[("meta", Json, Taken), ("tool_name", Plain, Chained)]),
    (
        "reasoning_session",
        "id",
        &[("problem", Plain, Taken), ("conclusion", Plain, Taken), ("principal", Plain, Actor), ("project", Plain, Checkout)],
    ),
    ("reasoning_thought", "id", &[("thought", Plain, Taken)]),
];

impl View<'_> {
    /// Every place whose text `quotes` picks, table by table.
    pub fn places_saying(&mut self, quotes: &mut dyn FnMut(Fate, Form, &str) -> bool) -> Result<Vec<Said>> {
        let mut found = Vec::new();
        for (table, key, columns) in TABLES {
            let list: Vec<String> = columns.iter().map(|(column, ..)| format!("coalesce(t.\"{column}\", '')")).collect();
            let sql = format!("select cast(t.\"{key}\" as text), {} from \"{table}\" t order by t.\"{key}\"", list.join(", "));
            self.db.scan(&sql, &[], &mut |row| {
                for (place, (column, form, fate)) in (1..).zip(*columns) {
                    let text = row.text(place)?;
                    if !text.is_empty() && quotes(*fate, *form, text) {
                        found.push(Said { table, column, fate: *fate, key: row.text(0)?.to_owned() });
                    }
                }
                Ok(())
            })?;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const SCHEMA: &str = include_str!("../schema.sql");

    /// Columns that hold nobody's words in any table: ids, digests, signatures, times, and words of ours.
    const WORDLESS: &str = "actor_kind archive_reason archived_at at author_kind authority begun_at change claim closed_at codes conflict_group
        created_at decision_status dedupe_key deleted_at digest done edited_at ended ended_at evidence expires_at finalized_at fingerprint
        first_seen_at form from_status genesis hash id input_digest input_hash integrity issued_at knowledge language last_at learning_status link
        log_signature made_at object_key output output_hash packed payload_hash phase pieces predicate_key prefix present prev print
        promoted_at promoted_from_proposal_id promoted_to_id proposal provenance public quality receipt receipt_type recorded_at
        related_decision related_session relation resolved_at retired_at reviewed_at revision_of revoked_at role salt scene seal seen_at severity
        signal signature since snapshot_hash standing started_at state status subject_key superseded_by supersedes text_digest to_status
        token token_digest token_type track trail type until updated_at used_at v valid_from valid_to";
    /// The same, where a column of that name holds words elsewhere.
    const WORDLESS_HERE: &str =
        "provenance.origin fact.origin experience.author cycle.broken cell_taken.cell cycle.context_hash drawer.domain experience.domain cycle.draft
        cell_taken.experience reasoning_session.experience cycle.flags ledger.input pack.items seal.key cell.key principal.kind grant.kind
        id_prefix.kind source.kind item.kind activity.kind cell.kind vector_set.model schema_version.name setting.name standing.name
        checkpoint.note proposal.op seal_request.op ledger.outcome outcome.outcome activity.outcome ledger.payload project.project cycle.scope
        proposal.session activity.session experience.session cycle.session receipt.session cycle_token.session invocation.session
        reasoning_thought.session claim.source proposal.source fact.source seal.statement seal_request.statement";
    /// Made from what stands elsewhere, and gone with it.
    const DERIVED: &str = "code_blob.outline lexicon.word lexicon.stem item.words posting.data";

    fn columns() -> Vec<(String, String)> {
        let (mut found, mut table) = (Vec::new(), String::new());
        for line in SCHEMA.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some(rest) = line.strip_prefix("create table ") {
                table = rest.trim_start_matches("if not exists ").trim_end_matches(" (").replace('"', "");
            } else if line.starts_with(");") {
                table.clear();
            } else if let [column, kind, ..] = words.as_slice()
                && !table.is_empty()
                && matches!(kind.trim_end_matches(','), "text" | "blob")
            {
                found.push((table.clone(), (*column).to_owned()));
            }
        }
        found
    }

    #[test]
    fn every_column_of_text_is_reached_by_an_erasure_or_holds_no_words() {
        let listed: BTreeSet<String> =
            TABLES.iter().flat_map(|(table, _, columns)| columns.iter().map(move |(column, ..)| format!("{table}.{column}"))).collect();
        let wordless: BTreeSet<&str> = WORDLESS.split_whitespace().collect();
        let here: BTreeSet<&str> = WORDLESS_HERE.split_whitespace().chain(DERIVED.split_whitespace()).collect();
        let all: BTreeSet<String> = columns().iter().map(|(table, column)| format!("{table}.{column}")).collect();
        assert!(all.len() > 300, "the schema is read: {}", all.len());
        let forgotten: Vec<&String> = all
            .iter()
            .filter(|name| {
                !listed.contains(*name) && !here.contains(name.as_str()) && !name.split_once('.').is_some_and(|(_, c)| wordless.contains(c))
            })
            .collect();
        assert!(forgotten.is_empty(), "say here whether an erasure reaches {forgotten:?}");
        let unknown: Vec<&str> = listed.iter().map(String::as_str).chain(here).filter(|name| !all.contains(*name)).collect();
        assert!(unknown.is_empty(), "no such columns: {unknown:?}");
        let told: Vec<&String> = listed.iter().filter(|name| name.split_once('.').is_some_and(|(_, c)| wordless.contains(c))).collect();
        assert!(told.is_empty(), "these hold words here, so their name is no answer elsewhere: {told:?}");
    }
}
