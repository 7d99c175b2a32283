//! The metrics. `R@k` is |gold ∩ top k| / |gold|; `any@k` asks for one of them, `all@k` for every one.
//!
//! Not here: question-answering accuracy. Finding the words is one thing, reading them another.

use crate::set::{Question, Set};
use std::collections::BTreeSet;

/// What is printed of each ranking.
pub(crate) const HEADS: [&str; 7] = ["R@5", "R@10", "any@5", "any@10", "all@10", "MRR@10", "session R@5"];

/// A question as the metrics see it.
pub(crate) struct Asked<'s> {
    set: &'s Set,
    gold: BTreeSet<usize>,
    /// How many answers there are, those that the corpus lacks included.
    answers: usize,
    sessions: BTreeSet<&'s str>,
}

/// How one ranking did on one question.
#[derive(Clone, Copy)]
pub(crate) struct Marks([Option<f64>; HEADS.len()]);

impl<'s> Asked<'s> {
    pub(crate) fn of(set: &'s Set, question: &'s Question) -> Self {
        let distinct: BTreeSet<&String> = question.gold.iter().collect();
        let gold = distinct.iter().filter_map(|id| set.place(&question.group, id)).collect();
        Self { set, gold, answers: distinct.len(), sessions: question.gold_session.iter().map(String::as_str).collect() }
    }

    #[expect(clippy::cast_precision_loss, reason = "a question has a handful of answers")]
    pub(crate) fn measure(&self, ranked: &[usize]) -> Marks {
        let hits = |k: usize| ranked.iter().take(k).filter(|n| self.gold.contains(n)).count();
        let share = |k: usize| hits(k) as f64 / self.answers.max(1) as f64;
        let flag = |yes: bool| f64::from(u8::from(yes));
        let first = ranked.iter().take(10).position(|n| self.gold.contains(n));
        let asks = |value: f64| (self.answers > 0).then_some(value);
        let all = hits(10) == self.answers;
        Marks([
            asks(share(5)),
            asks(share(10)),
            asks(flag(hits(5) > 0)),
            asks(flag(hits(10) > 0)),
            asks(flag(all)),
            asks(first.map_or(0.0, |place| 1.0 / (place + 1) as f64)),
            self.session_share(ranked, 5),
        ])
    }

    /// Turns collapsed to the sessions they belong to, in the order of the best of each.
    #[expect(clippy::cast_precision_loss, reason = "a question has a handful of sessions")]
    fn session_share(&self, ranked: &[usize], k: usize) -> Option<f64> {
        if self.sessions.is_empty() {
            return None;
        }
        let mut seen: Vec<&str> = Vec::new();
        for session in ranked.iter().filter_map(|n| self.set.documents[*n].session.as_deref()) {
            if seen.len() < k && !seen.contains(&session) {
                seen.push(session);
            }
        }
        Some(seen.iter().filter(|session| self.sessions.contains(*session)).count() as f64 / self.sessions.len() as f64)
    }

    /// The share of what answers that is among the first ten.
    pub(crate) fn recall_at_ten(&self, ranked: &[usize]) -> f64 {
        self.measure(ranked).0[1].unwrap_or(0.0)
    }
}

/// Means over questions.
pub(crate) struct Figures([(f64, u32); HEADS.len()]);

impl Figures {
    pub(crate) fn of(marks: impl Iterator<Item = Marks>) -> Self {
        let mut sums = [(0.0, 0); HEADS.len()];
        for mark in marks {
            for (sum, value) in sums.iter_mut().zip(mark.0) {
                if let Some(value) = value {
                    *sum = (sum.0 + value, sum.1 + 1);
                }
            }
        }
        Self(sums)
    }

    /// One of them, by its head.
    pub(crate) fn percent(&self, head: &str) -> f64 {
        HEADS.iter().zip(self.0).find(|(name, _)| **name == head).map_or(f64::NAN, |(_, (sum, n))| sum / f64::from(n) * 100.0)
    }

    pub(crate) fn cells(&self) -> Vec<String> {
        self.0.iter().map(|(sum, n)| if *n == 0 { "–".into() } else { format!("{:.1}", sum / f64::from(*n) * 100.0) }).collect()
    }
}
