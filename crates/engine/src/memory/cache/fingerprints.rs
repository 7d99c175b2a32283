//! Caches fingerprints of experiences by kind and length, to find near copies. What is alike has nearly as many, so that only a few bands are looked
//! at; in these folded prints first, then prints, and only what comes near enough is read as text.
//!
//! Not here: the comparison itself, which is the kernel's.

use crate::Error;
use kernel::cycle::{DUPLICATE, Folded, Print};
use std::collections::{BTreeMap, HashMap};
use store::View;

/// How much longer the longest text of a band is than the shortest.
const WIDTH: f64 = 1.1;

/// The prints of all experiences that were asked about, as far as they were read.
#[derive(Debug, Default)]
pub(crate) struct Prints {
    kinds: HashMap<String, Kind>,
}

#[derive(Debug, Default)]
struct Kind {
    last: Option<(i64, Print)>,
    bands: BTreeMap<u32, Band>,
}

/// Texts of nearly one length. What is looked at of all of them lies together.
#[derive(Debug, Default)]
struct Band {
    folded: Vec<Folded>,
    prints: Vec<(i64, Print)>,
}

impl Band {
    /// Those that a print may be alike to, each with how alike at most.
    fn near(&self, print: &Print) -> impl Iterator<Item = (f64, i64)> {
        let folded = print.folded();
        let maybe = self.folded.iter().zip(&self.prints).filter(move |(other, _)| folded.may_be_alike(other));
        maybe.map(|(_, (n, other))| (print.most(other), *n)).filter(|(most, _)| *most >= DUPLICATE - 1e-9)
    }
}

impl Prints {
    /// The experiences of one kind that can be alike, each with how alike at most: the most alike first, then the oldest.
    pub(crate) fn near(&mut self, view: &mut View<'_>, kind: &str, print: &Print) -> Result<Vec<(f64, i64)>, Error> {
        let kept = self.kinds.entry(kind.to_owned()).or_default();
        kept.refresh(view, kind)?;
        let (least, most) = print.band();
        let mut near: Vec<(f64, i64)> = kept.bands.range(band(least)..=band(most)).flat_map(|(_, band)| band.near(print)).collect();
        near.sort_by(|(a, n), (b, m)| b.total_cmp(a).then(n.cmp(m)));
        Ok(near)
    }
}

impl Kind {
    /// Reads what came since. What was read in a transaction that was dropped, or was erased since, is not there or is
    /// another's by now: then all is read anew. What was erased before the last one is found to be gone when it is looked at.
    fn refresh(&mut self, view: &mut View<'_>, kind: &str) -> Result<(), Error> {
        if let Some((n, print)) = &self.last
            && view.print(kind, *n)? != Some(*print)
        {
            *self = Self::default();
        }
        view.each_print(kind, self.last.map_or(0, |(n, _)| n), &mut |n, print| {
            let band = self.bands.entry(band(print.pairs())).or_default();
            band.folded.push(print.folded());
            band.prints.push((n, print));
            self.last = Some((n, print));
            Ok(())
        })?;
        Ok(())
    }
}

/// The band of a text with so many pairs.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the logarithm of a count is small and not negative")]
fn band(pairs: u32) -> u32 {
    (f64::from(pairs).max(1.0).ln() / WIDTH.ln()) as u32
}
