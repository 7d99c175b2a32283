//! What records add up to. Everything recorded is reported; what *decides* counts only what is good, independent and recent.
//!
//! Not here: windows in days. Whoever asks says since when.

use super::{Candidate, Conclusion, Quality, Recommendation, Signal};
use crate::time::Moment;
use serde::Serialize;
use std::collections::BTreeSet;

/// How often each thing came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[schemars(inline)]
pub struct Counts {
    /// All of them
    pub total: u64,
    /// It was used
    pub used: u64,
    /// It helped
    pub accepted: u64,
    /// It did not help
    pub rejected: u64,
    /// What was needed was not there
    pub misses: u64,
    /// It was taken back
    pub rollbacks: u64,
    /// It said what is not so
    pub contradictions: u64,
    /// It made no difference
    pub neutral: u64,
}

impl Counts {
    /// Counts one more.
    pub fn add(&mut self, signal: Signal) {
        self.total += 1;
        *match signal {
            Signal::Used => &mut self.used,
            Signal::Accepted => &mut self.accepted,
            Signal::Rejected => &mut self.rejected,
            Signal::Miss => &mut self.misses,
            Signal::Rollback => &mut self.rollbacks,
            Signal::Contradiction => &mut self.contradictions,
            Signal::Neutral => &mut self.neutral,
        } += 1;
    }
}

impl FromIterator<Signal> for Counts {
    fn from_iter<I: IntoIterator<Item = Signal>>(signals: I) -> Self {
        signals.into_iter().fold(Self::default(), |mut counts, signal| {
            counts.add(signal);
            counts
        })
    }
}

/// A record as far as counting cares.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'e> {
    /// What came of it.
    pub signal: Signal,
    /// How good it was when it was written.
    pub quality: Quality,
    /// Of which feature.
    pub feature: &'e str,
    /// Who wrote it, as the server knows them.
    pub principal: &'e str,
    /// What was shown, or empty.
    pub context_hash: &'e str,
    /// What was asked, or empty.
    pub query: &'e str,
    /// What was said about it, or empty.
    pub note: &'e str,
    /// When it was written.
    pub at: Moment,
}

impl Seen<'_> {
    /// The occasion it tells of: what was shown, else what was asked, else what was said. Spelling does not make a second one.
    fn occasion(&self) -> (u8, String) {
        let plain = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
        let told = [self.context_hash, self.query, self.note].into_iter().map(plain).zip(0_u8..).find(|(text, _)| !text.is_empty());
        told.map_or((u8::MAX, String::new()), |(text, kind)| (kind, text))
    }
}

/// What counts towards a decision: records that are ready, after `since`, one for each feature, signal, principal and
/// occasion. An alarm counts whatever its quality: what says that harm was done need not be written well.
pub fn counted<'e>(all: impl IntoIterator<Item = Seen<'e>>, since: Moment) -> Counts {
    let mut told = BTreeSet::new();
    let mut counts = Counts::default();
    for seen in all {
        let good = seen.quality == Quality::Ready || seen.signal.is_alarm();
        if good && seen.at > since && told.insert((seen.signal, seen.feature, seen.principal, seen.occasion())) {
            counts.add(seen.signal);
        }
    }
    counts
}

/// What all records say together, and why.
pub fn review(counts: &Counts) -> (Conclusion, String) {
    let against = counts.rejected + counts.misses + counts.contradictions;
    let Counts { accepted, rollbacks, .. } = *counts;
    match () {
        () if counts.total == 0 => (Conclusion::NoEvidence, "nothing was recorded".into()),
        () if rollbacks > 0 => (Conclusion::RollbackRisk, format!("rollbacks: {rollbacks}")),
        () if accepted > 0 && accepted >= against => (Conclusion::Positive, format!("accepted: {accepted}, against: {against}")),
        () => (Conclusion::Mixed, format!("accepted: {accepted}, against: {against}")),
    }
}

/// What to do about a feature.
pub const fn recommendation(counts: &Counts) -> Recommendation {
    match () {
        () if counts.rollbacks > 0 || counts.contradictions > 0 => Recommendation::ReviewBeforeDefaultChange,
        () if counts.misses > counts.accepted => Recommendation::InvestigateMisses,
        () if counts.rejected > counts.accepted => Recommendation::ObserveOrRollback,
        () if counts.accepted >= 3 => Recommendation::CandidateForWorkflowHardening,
        () => Recommendation::ObserveMoreEvidence,
    }
}

/// Says no, with the numbers, unless something holds.
fn require(holds: bool, no: impl FnOnce() -> String) -> Option<String> {
    (!holds).then(no)
}

fn at_least(what: &str, have: u64, need: u64) -> Option<String> {
    require(have >= need, || format!("{what} events below requirement: have {have}, need {need}"))
}

fn none(what: &str, have: u64) -> Option<String> {
    require(have == 0, || format!("{what} events present: {have}"))
}

/// What stands in the way of a candidate; nothing if it is ready.
pub fn gate(candidate: Candidate, counts: &Counts) -> Vec<String> {
    let Counts { accepted, rejected, misses, rollbacks, contradictions, .. } = *counts;
    let reasons = match candidate {
        Candidate::CardContextDefault => vec![
            at_least("accepted", accepted, 3),
            none("rollback", rollbacks),
            require(rejected <= accepted, || format!("rejected events outnumber accepted ones: {rejected} to {accepted}")),
        ],
        Candidate::CardEmbeddings => vec![at_least("miss", misses, 3), none("rollback", rollbacks)],
        Candidate::EvaluatorApi => {
            vec![at_least("accepted", accepted, 3), none("rollback", rollbacks), none("contradiction", contradictions)]
        }
        Candidate::ResearchAdapter => {
            vec![at_least("accepted", accepted, 1), none("contradiction", contradictions), none("rollback", rollbacks)]
        }
    };
    reasons.into_iter().flatten().collect()
}

/// What stands in the way of making cards the default; nothing if a proposal may be made.
pub fn readiness(counts: &Counts) -> Vec<String> {
    let Counts { accepted, rejected, misses, rollbacks, contradictions, .. } = *counts;
    let against = rejected + misses;
    [
        at_least("accepted", accepted, 3),
        none("rollback", rollbacks),
        none("contradiction", contradictions),
        require(accepted >= against, || format!("rejected and missed events outnumber accepted ones: {against} to {accepted}")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `3a 1r 2m 1b 1c` = three accepted, one rejected, two misses, one rollback, one contradiction.
    fn counts(text: &str) -> Counts {
        let signal = |letter: &str| match letter {
            "a" => Signal::Accepted,
            "r" => Signal::Rejected,
            "m" => Signal::Miss,
            "b" => Signal::Rollback,
            "c" => Signal::Contradiction,
            "u" => Signal::Used,
            _ => Signal::Neutral,
        };
        text.split_whitespace().flat_map(|word| std::iter::repeat_n(signal(&word[1..]), word[..1].parse().expect("a digit"))).collect()
    }

    #[test]
    fn a_gate_opens_at_its_numbers_and_no_sooner() {
        use Candidate::{CardContextDefault, CardEmbeddings, EvaluatorApi, ResearchAdapter};
        let table = [
            (CardContextDefault, "", false),
            (CardContextDefault, "2a", false),
            (CardContextDefault, "3a", true),
            (CardContextDefault, "3a 3r", true),
            (CardContextDefault, "3a 4r", false),
            (CardContextDefault, "3a 1c", true),
            (CardContextDefault, "9a 1b", false),
            (CardEmbeddings, "2m", false),
            (CardEmbeddings, "3m", true),
            (CardEmbeddings, "3m 1b", false),
            (CardEmbeddings, "9a", false),
            (EvaluatorApi, "2a", false),
            (EvaluatorApi, "3a 9r", true),
            (EvaluatorApi, "3a 1c", false),
            (EvaluatorApi, "3a 1b", false),
            (ResearchAdapter, "9u", false),
            (ResearchAdapter, "1a", true),
            (ResearchAdapter, "1a 1c", false),
            (ResearchAdapter, "1a 1b", false),
        ];
        for (candidate, text, ready) in table {
            assert_eq!(gate(candidate, &counts(text)).is_empty(), ready, "{candidate:?} {text}");
        }
        assert_eq!(gate(CardContextDefault, &counts("1a 1b")), ["accepted events below requirement: have 1, need 3", "rollback events present: 1"]);
    }

    #[test]
    fn readiness_opens_at_its_numbers_and_no_sooner() {
        let table = [
            ("", false),
            ("2a", false),
            ("3a", true),
            ("3a 2r 1m", true),
            ("3a 2r 2m", false),
            ("3a 1c", false),
            ("3a 1b", false),
            ("9a 9u 9n", true),
        ];
        for (text, ready) in table {
            assert_eq!(readiness(&counts(text)).is_empty(), ready, "{text}");
        }
    }

    #[test]
    fn a_review_and_a_recommendation_follow_from_the_counts() {
        use Conclusion::{Mixed, NoEvidence, Positive, RollbackRisk};
        use Recommendation as R;
        let table = [
            ("", NoEvidence, R::ObserveMoreEvidence),
            ("1a", Positive, R::ObserveMoreEvidence),
            ("3a", Positive, R::CandidateForWorkflowHardening),
            ("3a 1b", RollbackRisk, R::ReviewBeforeDefaultChange),
            ("3a 1c", Positive, R::ReviewBeforeDefaultChange),
            ("1a 1r", Positive, R::ObserveMoreEvidence),
            ("1a 2r", Mixed, R::ObserveOrRollback),
            ("1a 2m", Mixed, R::InvestigateMisses),
            ("2u", Mixed, R::ObserveMoreEvidence),
        ];
        for (text, conclusion, advice) in table {
            assert_eq!((review(&counts(text)).0, recommendation(&counts(text))), (conclusion, advice), "{text}");
        }
    }

    #[test]
    fn only_good_independent_recent_records_count() {
        let day = |n: i64| Moment::from_millis(n * crate::time::DAY_MS);
        let one = Seen {
            signal: Signal::Accepted,
            quality: Quality::Ready,
            feature: "include_cards",
            principal: "codex",
            context_hash: "",
            query: "skill trigger",
            note: "it helped",
            at: day(40),
        };
        let with = |change: &dyn Fn(&mut Seen<'static>)| {
            let mut seen = one;
            change(&mut seen);
            seen
        };
        let table: [(&str, Seen<'_>, u64); 10] = [
            ("the same again", one, 1),
            ("the same, said another way", with(&|s| s.note = "it helped a lot"), 1),
            ("the same, spelled another way", with(&|s| s.query = " Skill  TRIGGER"), 1),
            ("another question", with(&|s| s.query = "release steps"), 2),
            ("the same question, another thing shown", with(&|s| s.context_hash = "abc"), 2),
            ("another principal", with(&|s| s.principal = "claude"), 2),
            ("another feature", with(&|s| s.feature = "other"), 2),
            ("with a warning", with(&|s| (s.quality, s.query) = (Quality::Warning, "release steps")), 1),
            ("before the window", with(&|s| (s.at, s.query) = (day(10), "release steps")), 1),
            ("on the last day", with(&|s| (s.at, s.query) = (day(11), "release steps")), 2),
        ];
        for (what, other, accepted) in table {
            assert_eq!(counted([one, other], day(10)).accepted, accepted, "{what}");
        }
        let alarm = with(&|s| (s.signal, s.quality) = (Signal::Rollback, Quality::Warning));
        assert_eq!(counted([alarm, alarm], day(10)).rollbacks, 1, "an alarm counts however it is written");
        assert_eq!(counted([alarm], day(40)).rollbacks, 0, "but not for ever");
    }
}
