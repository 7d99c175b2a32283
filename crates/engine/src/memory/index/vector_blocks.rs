//! Updates blocks of codes and sketches in a transaction: read when first touched, written once.

use crate::Error;
use crate::memory::{
    cache::near_copies::{SKETCH_BYTES, SKETCH_SET},
    index::keeper::BLOCK_ITEMS,
};
use search::CODE_BYTES;
use std::collections::BTreeMap;
use store::{Block, Txn};

/// Bytes that a block grows by: a page. A block that keeps its length is written where it lies, and only those of its pages that
/// changed; one that grows is written whole.
const GROWTH: usize = 4_096;

/// The blocks of one set of vectors, or of the sketches, that a transaction touches.
pub(crate) struct Blocks {
    pub(crate) set: i64,
    /// Bytes of one code.
    width: usize,
    touched: BTreeMap<i64, Block>,
}

impl Blocks {
    pub(crate) fn of(set: i64) -> Self {
        Self { set, width: CODE_BYTES, touched: BTreeMap::new() }
    }

    /// Those of the sketches.
    pub(crate) fn of_sketches() -> Self {
        Self { set: SKETCH_SET, width: SKETCH_BYTES, touched: BTreeMap::new() }
    }

    /// Writes an item's code into its block, or takes it out.
    pub(crate) fn place(&mut self, txn: &mut Txn<'_>, n: i64, code: Option<&[u8]>) -> Result<(), Error> {
        let (block, slot) = (n / BLOCK_ITEMS, usize::try_from(n % BLOCK_ITEMS).unwrap_or(0));
        if !self.touched.contains_key(&block) {
            let kept = txn.block(self.set, block)?;
            self.touched.insert(block, kept.unwrap_or_else(|| Block { block, ..Block::default() }));
        }
        let Some(kept) = self.touched.get_mut(&block) else { return Ok(()) };
        kept.present.resize(usize::try_from(BLOCK_ITEMS).unwrap_or(0) / 8, 0);
        let end = (slot + 1) * self.width;
        if kept.codes.len() < end {
            kept.codes.resize(end.next_multiple_of(GROWTH), 0);
        }
        let bit = 1_u8 << (slot % 8);
        match code {
            Some(code) => {
                kept.present[slot / 8] |= bit;
                kept.codes[slot * self.width..end].copy_from_slice(code);
            }
            None => {
                kept.present[slot / 8] &= !bit;
                kept.codes[slot * self.width..end].fill(0);
            }
        }
        Ok(())
    }

    /// Writes what was touched. A block is as new as the entry that its transaction is about to write.
    pub(crate) fn close(self, txn: &mut Txn<'_>) -> Result<(), Error> {
        let stamp = i64::try_from(txn.head()?.0).unwrap_or(i64::MAX) + 1;
        for (_, mut block) in self.touched {
            block.stamp = stamp;
            txn.put_block(self.set, &block)?;
        }
        Ok(())
    }
}
