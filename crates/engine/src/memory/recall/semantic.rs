//! Finds evidence by meaning: what is near to a question as the models embed it.
//!
//! The model in the binary has read everything. A configured one may have read less, since what is kept now waits for it; so it
//! says how near what it has read is, and the other one says the rest, on one scale.

use crate::memory::{
    MemoryCache,
    cache::vector_codes::{Numbers, Sets},
};
use crate::{
    Error, PalaceState,
    memory::query_embedding::{QueryVector, QueryVectors},
};
use kernel::time::Moment;
use search::{
    code,
    embed::{Probe, Vector},
    judge::Candidate,
};
use std::collections::HashMap;
use store::View;

/// Candidates from the meaning.
const SEMANTIC: usize = 100;
/// Codes looked at more closely for each candidate: a code is a rough likeness.
const CLOSER_LOOKS: usize = 4;
/// Up to so many items every vector is compared, and codes are not needed.
const EXACT_MAX: i64 = 1_024;

/// What the meaning found.
pub(crate) struct Meaning {
    /// By the model in the binary.
    pub(crate) ours: QueryVector,
    /// Nearest first.
    pub(crate) nearest: Vec<(i64, f32)>,
    pub(crate) spread: Spread,
    /// By the configured model: how near it finds what it has read counts instead.
    theirs: Option<(QueryVector, Spread)>,
    /// The codes that were scanned.
    codes: Sets,
}

/// How near things are to a question on average, and how much that differs: what a model's cosines mean.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    pub(crate) mean: f32,
    pub(crate) deviation: f32,
}

impl Spread {
    /// Where nothing is near and nothing far.
    const NONE: Spread = Spread { mean: 0.0, deviation: 1.0 };
    /// As it mostly is by the model in the binary: for questions that it cannot read and another can, as in another script.
    const USUAL: Spread = Spread { mean: 0.1, deviation: 0.1 };

    /// A cosine that means the same here as another does there.
    fn from(self, there: Spread, cosine: f32) -> f32 {
        self.mean + (cosine - there.mean) / there.deviation.max(f32::EPSILON) * self.deviation
    }
}

impl Meaning {
    /// Looks for what is near to a text, among what is let through.
    pub(crate) fn of(
        view: &mut View<'_>,
        house: &PalaceState,
        meant: &str,
        as_of: Option<Moment>,
        allowed: Option<&Numbers>,
        items: i64,
    ) -> Result<Self, Error> {
        let nothing = Meaning {
            ours: QueryVector { set: 0, vector: Vector::ZERO },
            nearest: Vec::new(),
            spread: Spread::NONE,
            theirs: None,
            codes: Sets::default(),
        };
        let Some(QueryVectors { ours, theirs }) = house.read_question(&view.vector_sets()?, meant, as_of.is_some())? else { return Ok(nothing) };
        let theirs = theirs.filter(|theirs| theirs.vector != Vector::ZERO);
        let sets: Vec<i64> = [Some(ours), theirs].into_iter().flatten().map(|reading| reading.set).collect();
        let codes = house.cache.memory.codes(view, &sets)?; // and the vectors that are held follow them
        // The past is not scanned: its vectors are weighed where its words were found.
        if as_of.is_some() {
            return Ok(Meaning { ours, codes, ..nothing });
        }
        let scan = Scan { cache: &house.cache.memory, codes: &codes, exact: items <= EXACT_MAX };
        let (nearest, spread) = scan.near(view, ours, allowed)?;
        let Some(theirs) = theirs else { return Ok(Meaning { ours, nearest, spread, theirs: None, codes }) };
        let spread = if ours.vector == Vector::ZERO { Spread::USUAL } else { spread };
        let (near, apart) = scan.near(view, theirs, allowed)?;
        let mut nearest: Vec<(i64, f32)> = near.into_iter().map(|(n, cosine)| (n, spread.from(apart, cosine))).collect();
        let unread = codes.only_in(ours.set, theirs.set, allowed);
        if !unread.is_empty() {
            nearest.extend(scan.near(view, ours, Some(&unread))?.0);
        }
        best_first(&mut nearest);
        Ok(Meaning { ours, nearest, spread, theirs: Some((theirs, apart)), codes })
    }

    /// How much nearer to the question than others some items are, without reading anything: by their codes, and by their vectors
    /// where these were looked at.
    pub(crate) fn roughly(&self, numbers: impl Iterator<Item = i64>) -> HashMap<i64, f32> {
        let unusual = |cosine: f32| ((cosine - self.spread.mean) / self.spread.deviation.max(f32::EPSILON)).max(0.0);
        let code = code(&self.ours.vector);
        let ours = self.codes.get(self.ours.set);
        let rough = numbers.filter_map(|n| Some((n, ours?.roughly(&code, n)?)));
        rough.chain(self.nearest.iter().copied()).map(|(n, cosine)| (n, unusual(cosine))).collect()
    }

    /// Says of candidates how near the configured model finds them, where it has read them.
    pub(crate) fn weigh(&self, view: &mut View<'_>, cache: &MemoryCache, candidates: &mut [Candidate]) -> Result<(), Error> {
        let Some((theirs, apart)) = self.theirs else { return Ok(()) };
        let numbers: Vec<i64> = candidates.iter().map(|candidate| candidate.n).collect();
        let probe = Probe::new(&theirs.vector);
        cache.vectors(view, theirs.set, &numbers, &mut |place, vector| {
            // What the model would not read it has no word on.
            if *vector != Vector::ZERO {
                candidates[place].near = Some(self.spread.from(apart, probe.similarity(vector)));
            }
        })
    }
}

/// Looking for what is near.
struct Scan<'r> {
    cache: &'r MemoryCache,
    codes: &'r Sets,
    /// Every vector is compared.
    exact: bool,
}

impl Scan<'_> {
    /// What is nearest to a question as one model reads it, and how near everything is.
    fn near(
        &self,
        view: &mut View<'_>,
        QueryVector { set, vector }: QueryVector,
        allowed: Option<&Numbers>,
    ) -> Result<(Vec<(i64, f32)>, Spread), Error> {
        if vector == Vector::ZERO {
            return Ok((Vec::new(), Spread::NONE));
        }
        let (code, wanted) = (code(&vector), if self.exact { usize::MAX } else { SEMANTIC * CLOSER_LOOKS });
        let looked = self.codes.get(set).map(|codes| (codes.nearest(&code, allowed, wanted), codes.spread(&code)));
        let (near, spread) = looked.unwrap_or_default();
        let probe = Probe::new(&vector);
        let mut scored: Vec<(i64, f32)> = Vec::with_capacity(near.len());
        self.cache.vectors(view, set, &near, &mut |place, vector| {
            if *vector != Vector::ZERO {
                scored.push((near[place], probe.similarity(vector)));
            }
        })?;
        scored.sort_unstable_by_key(|(n, _)| *n); // sums are the same whatever was at hand
        let (mean, deviation) = if self.exact { mean_and_deviation(&scored) } else { spread };
        best_first(&mut scored);
        Ok((scored, Spread { mean, deviation }))
    }
}

/// As many as the lane gives, nearest first.
fn best_first(scored: &mut Vec<(i64, f32)>) {
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    scored.truncate(SEMANTIC);
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a mean of a few thousand cosines")]
fn mean_and_deviation(scored: &[(i64, f32)]) -> (f32, f32) {
    let count = scored.len().max(1) as f64;
    let mean = scored.iter().map(|(_, score)| f64::from(*score)).sum::<f64>() / count;
    let variance = scored.iter().map(|(_, score)| (f64::from(*score) - mean).powi(2)).sum::<f64>() / count;
    (mean as f32, variance.sqrt() as f32)
}
