//! The candidates in the order of their talks, so that what was said before and after is beside it.

use super::{Candidate, Corpus, Form, math};
use std::ops::Range;

/// As many turns count for what turns are like elsewhere, where a talk is held against it.
const OTHER_TALKS: f32 = 2.0;

/// A candidate in its place.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) candidate: &'a Candidate,
    /// The row of what was said just before, if it is here.
    pub(super) before: Option<usize>,
    /// The row of what was said just after.
    pub(super) after: Option<usize>,
}

/// All candidates, talk by talk; then what is no turn of a talk, and has no neighbours: texts, then code.
#[derive(Debug)]
pub(super) struct Pool<'a> {
    pub(super) rows: Vec<Row<'a>>,
    /// The rows of each talk.
    pub(super) talks: Vec<Range<usize>>,
    /// How many rows are turns of a talk: they come first.
    pub(super) turns: usize,
    /// Where texts end, after which there is code.
    pub(super) texts: usize,
    /// For each row, the place of its candidate in what the caller gave.
    pub(super) given: Vec<usize>,
}

impl<'a> Pool<'a> {
    pub(super) fn arrange(candidates: &'a [Candidate]) -> Self {
        let mut given: Vec<usize> = (0..candidates.len()).collect();
        given.sort_unstable_by_key(|place| {
            let candidate = &candidates[*place];
            (candidate.form, candidate.thread, candidate.seq, candidate.n, *place)
        });
        let mut rows: Vec<Row<'a>> = given.iter().map(|place| Row { candidate: &candidates[*place], before: None, after: None }).collect();
        let mut talks: Vec<Range<usize>> = Vec::new();
        let mut turns = rows.iter().take_while(|row| row.candidate.form == Form::Turn).count();
        let texts = rows.iter().take_while(|row| row.candidate.form != Form::Code).count();
        // Where nothing has a second turn, nothing is a turn: whole talks are texts by themselves.
        if (1..turns).all(|at| rows[at].candidate.thread != rows[at - 1].candidate.thread) {
            turns = 0;
        }
        for at in 0..turns {
            match talks.last_mut() {
                Some(talk) if rows[talk.start].candidate.thread == rows[at].candidate.thread => talk.end = at + 1,
                _ => talks.push(at..at + 1),
            }
        }
        for talk in &talks {
            for at in talk.clone() {
                let seq = rows[at].candidate.seq;
                // Two may hold one place: then the nearer in order is the neighbour.
                rows[at].before =
                    (talk.start..at).rev().find(|other| rows[*other].candidate.seq != seq).filter(|other| rows[*other].candidate.seq + 1 == seq);
                rows[at].after =
                    (at + 1..talk.end).find(|other| rows[*other].candidate.seq != seq).filter(|other| rows[*other].candidate.seq == seq + 1);
            }
        }
        Pool { rows, talks, turns, texts, given }
    }

    /// The rows of each form: turns, texts, code.
    pub(super) fn forms(&self) -> [Range<usize>; 3] {
        [0..self.turns, self.turns..self.texts, self.texts..self.rows.len()]
    }

    /// How many words the items of some rows have on average. The whole store says so best, if there is nothing else in it.
    pub(super) fn length_mean(&self, corpus: Corpus, rows: Range<usize>) -> f32 {
        if rows.len() == self.rows.len() {
            return math::count(corpus.words) / math::count(corpus.items.max(1));
        }
        let size = math::count(rows.len().max(1) as u64);
        math::count(self.rows[rows].iter().map(|row| row.candidate.words.len() as u64).sum()) / size
    }

    /// How many words a turn of one talk has on average. Few of them may be here, so all talks have a say.
    pub(super) fn length_near(&self, mean: f32, rows: Range<usize>) -> f32 {
        let size = math::count(rows.len() as u64);
        let words = math::count(self.rows[rows].iter().map(|row| row.candidate.words.len() as u64).sum());
        (words + OTHER_TALKS * mean) / (size + OTHER_TALKS)
    }

    /// What was said before what was said before.
    pub(super) fn two_before(&self, at: usize) -> Option<usize> {
        self.rows[self.rows[at].before?].before
    }

    /// What was said after what was said after.
    pub(super) fn two_after(&self, at: usize) -> Option<usize> {
        self.rows[self.rows[at].after?].after
    }
}
