//! What an evaluator's findings amount to. Advice: it moves nothing, opens no gate and stands for no reviewer.
//!
//! Not here: an evaluator. Whoever has findings says them, and the same findings always give the same advice.

use super::Verdict;

/// What was found, in numbers and words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What it amounts to.
    pub verdict: Verdict,
    /// Why.
    pub reasons: Vec<String>,
}

/// Weighs an evaluator's findings about a subject.
pub fn advise(subject_kind: &str, proposed_action: &str, evidence: usize, counterexamples: usize, risks: usize) -> Advice {
    let canonical = subject_kind.trim().eq_ignore_ascii_case("dao_tian") && proposed_action.to_lowercase().contains("canonical");
    let mut reasons = Vec::new();
    if counterexamples > 0 {
        reasons.push(format!("counterexample refs present: {counterexamples}"));
    }
    if risks > 0 {
        reasons.push(format!("risk notes present: {risks}"));
    }
    let verdict = match () {
        () if !reasons.is_empty() => Verdict::DoNotPromote,
        () if evidence == 0 => {
            reasons.push("no evidence refs were given".into());
            Verdict::NeedsEvidence
        }
        () if canonical => {
            reasons.push("a dao_tian becomes canonical only by a human's review".into());
            Verdict::RequiresHumanReview
        }
        () => {
            reasons.push(format!("evidence refs: {evidence}, nothing against"));
            Verdict::AdvisorySupport
        }
    };
    reasons.push("advice only: the gate and a human decide".into());
    Advice { verdict, reasons }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_follows_from_what_was_found() {
        let table = [
            ("dao_ren", "promote", 2, 0, 0, Verdict::AdvisorySupport),
            ("dao_ren", "promote", 0, 0, 0, Verdict::NeedsEvidence),
            ("dao_ren", "promote", 2, 1, 0, Verdict::DoNotPromote),
            ("dao_ren", "promote", 2, 0, 1, Verdict::DoNotPromote),
            ("dao_ren", "promote", 0, 1, 0, Verdict::DoNotPromote),
            ("dao_tian", "make canonical", 3, 0, 0, Verdict::RequiresHumanReview),
            ("DAO_TIAN", "CANONICALIZE", 3, 0, 0, Verdict::RequiresHumanReview),
            ("dao_tian", "demote", 3, 0, 0, Verdict::AdvisorySupport),
            ("dao_tian", "make canonical", 0, 0, 0, Verdict::NeedsEvidence),
        ];
        for (kind, action, evidence, against, risks, verdict) in table {
            let advice = advise(kind, action, evidence, against, risks);
            assert_eq!(advice.verdict, verdict, "{kind} {action} {evidence} {against} {risks}");
            assert!(advice.reasons.len() >= 2, "{advice:?}");
        }
    }
}
