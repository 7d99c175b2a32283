//! Keeping a palace in good order: the runbook, the steps at hand, and whether everything is as it should be.
//!
//! Nothing here is done by itself, and nothing here does anything: it says what could be done, in commands that exist.

pub mod guide;
pub mod readiness;
pub mod runbook;

/// The page that people read: one source for the command, the documentation and the checks.
const RUNBOOK: &str = include_str!("../../../../../docs/maintenance.md");

/// One step of the list.
struct Step {
    phase: &'static str,
    purpose: &'static str,
    /// The operation behind the command; a step whose operation this program lacks is left out.
    op: &'static str,
    /// What to type after `palace`.
    words: &'static str,
    writes: bool,
}

/// The steps in order. Every command is tried against the command tree by a test.
#[rustfmt::skip] // a table to be read across
const STEPS: &[Step] = &[
    Step { phase: "research", purpose: "Check a report before any of it comes in", op: "research.validate", words: "research validate report.json", writes: false },
    Step { phase: "research", purpose: "See which evidence its findings would become", op: "research.ingest", words: "research ingest report.json", writes: false },
    Step { phase: "research", purpose: "Have a person write the findings down as evidence", op: "research.ingest", words: "research ingest report.json --execute", writes: true },
    Step { phase: "knowledge", purpose: "See what waits for a human's decision", op: "proposal.list", words: "proposal list --status inbox", writes: false },
    Step { phase: "knowledge", purpose: "See which candidates nobody has decided about", op: "knowledge.list", words: "knowledge list --status candidate", writes: false },
    Step { phase: "cards", purpose: "See which drawers could become cards", op: "card.backfill_plan", words: "card backfill-plan", writes: false },
    Step { phase: "runtime", purpose: "See what an agent would be shown", op: "memory.context", words: "memory context \"the task at hand\"", writes: false },
    Step { phase: "runtime", purpose: "Review what came of using it", op: "adoption.review", words: "adoption review", writes: false },
    Step { phase: "runtime", purpose: "See what to do about each feature", op: "adoption.analytics", words: "adoption analytics", writes: false },
    Step { phase: "defaults", purpose: "Ask whether cards could become the default", op: "adoption.readiness", words: "adoption readiness card-context-default", writes: false },
    Step { phase: "defaults", purpose: "Ask whether a default should be taken back", op: "control.rollback", words: "control rollback card-context", writes: false },
    Step { phase: "handover", purpose: "See which work is under way", op: "session.list", words: "session list", writes: false },
    Step { phase: "house", purpose: "Verify the ledger and the rows it binds", op: "ledger.verify", words: "ledger verify", writes: false },
];

/// The steps that this program can take.
fn steps() -> impl Iterator<Item = &'static Step> {
    STEPS.iter().filter(|step| crate::call::catalogue::find(step.op).is_some())
}

/// Commands that a check recommends. Tried against the command tree by the same test.
const RECOMMENDED: &[&str] = &["palace doctor", "palace ledger verify", "palace backup copy.palace-backup", "palace maintenance guide"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_in_the_runbook_and_can_be_taken() {
        assert_eq!(steps().count(), STEPS.len(), "an operation is not there");
        for step in STEPS {
            assert!(RUNBOOK.contains(&format!("palace {}", step.words)), "the runbook says nothing of `palace {}`", step.words);
        }
    }
}
