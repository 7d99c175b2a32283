//! A labelled question with all that may answer it, measured.

use super::Weights;
use crate::{
    lessons::Measured,
    set::{Question, Set},
};
use search::judge::Measures;
use std::collections::BTreeSet;

/// A question to learn from, or to be examined by.
pub(crate) struct Lesson {
    pub(crate) rows: Vec<Row>,
    /// Whether each document answers.
    pub(crate) documents: Vec<bool>,
    /// Whether each talk holds an answer.
    pub(crate) talks: Vec<bool>,
    /// How much it counts: 1, or less.
    pub(crate) worth: f64,
}

/// Something that may answer.
pub(crate) struct Row {
    pub(crate) measures: Measures,
    /// The documents of the set that it is a piece of.
    of: Vec<usize>,
    /// The first of them, as a place among [`Lesson::documents`].
    pub(crate) document: usize,
    /// The talk it is part of, as a place among [`Lesson::talks`].
    pub(crate) talk: Option<usize>,
}

impl Lesson {
    pub(crate) fn new(set: &Set, question: &Question, measured: Vec<(Vec<usize>, Measures)>) -> Self {
        let answers: BTreeSet<usize> = question.gold.iter().filter_map(|id| set.place(&question.group, id)).collect();
        let (mut documents, mut sessions) = (Vec::new(), Vec::new());
        let mut rows = Vec::with_capacity(measured.len());
        for (of, measures) in measured {
            let session = of.iter().find_map(|n| set.documents[*n].session.as_deref());
            let talk = session.map(|session| place(&mut sessions, session));
            let document = place(&mut documents, of.first().copied());
            rows.push(Row { measures, of, document, talk });
        }
        let mut right = vec![false; documents.len()];
        for row in &rows {
            right[row.document] |= row.of.iter().any(|n| answers.contains(n));
        }
        let talks = sessions.iter().map(|session| question.gold_session.iter().any(|right| right == session)).collect();
        Self { rows, documents: right, talks, worth: 1.0 }
    }

    /// A lesson about a repository: its documents are the files that may answer.
    pub(crate) fn of_files(set: &Set, question: &Question, measured: Measured) -> Self {
        let files: Vec<Vec<usize>> = measured.head.files.iter().map(|file| set.place(&question.group, file).into_iter().collect()).collect();
        Self::new(set, question, measured.head.rows.iter().map(|file| files[*file].clone()).zip(measured.measures).collect())
    }

    /// The documents under some weights, best first; equals in the order in which recall puts them.
    pub(crate) fn ranked(&self, weights: &Weights, depth: usize) -> Vec<usize> {
        let mut rows: Vec<(f32, &Row)> = self.rows.iter().map(|row| (weights.sum(&row.measures), row)).collect();
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut seen = BTreeSet::new();
        rows.iter().take(depth).flat_map(|(_, row)| &row.of).copied().filter(|n| seen.insert(*n)).collect()
    }
}

/// The place of something in a list, at the end if it is new.
fn place<T: PartialEq>(list: &mut Vec<T>, one: T) -> usize {
    list.iter().position(|known| *known == one).unwrap_or_else(|| {
        list.push(one);
        list.len() - 1
    })
}
