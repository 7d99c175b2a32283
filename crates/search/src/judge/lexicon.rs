//! Every known word held against every word that is asked, once, before any candidate is looked at.

use super::{KnownWord, question::Term, start};
use crate::embed::{Model, TokenId, Wide, product};

/// What a word that only means nearly the same is worth, at most; the same word is worth 1.
const NEAR_MAX: f32 = 0.75;
/// Cosines up to this are chance.
const CHANCE: f32 = 0.1;

/// Terms whose near meanings are looked for, the most telling ones; longer questions say much of it twice.
const NEAR_TERMS: usize = 16;

/// What a known word is to the question.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    /// The term it is a form of.
    pub(super) same: Option<u16>,
    /// It says nothing by itself.
    pub(super) stop: bool,
    /// It stands for some term, at least a little.
    pub(super) counts: bool,
    /// The number of its stem among those of the known words.
    pub(super) stem: u32,
    /// A bit for each place of the phrase that it stands at.
    pub(super) places: u32,
}

/// What the known words are to the question.
pub(super) struct Lexicon {
    pub(super) entries: Vec<Entry>,
    /// For each known word, how well it stands for each term: a row as wide as [`width`] says.
    near: Vec<f32>,
    width: usize,
    /// How many stems the known words have.
    pub(super) stems: usize,
}

/// The score of two vectors of one direction.
const SAME_DIRECTION: f32 = 127.0 * 127.0;

/// What a word with this score beside a term is worth for it.
fn worth(score: f32) -> f32 {
    NEAR_MAX * ((score / SAME_DIRECTION - CHANCE) / (1.0 - CHANCE)).clamp(0.0, 1.0)
}

/// The scores of the model's rows beside what is asked: of those that some known word is made of, each once, in the order in which
/// they lie in memory.
struct Rows {
    /// For each token one more than the place of its scores, or 0.
    places: Vec<u32>,
    /// Four terms at a time, which are multiplied and added by one instruction.
    scores: Vec<[f32; 4]>,
    fours: usize,
}

impl Rows {
    #[expect(clippy::cast_precision_loss, reason = "a score of 256 int8 products is below 2^23")]
    fn of(model: &Model, known: &[&KnownWord], asked: &[Wide]) -> Self {
        let mut places = vec![0; model.vocabulary()];
        for (token, _) in known.iter().filter(|word| !word.stop).flat_map(|word| word.meaning.parts()) {
            places[token.index()] = 1;
        }
        let (mut scores, mut met) = (Vec::new(), 0);
        for (place, token) in places.iter_mut().zip(model.every_token()).filter(|(place, _)| **place == 1) {
            met += 1;
            *place = met;
            let row = model.row(token);
            let wide = row.widened();
            for some in asked.chunks(4) {
                let mut four = [0.0; 4];
                for (score, vector) in four.iter_mut().zip(some) {
                    *score = product(&wide, vector, |number| number) as f32 * row.scale;
                }
                scores.push(four);
            }
        }
        Self { places, scores, fours: asked.len().div_ceil(4) }
    }

    fn scores(&self, token: TokenId) -> &[[f32; 4]] {
        let end = self.places[token.index()] as usize * self.fours;
        &self.scores[end.saturating_sub(self.fours)..end]
    }
}

/// How wide a row of one number for each term is: whole fours, which are compared by one instruction. The rest stays 0.
pub(super) fn width(terms: usize) -> usize {
    terms.next_multiple_of(4)
}

/// Numbers the stems of known words as they come. Their own numbers are given out one after another, so a list does.
struct Stems {
    /// For each stem one more than its number here, or 0; the last is of those without one.
    numbers: Vec<u32>,
    next: u32,
}

impl Stems {
    fn of(known: &[&KnownWord]) -> Self {
        let end = known.iter().filter_map(|word| word.kin.checked_add(1)).max().unwrap_or(0);
        Self { numbers: vec![0; end as usize + 1], next: 0 }
    }

    fn number(&mut self, kin: u32) -> u32 {
        let last = self.numbers.len() - 1;
        let number = &mut self.numbers[last.min(kin as usize)];
        if *number == 0 {
            self.next += 1;
            *number = self.next;
        }
        *number - 1
    }
}

/// What each known word is to the question, but for its meaning.
fn entries(terms: &[Term<'_>], phrase: &[String], known: &[&KnownWord]) -> Vec<Entry> {
    let asked: Vec<(u64, &str, u16)> = terms.iter().zip(0..).map(|(term, at)| (start(term.stem), term.stem, at)).collect();
    let phrase: Vec<(u64, &str)> = phrase.iter().map(|stem| (start(stem), stem.as_str())).collect();
    // Hardly any word is asked for, and one look tells so of most.
    let bit = |start: u64| 1_u64 << (start.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
    let any = asked.iter().map(|(start, ..)| *start).chain(phrase.iter().map(|(start, _)| *start)).fold(0, |any, start| any | bit(start));
    let mut stems = Stems::of(known);
    let entry = |word: &&KnownWord| {
        let mut entry = Entry { same: None, stop: word.stop, counts: false, stem: stems.number(word.kin), places: 0 };
        if any & bit(word.start) != 0 {
            let is = |begins: u64, stem: &str| begins == word.start && *stem == *word.stem;
            entry.same = asked.iter().find(|(start, stem, _)| is(*start, stem)).map(|(.., at)| *at);
            entry.places = phrase.iter().zip(0..).filter(|((start, stem), _)| is(*start, stem)).fold(0, |places, (_, at)| places | 1 << at);
        }
        entry
    };
    known.iter().map(entry).collect()
}

impl Lexicon {
    pub(super) fn new(terms: &[Term<'_>], phrase: &[String], known: &[&KnownWord]) -> Self {
        let width = width(terms.len());
        let mut lexicon = Lexicon { entries: entries(terms, phrase, known), near: vec![0.0; known.len() * width], width, stems: 0 };
        lexicon.stems = lexicon.entries.iter().map(|entry| entry.stem as usize + 1).max().unwrap_or(0);
        let model = Model::embedded();
        // A number or a code is near to no other, whatever the model thinks of its digits.
        let mut telling: Vec<usize> = (0..terms.len()).filter(|at| !terms[*at].word.contains(|c: char| c.is_ascii_digit())).collect();
        telling.sort_by(|a, b| terms[*b].idf.total_cmp(&terms[*a].idf).then(a.cmp(b)));
        telling.truncate(NEAR_TERMS);
        let asked: Vec<Wide> = telling.iter().map(|at| model.embed(terms[*at].word).values().map(i16::from)).collect();
        let rows = Rows::of(model, known, &asked);
        for (word, at) in known.iter().zip(0..) {
            let (entry, near) = (&mut lexicon.entries[at], &mut lexicon.near[at * width..(at + 1) * width]);
            if !entry.stop {
                let mut sums = [[0.0; 4]; NEAR_TERMS.div_ceil(4)];
                for (token, weight) in word.meaning.parts() {
                    for (sum, four) in sums.iter_mut().zip(rows.scores(token)) {
                        for (sum, score) in sum.iter_mut().zip(four) {
                            *sum += weight * score;
                        }
                    }
                }
                for (term, score) in telling.iter().zip(sums.as_flattened()) {
                    near[*term] = worth(*score);
                }
            }
            if let Some(term) = entry.same {
                near[usize::from(term)] = 1.0;
            }
            entry.counts = near.iter().any(|near| *near > 0.0);
        }
        lexicon
    }

    /// How well a known word stands for each term.
    pub(super) fn near(&self, word: usize) -> &[f32] {
        &self.near[word * self.width..(word + 1) * self.width]
    }
}
