//! What the older way of reasoning reads out of a problem: what somebody wants, how urgently, in which form, and which words matter.
//! Plain substrings, first match wins, as the contract has it.
//!
//! Not here: what replaced it. The guarded cycle asks nothing of this.

use crate::work::words;
use serde::{Deserialize, Serialize};

words! {
    /// How far somebody is with a problem.
    ReasoningPhase {
        /// It was read
        Analyze = "analyze",
        /// Context was gathered
        Gather = "gather",
        /// It is thought about
        Reason = "reason",
        /// It is concluded
        Finalized = "finalized",
    }
}

/// What somebody seems to want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[schemars(inline)]
pub struct Intent {
    /// What for
    pub goal: &'static str,
    /// How urgent
    pub priority: &'static str,
    /// In which form
    pub format: &'static str,
    /// About what
    pub context: &'static str,
}

type Rows = &'static [(&'static str, &'static [&'static str])];

const GOALS: Rows = &[
    ("implementation", &["how", "implement", "build"]),
    ("understanding", &["why", "explain"]),
    ("debugging", &["fix", "debug", "error"]),
    ("decision", &["choose", "select", "which"]),
];
const PRIORITIES: Rows = &[("high", &["urgent", "asap", "critical"]), ("low", &["when you can", "eventually"])];
const FORMATS: Rows = &[("tutorial", &["step by step", "guide", "tutorial"]), ("example", &["example", "show me"]), ("list", &["list", "options"])];
const CONTEXTS: Rows = &[
    ("frontend", &["react", "vue", "angular"]),
    ("backend", &["node", "express", "api"]),
    ("database", &["database", "sql", "mongodb"]),
    ("testing", &["test"]),
];
/// Where to look for what, in a working tree as most are laid out.
const PLACES: Rows = &[
    ("auth", &["login", "auth", "password", "session"]),
    ("frontend", &["react", "vue", "angular", "component"]),
    ("backend", &["node", "express", "api", "server"]),
    ("database", &["database", "sql", "mongodb", "migration"]),
    ("testing", &["test"]),
];

/// Words that matter, at most.
const CONCEPTS_MAX: usize = 10;
/// Words of a query, at most.
pub const QUERY_WORDS: usize = 5;
/// Words that a thought shares with its problem, at least, to be about it.
const SHARED_MIN: usize = 2;

fn first(text: &str, rows: Rows, otherwise: &'static str) -> &'static str {
    rows.iter().find(|(_, signs)| signs.iter().any(|sign| text.contains(sign))).map_or(otherwise, |(word, _)| word)
}

/// What a problem seems to ask for.
pub fn intent(problem: &str) -> Intent {
    let text = problem.to_lowercase();
    Intent {
        goal: first(&text, GOALS, "general"),
        priority: first(&text, PRIORITIES, "medium"),
        format: first(&text, FORMATS, "explanation"),
        context: first(&text, CONTEXTS, "general"),
    }
}

/// Words of more than three characters, each once, the first ten.
pub fn concepts(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| word.chars().count() > 3) {
        if found.len() < CONCEPTS_MAX && !found.iter().any(|known| known == word) {
            found.push(word.to_owned());
        }
    }
    found
}

/// Where a working tree would speak of a problem.
pub fn local_files(problem: &str) -> Vec<&'static str> {
    let mut files = match first(&problem.to_lowercase(), PLACES, "") {
        "auth" => vec!["src/auth/", "src/components/Auth"],
        "frontend" => vec!["src/components/"],
        "backend" => vec!["src/api/"],
        "database" => vec!["migrations/"],
        "testing" => vec!["tests/"],
        _ => Vec::new(),
    };
    files.push("README.md");
    files
}

/// Whether a thought has left its problem: it shares fewer than two words with it.
pub fn strays(problem: &str, thought: &str) -> bool {
    let about: Vec<String> = every_word(problem);
    every_word(thought).iter().filter(|word| about.contains(word)).count() < SHARED_MIN
}

fn every_word(text: &str) -> Vec<String> {
    let mut words: Vec<String> =
        text.to_lowercase().split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| word.chars().count() > 3).map(str::to_owned).collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDED: &str = "How to fix the login error in my React app urgently step by step";

    #[test]
    fn the_recorded_problem_is_read_as_it_was() {
        assert_eq!(intent(RECORDED), Intent { goal: "implementation", priority: "high", format: "tutorial", context: "frontend" });
        assert_eq!(concepts(RECORDED), ["login", "error", "react", "urgently", "step"]);
        assert_eq!(local_files(RECORDED), ["src/auth/", "src/components/Auth", "README.md"]);
    }

    #[test]
    fn the_first_sign_wins_and_nothing_is_general() {
        let table = [
            ("why is it slow", "understanding", "medium"),
            ("fix it eventually", "debugging", "low"),
            ("which one", "decision", "medium"),
            ("hello", "general", "medium"),
            ("", "general", "medium"),
        ];
        for (problem, goal, priority) in table {
            let read = intent(problem);
            assert_eq!((read.goal, read.priority), (goal, priority), "{problem}");
        }
    }

    #[test]
    fn a_thought_that_shares_fewer_than_two_words_strays() {
        assert!(!strays(RECORDED, "Use tokens for login in the React app"));
        assert!(strays(RECORDED, "Bake some bread"));
        assert!(strays(RECORDED, "login"));
    }
}
