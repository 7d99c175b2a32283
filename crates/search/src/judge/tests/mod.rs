//! Tiny pools, made by hand: every measure has its case, and the verdict keeps its promises.

mod around;
mod files;
mod own;
mod verdict;

use super::{measures::Measure as M, *};
use crate::embed::Model;

/// One thing that may answer: the talk it is a turn of, if any, who said it, and what.
pub(super) type Said<'a> = (Option<u32>, &'a str, &'a str);

/// Everything the judge is given.
pub(super) struct World {
    pub(super) asked: Asked,
    pub(super) corpus: Corpus,
    pub(super) known: Vec<KnownWord>,
    pub(super) candidates: Vec<Candidate>,
}

/// Candidates of which every word means nothing but itself, unless meaning is what the test is about.
pub(super) fn world(query: &str, said: &[Said<'_>], meaning: bool) -> World {
    let model = Model::embedded();
    let mut known: Vec<KnownWord> = Vec::new();
    let mut met: Vec<String> = Vec::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    for (n, (thread, author, text)) in said.iter().enumerate() {
        let told = words(text);
        let place = |word: &String| {
            let at = met.iter().position(|one| one == word).unwrap_or_else(|| {
                let (meaning, stem) = (if meaning { model.meaning(word) } else { Meaning::none() }, stem(word));
                let kin = known.iter().position(|one| *one.stem == *stem).map_or(known.len(), |at| known[at].kin as usize);
                known.push(KnownWord::new(stem.into(), u32::try_from(kin).unwrap(), is_stop(word), meaning));
                met.push(word.clone());
                met.len() - 1
            });
            u32::try_from(at).unwrap()
        };
        candidates.push(Candidate {
            n: i64::try_from(n).unwrap(),
            words: told.iter().map(place).collect(),
            vector: model.embed(text),
            near: None,
            traits: Traits::of(text, &told),
            thread: thread.unwrap_or(1_000),
            seq: i64::try_from(candidates.iter().filter(|other| Some(other.thread) == *thread).count()).unwrap(),
            author: (*author).to_owned(),
            at: Moment::parse("2023-05-08T12:00:00Z").unwrap(),
            form: if thread.is_some() { Form::Turn } else { Form::Text },
            commit: false,
            file: None,
        });
    }
    let mut asked = Asked::read(query, model.embed(query), 64);
    for word in &mut asked.words {
        let holds = |candidate: &&Candidate| candidate.words.iter().any(|place| *known[*place as usize].stem == *word.stem);
        word.items = candidates.iter().filter(holds).count() as u64;
    }
    let items = candidates.len() as u64;
    let corpus = Corpus { items, words: candidates.iter().map(|one| one.words.len() as u64).sum(), semantic_mean: 0.1, semantic_deviation: 0.2 };
    World { asked, corpus, known, candidates }
}

impl World {
    fn known(&self) -> Vec<&KnownWord> {
        self.known.iter().collect()
    }

    pub(super) fn judge(&self) -> Vec<Verdict> {
        judge(&self.asked, self.corpus, &self.known(), &self.candidates)
    }

    /// One measure of every candidate, in the order they were given.
    pub(super) fn measures(&self, measure: M) -> Vec<f32> {
        let question = question::Question::read(&self.asked, self.corpus, &self.candidates);
        let lexicon = lexicon::Lexicon::new(&question.terms, &question.phrase, &self.known());
        let pool = pool::Pool::arrange(&self.candidates);
        let mut measured = features::measure(&question, &self.asked.vector, self.corpus, &lexicon, &pool);
        context::measure(&question, &pool, &mut measured);
        reach::measure(&question, &pool, &mut measured);
        like::measure(&question, &self.known(), &lexicon, &pool, &mut measured);
        file::measure(&question, &pool, &mut measured);
        let mut values = vec![0.0; self.candidates.len()];
        for (row, place) in pool.given.iter().enumerate() {
            values[*place] = measured.get(row, measure);
        }
        values
    }
}

/// Turns of one talk, nobody in particular speaking.
pub(super) fn talk<'a>(turns: &[&'a str]) -> Vec<Said<'a>> {
    turns.iter().map(|text| (Some(1), "", *text)).collect()
}

/// Texts by themselves.
pub(super) fn texts<'a>(texts: &[&'a str]) -> Vec<Said<'a>> {
    texts.iter().map(|text| (None, "", *text)).collect()
}

/// Whether two lists of numbers are the same but for rounding.
#[track_caller]
pub(super) fn check(what: &str, values: &[f32], expected: &[f32]) {
    let same = values.len() == expected.len() && values.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4);
    assert!(same, "{what}: {values:?}, expected {expected:?}");
}
