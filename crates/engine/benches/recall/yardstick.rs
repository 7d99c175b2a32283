//! What recall is compared with: the words alone as SQLite ranks them, the meaning alone as the model has it, and the plainest
//! mixture of both. Each sees the documents whole, as the set writes them, and nothing of their order or authors.

use crate::{
    common::Result,
    measure::Asked,
    set::{Half, Set},
};
use rusqlite::Connection;
use search::{
    embed::{Model, Probe, Vector},
    text::{is_stop, words},
};

/// Steps in which a weight is tried.
const STEPS: u8 = 20;

/// The scores of every document of a question's store.
struct Scores {
    documents: Vec<usize>,
    words: Vec<f32>,
    meaning: Vec<f32>,
}

/// All scores of all questions.
pub(crate) struct Yardstick {
    scores: Vec<Scores>,
    depth: usize,
}

impl Yardstick {
    pub(crate) fn of(set: &Set, depth: usize) -> Result<Self> {
        let model = Model::embedded();
        let mut scores: Vec<Scores> =
            set.questions.iter().map(|_| Scores { documents: Vec::new(), words: Vec::new(), meaning: Vec::new() }).collect();
        for group in set.groups() {
            let documents: Vec<usize> = (0..set.documents.len()).filter(|n| set.documents[*n].group == group).collect();
            let index = Index::of(documents.iter().map(|n| set.documents[*n].text.as_str()))?;
            let vectors: Vec<Vector> = documents.iter().map(|n| model.embed(&set.documents[*n].text)).collect();
            for (question, scores) in set.questions.iter().zip(&mut scores).filter(|(question, _)| question.group == group) {
                let probe = Probe::new(&model.embed(&question.query));
                scores.words = index.scores(&question.query, documents.len())?;
                scores.meaning = vectors.iter().map(|vector| probe.similarity(vector)).collect();
                scores.documents.clone_from(&documents);
            }
        }
        Ok(Self { scores, depth })
    }

    /// Ranked by the words alone; what holds none of them is not found.
    pub(crate) fn words(&self) -> Vec<Vec<usize>> {
        self.ranked(|scores| scores.words.iter().map(|score| if *score > 0.0 { *score } else { f32::NEG_INFINITY }).collect())
    }

    /// Ranked by the meaning alone.
    pub(crate) fn meaning(&self) -> Vec<Vec<usize>> {
        self.ranked(|scores| scores.meaning.clone())
    }

    /// Ranked by both, each stretched from 0 to 1; the weight is the meaning's.
    pub(crate) fn both(&self, weight: f32) -> Vec<Vec<usize>> {
        self.ranked(|scores| mixed(scores, weight))
    }

    /// The weight that does best on the half that may be looked at.
    pub(crate) fn fitted_weight(&self, set: &Set) -> f32 {
        let tuning: Vec<(usize, Asked<'_>)> =
            set.questions.iter().enumerate().filter(|(_, q)| set.is_in(q, Half::Tune)).map(|(n, q)| (n, Asked::of(set, q))).collect();
        let value = |weight: f32| -> f64 {
            tuning.iter().map(|(n, asked)| asked.recall_at_ten(&best(&self.scores[*n], &mixed(&self.scores[*n], weight), 10))).sum()
        };
        let weights = (0..=STEPS).map(|step| f32::from(step) / f32::from(STEPS));
        weights.map(|weight| (weight, value(weight))).fold((0.0, -1.0), |best, one| if one.1 > best.1 { one } else { best }).0
    }

    fn ranked(&self, score: impl Fn(&Scores) -> Vec<f32>) -> Vec<Vec<usize>> {
        self.scores.iter().map(|scores| best(scores, &score(scores), self.depth)).collect()
    }
}

fn mixed(scores: &Scores, weight: f32) -> Vec<f32> {
    let (words, meaning) = (stretched(&scores.words), stretched(&scores.meaning));
    words.iter().zip(meaning).map(|(word, meaning)| (1.0 - weight) * word + weight * meaning).collect()
}

fn stretched(scores: &[f32]) -> Vec<f32> {
    let (low, high) = scores.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), score| (low.min(*score), high.max(*score)));
    let span = if high > low { high - low } else { 1.0 };
    scores.iter().map(|score| (score - low) / span).collect()
}

/// The best documents, ties by their place in the corpus.
fn best(scores: &Scores, values: &[f32], depth: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).filter(|n| values[*n] > f32::NEG_INFINITY).collect();
    let by_value = |a: &usize, b: &usize| values[*b].total_cmp(&values[*a]).then(a.cmp(b));
    if order.len() > depth {
        order.select_nth_unstable_by(depth, by_value);
        order.truncate(depth);
    }
    order.sort_by(by_value);
    order.into_iter().map(|n| scores.documents[n]).collect()
}

/// A bare full-text index.
struct Index(Connection);

impl Index {
    fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Result<Self> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch("create virtual table d using fts5(text, tokenize = 'porter unicode61'); begin")?;
        let mut insert = connection.prepare("insert into d (rowid, text) values (?1, ?2)")?;
        for (n, text) in texts.enumerate() {
            insert.execute((i64::try_from(n)?, text))?;
        }
        drop(insert);
        connection.execute_batch("commit")?;
        Ok(Self(connection))
    }

    /// How well each document answers; 0 where it holds no word of the question.
    fn scores(&self, query: &str, documents: usize) -> Result<Vec<f32>> {
        let mut scores = vec![0.0; documents];
        let wanted: Vec<String> = words(query).into_iter().filter(|word| !is_stop(word)).map(|word| format!("\"{word}\"")).collect();
        if wanted.is_empty() {
            return Ok(scores);
        }
        let mut statement = self.0.prepare_cached("select rowid, -rank from d where d match ?1")?;
        let mut rows = statement.query([wanted.join(" OR ")])?;
        while let Some(row) = rows.next()? {
            let (n, score): (i64, f64) = (row.get(0)?, row.get(1)?);
            #[expect(clippy::cast_possible_truncation, reason = "a rank needs no more digits")]
            if let Some(place) = scores.get_mut(usize::try_from(n)?) {
                *place = (score as f32).max(f32::MIN_POSITIVE);
            }
        }
        Ok(scores)
    }
}
