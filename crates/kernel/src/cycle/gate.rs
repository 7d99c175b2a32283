//! Whether gates are passed: the calls that each wants are there, in order, the gates themselves in order too.
//!
//! Not here: which calls count. Whoever asks brings those that were done, by whom it concerns, and that are fresh.

use super::Gates;
use crate::{time::Moment, work::words};
use serde::{Deserialize, Serialize};

words! {
    /// A gate, which is also the phase of the workflow that ends with it.
    GateName {
        /// What was learned is written down
        Teach = "teach",
        /// What is known is looked up
        Learn = "learn",
        /// The next step is thought through
        Reason = "reason",
    }
    /// Where a gate stands.
    Standing {
        /// All that it wants was done
        Passed = "passed",
        /// Something is missing
        Open = "open",
        /// It wants nothing
        NotConfigured = "not_configured",
    }
    /// What a token is for.
    TokenKind {
        /// One operation, once
        Operation = "operation",
        /// A session, until it expires
        Session = "session",
    }
}

/// Longest id of a token.
const TOKEN_MAX: usize = 64;

impl TokenKind {
    /// What its id begins with.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Operation => "op-",
            Self::Session => "session-",
        }
    }

    /// An id, as the contract spells them: `op-MILLISECONDS-TAIL`.
    pub fn mint(self, now: Moment, tail: &str) -> String {
        format!("{}{}-{tail}", self.prefix(), now.millis())
    }

    /// Whether a text is the id of such a token at all. A path never is.
    pub fn is_id(self, text: &str) -> bool {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        text.len() <= TOKEN_MAX && text.bytes().all(plain) && text.strip_prefix(self.prefix()).is_some_and(|rest| !rest.is_empty())
    }
}

/// What is there of the gates, and what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Each gate: where it stands, what was done for it, what is missing. In order.
    pub gates: [(GateName, Standing, Vec<String>, Vec<String>); 3],
}

impl Verdict {
    /// What is missing to be done with a phase, in order.
    pub fn missing(&self, until: GateName) -> Vec<String> {
        self.gates.iter().filter(|(name, ..)| *name <= until).flat_map(|(_, _, _, missing)| missing.clone()).collect()
    }

    /// Where a gate stands.
    pub fn standing(&self, gate: GateName) -> Standing {
        self.gates.iter().find(|(name, ..)| *name == gate).map_or(Standing::Open, |(_, standing, ..)| *standing)
    }

    /// The first gate that is open; the last one where none is.
    pub fn current(&self) -> GateName {
        self.gates.iter().find(|(_, standing, ..)| *standing == Standing::Open).map_or(GateName::Reason, |(name, ..)| *name)
    }
}

/// Weighs calls against gates. `is_call` says whether a call is one of this tool.
///
/// The calls of one gate are looked for after those of the gate before it: whoever searches first and writes down what was
/// learned afterwards has not looked it up.
pub fn weigh<C>(gates: &Gates, calls: &[C], is_call: impl Fn(&C, &str) -> bool) -> Verdict {
    let mut rest = calls.iter();
    let mut shut = false;
    let verdict = GateName::ALL.iter().map(|name| {
        let wanted = &gates.of(*name).required_tools;
        let (mut done, mut missing) = (Vec::new(), Vec::new());
        for tool in wanted {
            if !shut && rest.any(|call| is_call(call, tool)) {
                done.push(tool.clone());
            } else {
                shut = true;
                missing.push(tool.clone());
            }
        }
        let standing = match (wanted.is_empty(), missing.is_empty()) {
            (true, _) => Standing::NotConfigured,
            (false, true) => Standing::Passed,
            (false, false) => Standing::Open,
        };
        (*name, standing, done, missing)
    });
    let mut verdict = verdict.collect::<Vec<_>>().into_iter();
    let mut next = |name| verdict.next().unwrap_or((name, Standing::Open, Vec::new(), Vec::new()));
    Verdict { gates: [next(GateName::Teach), next(GateName::Learn), next(GateName::Reason)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cycle::{Config, Preset};

    fn judged(calls: &[&str]) -> Verdict {
        weigh(&Config::from(Preset::ALL[0]).gates, calls, |call, tool| *call == tool)
    }

    #[test]
    fn a_gate_wants_its_calls_in_order() {
        let [teach, learn, reason] = ["record_experience tag_experience", "search_experiences gather_context", "reason_through finalize_decision"];
        let table: &[(&str, GateName, &str)] = &[
            ("", GateName::Teach, teach),
            ("record_experience", GateName::Teach, "tag_experience"),
            ("record_experience tag_experience", GateName::Teach, ""),
            // The other way round is not the same: what was recorded afterwards was not tagged.
            ("tag_experience record_experience", GateName::Teach, "tag_experience"),
            ("record_experience other tag_experience other", GateName::Teach, ""),
            ("search_experiences gather_context record_experience tag_experience", GateName::Learn, learn),
            ("record_experience tag_experience search_experiences gather_context", GateName::Learn, ""),
            ("record_experience search_experiences gather_context", GateName::Learn, "tag_experience search_experiences gather_context"),
            ("record_experience tag_experience search_experiences gather_context", GateName::Reason, reason),
        ];
        for (calls, until, missing) in table {
            let calls: Vec<&str> = calls.split_whitespace().collect();
            assert_eq!(judged(&calls).missing(*until).join(" "), *missing, "{calls:?}");
        }
    }

    #[test]
    fn a_path_is_no_token() {
        let minted = TokenKind::Operation.mint(Moment::from_millis(1_794_726_589_730), "0123456789abcdef");
        assert_eq!(minted, "op-1794726589730-0123456789abcdef");
        assert!(TokenKind::Operation.is_id(&minted) && !TokenKind::Session.is_id(&minted));
        let long = format!("op-{}", "a".repeat(99));
        for text in ["", "op-", "../config", "op-../config", "op-1/2", "op-1.json", "OP-1-a", "op-1-A", "op_1", " op-1-a", "op-1-a\0", long.as_str()]
        {
            assert!(!TokenKind::Operation.is_id(text), "{text}");
        }
    }

    #[test]
    fn a_preset_without_gates_wants_nothing() {
        let verdict = weigh(&Config::from(Preset::ALL[1]).gates, &[] as &[&str], |_, _| false);
        assert!(verdict.missing(GateName::Reason).is_empty());
        assert_eq!(verdict.standing(GateName::Teach), Standing::NotConfigured);
        assert_eq!(judged(&["record_experience", "tag_experience"]).current(), GateName::Learn);
    }
}
