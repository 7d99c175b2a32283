//! What is measured of each candidate by itself.

use super::{
    Corpus,
    lexicon::{Lexicon, width},
    math,
    measures::{MEASURES, Measure as M},
    pool::Pool,
    question::{Question, TINY},
};
use crate::{
    Traits,
    embed::{Model, Probe, Vector},
};
use std::ops::Range;

/// How much longer or shorter than others something counts as, at most: a line of two words is no answer because it is short.
const LENGTH_MOST: f32 = 1.0;

/// Two terms stand together if so few places are between them.
const TOGETHER: usize = 3;

/// All measures of all candidates, in the order of the pool.
pub(super) struct Measured {
    pub(super) rows: Vec<[f32; MEASURES]>,
    /// How well each candidate meets each term: a row a candidate, as wide as the lexicon's.
    meets: Vec<f32>,
    width: usize,
    /// How often each candidate holds each term.
    counts: Vec<f32>,
    terms: usize,
}

impl Measured {
    /// How well a candidate meets each term.
    pub(super) fn meets(&self, at: usize) -> &[f32] {
        &self.meets[at * self.width..at * self.width + self.terms]
    }

    /// How often a candidate holds each term.
    pub(super) fn counts(&self, at: usize) -> &[f32] {
        &self.counts[at * self.terms..(at + 1) * self.terms]
    }

    /// One measure of one candidate.
    pub(super) fn get(&self, at: usize, measure: M) -> f32 {
        self.rows[at][measure as usize]
    }

    pub(super) fn set(&mut self, at: usize, measure: M, value: f32) {
        self.rows[at][measure as usize] = value;
    }

    /// Sets `apart` to `measure` in deviations from the mean of all.
    pub(super) fn apart(&mut self, measure: M, apart: M) {
        let (mean, deviation) = spread(self.rows.iter().map(|row| row[measure as usize]));
        for row in &mut self.rows {
            row[apart as usize] = (row[measure as usize] - mean) / (deviation + TINY);
        }
    }

    /// Takes the mean of some rows from a measure of them, within a bound: what they have in common says nothing about one.
    fn centre(&mut self, measure: M, rows: Range<usize>, most: f32) {
        let (mean, _) = spread(self.rows[rows.clone()].iter().map(|row| row[measure as usize]));
        for row in &mut self.rows[rows] {
            row[measure as usize] = (row[measure as usize] - mean).clamp(-most, most);
        }
    }

    /// Sets `scaled` to `measure` divided by the highest of all.
    pub(super) fn of_best(&mut self, measure: M, scaled: M) {
        let best = self.rows.iter().map(|row| row[measure as usize]).fold(0.0, f32::max) + TINY;
        for row in &mut self.rows {
            row[scaled as usize] = row[measure as usize] / best;
        }
    }
}

/// How much numbers differ: their mean, and their deviation from it.
pub(super) fn spread(numbers: impl Iterator<Item = f32> + Clone) -> (f32, f32) {
    let size = math::count(numbers.clone().count().max(1) as u64);
    let mean = numbers.clone().fold(0.0, |sum, x| sum + x) / size;
    let variance = numbers.fold(0.0, |sum, x| sum + (x - mean) * (x - mean)) / size;
    (mean, variance.sqrt())
}

/// Measures every candidate by itself.
pub(super) fn measure(question: &Question<'_>, asked: &Vector, corpus: Corpus, lexicon: &Lexicon, pool: &Pool<'_>) -> Measured {
    let terms = question.terms.len();
    let size = pool.rows.len();
    let width = width(terms);
    let mut measured = Measured { rows: vec![[0.0; MEASURES]; size], meets: vec![0.0; size * width], width, counts: vec![0.0; size * terms], terms };
    let length_mean = (math::count(corpus.words) / math::count(corpus.items.max(1))).max(1.0);
    let probe = Probe::new(asked);
    let joined = question.terms.iter().map(|term| term.word).collect::<Vec<_>>().join(" ");
    let terms_probe = Probe::new(&Model::embedded().embed(&joined));
    let phrase_end = question.phrase.len().checked_sub(1).map_or(0, |last| 1_u32 << last);
    let mut seen = Seen { last: vec![usize::MAX; terms], together: vec![false; terms], phrase_end, phrase: false };
    for (at, row) in pool.rows.iter().enumerate() {
        let candidate = row.candidate;
        let (met_here, held_here) = (at * width..(at + 1) * width, at * terms..(at + 1) * terms);
        let said = seen.read(&candidate.words, lexicon, &mut measured.meets[met_here], &mut measured.counts[held_here]);
        let length = math::count(candidate.words.len() as u64) / length_mean;
        let (mut sharp, mut flat, mut met, mut same, mut rarest, mut rarest_same, mut rare, mut together) =
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0_f32);
        let mut all_same = true;
        for (place, term) in question.terms.iter().enumerate() {
            let (meets, count) = (measured.meets(at)[place], measured.counts(at)[place]);
            sharp += term.idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length));
            flat += term.idf * count * 1.9 / (count + 0.9 * (0.7 + 0.3 * length));
            met += term.share * meets;
            same += if count > 0.0 { term.share } else { 0.0 };
            all_same &= count > 0.0;
            if term.rarest {
                rarest += meets;
                rarest_same += if count > 0.0 { 1.0 } else { 0.0 };
                rare += 1.0;
            }
            if seen.together[place] {
                together += term.idf.min(question.terms[place + 1].idf);
            }
        }
        let near = candidate.near.unwrap_or_else(|| probe.similarity(&candidate.vector));
        let bit = |one: Traits| if candidate.traits.has(one) { 1.0 } else { 0.0 };
        let wanted = |wants: bool, one: Traits| if wants { 2.0 * bit(one) - 1.0 } else { 0.0 };
        let values = [
            (M::Bm25, sharp),
            (M::Bm25Flat, flat),
            (M::Met, met),
            (M::Near, near),
            (M::Nearer, (near - corpus.semantic_mean) / (corpus.semantic_deviation + TINY)),
            (M::Rarest, if rare > 0.0 { rarest / rare } else { 0.0 }),
            (M::Together, together / question.told),
            (M::EndsAsking, bit(Traits::ENDS_ASKING)),
            (M::Length, math::ln(1.0 + said)),
            (M::FirstPerson, bit(Traits::FIRST_PERSON)),
            (M::Time, wanted(question.wants_time, Traits::TIME)),
            (M::Number, wanted(question.wants_number, Traits::NUMBER)),
            (M::Date, question.dated(candidate.at)),
            (M::Same, same),
            (M::Told, terms_probe.similarity(&candidate.vector)),
            (M::Bm25FlatTold, flat / question.told),
            (M::Bm25Told, sharp / question.told),
            (M::Form, 1.0),
            (M::RarestSame, if rare > 0.0 { question.rarity * rarest_same / rare } else { 0.0 }),
            (M::Phrase, if seen.phrase { 1.0 } else { 0.0 }),
            (M::TerseAll, if question.terse && all_same && terms > 0 { 1.0 } else { 0.0 }),
        ];
        for (measure, value) in values {
            measured.set(at, measure, value);
        }
    }
    for rows in pool.forms() {
        measured.centre(M::Length, rows, LENGTH_MOST);
    }
    measured.of_best(M::Bm25, M::Bm25);
    measured.of_best(M::Bm25Flat, M::Bm25Flat);
    measured.of_best(M::Met, M::MetOfBest);
    measured.apart(M::Told, M::Told);
    measured.apart(M::Bm25Told, M::Bm25Apart);
    measured
}

/// Where the terms were seen in the candidate at hand; kept between candidates so that nothing is allocated for each.
struct Seen {
    last: Vec<usize>,
    /// Whether a term stands together with the one asked after it.
    together: Vec<bool>,
    /// The bit of the phrase's last word.
    phrase_end: u32,
    /// Whether the whole phrase is there.
    phrase: bool,
}

impl Seen {
    /// Reads the words of a candidate; says how many of them say something.
    fn read(&mut self, words: &[u32], lexicon: &Lexicon, meets: &mut [f32], counts: &mut [f32]) -> f32 {
        self.last.fill(usize::MAX);
        self.together.fill(false);
        self.phrase = false;
        // A bit for each beginning of the phrase that ends here.
        let mut begun = 0;
        let mut said = 0_u64;
        for (position, word) in words.iter().enumerate() {
            let word = *word as usize;
            let Some(entry) = lexicon.entries.get(word) else { continue };
            begun = (begun << 1 | 1) & entry.places;
            self.phrase |= begun & self.phrase_end != 0;
            said += u64::from(!entry.stop);
            if !entry.counts {
                continue;
            }
            for (meets, near) in meets.as_chunks_mut::<4>().0.iter_mut().zip(lexicon.near(word).as_chunks::<4>().0) {
                for (meets, near) in meets.iter_mut().zip(near) {
                    *meets = if *near > *meets { *near } else { *meets };
                }
            }
            if let Some(term) = entry.same.map(usize::from) {
                counts[term] += 1.0;
                let beside = |other: usize| self.last.get(other).is_some_and(|last| *last != usize::MAX && position - last <= TOGETHER);
                if beside(term + 1) {
                    self.together[term] = true;
                }
                if term > 0 && beside(term - 1) {
                    self.together[term - 1] = true;
                }
                self.last[term] = position;
            }
        }
        math::count(said)
    }
}
