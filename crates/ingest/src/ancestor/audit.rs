//! The log beside the palace: the only history that knowledge in drawers has there.
//!
//! Not here: lines about anything else. The log itself is kept as a document.

use super::Event;
use crate::format::value::{moment, text};
use kernel::claim::{Happening, Status};
use serde_json::Value;

/// What the log says of knowledge, each with the drawer it speaks of, in order. Lines that are none are passed over.
pub fn audit(log: &str) -> Vec<(String, Event)> {
    log.lines().enumerate().filter_map(|(n, line)| entry(n + 1, &serde_json::from_str::<Value>(line).ok()?)).collect()
}

fn entry(n: usize, line: &Value) -> Option<(String, Event)> {
    let details = line.get("details")?;
    let status = |key| Status::named(text(details, key));
    let what = match text(line, "command") {
        "knowledge_distill" => Happening::Created,
        "knowledge_promote" => Happening::Promoted,
        "knowledge_demote" if status("new_status") == Some(Status::Retired) => Happening::Retired,
        "knowledge_demote" => Happening::Demoted,
        "knowledge_publish_anchor" => Happening::PublishedAnchor,
        _ => return None,
    };
    let drawer = text(details, "drawer_id");
    let event = Event {
        id: format!("audit.jsonl:{n}"),
        what,
        from: status("old_status"),
        to: status("new_status").or_else(|| status("status")),
        reason: text(details, "reason").to_owned(),
        actor: text(details, "reviewer").to_owned(),
        metadata: details.clone(),
        at: moment(line, &["timestamp", "ts"]),
    };
    (!drawer.is_empty()).then(|| (drawer.to_owned(), event))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_time_are_read_and_the_rest_is_passed_over() {
        let log = concat!(
            "{\"ts\":\"1762763000\",\"command\":\"knowledge_distill\",\"details\":{\"drawer_id\":\"a\",\"status\":\"candidate\"}}\n",
            "nothing\n",
            "{\"timestamp\":\"1762763001\",\"command\":\"delete\",\"details\":{\"drawer_id\":\"a\"}}\n",
            "{\"timestamp\":\"1762763002\",\"command\":\"knowledge_demote\",\"details\":{\"drawer_id\":\"a\",\"old_status\":\"promoted\",\"new_status\":\"retired\",\"reason\":\"old\"}}\n",
            "{\"timestamp\":\"1762763003\",\"command\":\"knowledge_promote\",\"details\":{}}\n",
        );
        let found: Vec<_> = audit(log).into_iter().map(|(drawer, e)| (drawer, e.id, e.what, e.to, e.at.map(|at| at.to_string()))).collect();
        let at = |second: &str| Some(format!("2025-11-10T08:23:{second}.000Z"));
        assert_eq!(
            found,
            [
                ("a".to_owned(), "audit.jsonl:1".to_owned(), Happening::Created, Some(Status::Candidate), at("20")),
                ("a".to_owned(), "audit.jsonl:4".to_owned(), Happening::Retired, Some(Status::Retired), at("22")),
            ]
        );
    }
}
