//! Finds items by the stems of their words: an index of postings in ordinary rows, the same on both databases.
//!
//! Items are taken together in blocks by their numbers, and the stems of a block in buckets by a hash: a row holds the lists of all stems
//! of one bucket in one block. The first row of a block holds a byte for each of its items: how long it is, and whether it is the
//! past. So a batch of new items rewrites the rows of the last block alone, and a question reads one row for each of its stems in
//! each block. Items from `corpus.posted` on are in no block yet: a question reads their words instead, and the transaction after which
//! there would be more than [`TAIL_MAX`] of them writes them all.
//!
//! A stored format: see `docs/decisions/0051-postings.md`. Not here: which stems a question has, and how much each tells.

mod find;
mod row;
mod score;
mod write;

pub use find::{WantedStem, Within};
pub(crate) use write::post_all;
pub use write::{PostingChanges, StemsByWord};

/// Bits of an item's place in its block.
const PLACE_BITS: u32 = 14;
/// Items in one block.
const BLOCK_ITEMS: usize = 1 << PLACE_BITS;
/// Bits of a stem's hash that say in which bucket it is.
const BUCKET_BITS: u32 = 12;
/// Bits of the hash that tell the stems of a bucket apart.
const REST_BITS: u32 = 24;
/// Numbers of rows that one block may take: its first row and its buckets, and as many again that are never used.
const BLOCK_ROWS: i64 = 1 << (BUCKET_BITS + 1);
/// Items that need not be in a block.
const TAIL_MAX: i64 = 256;

/// The hash by which a stem is found. Two stems with the same one are found as one, which the judge then tells apart: among the
/// sixty thousand stems of a block that happens to one question in some hundred thousand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct StemHash(u64);

impl StemHash {
    /// FNV-1a, and its bits mixed once more, because the upper ones are taken.
    fn of(stem: &str) -> Self {
        let hash = stem.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        let mixed = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(mixed >> (64 - BUCKET_BITS - REST_BITS))
    }

    fn bucket(self) -> u64 {
        self.0 >> REST_BITS
    }

    fn rest(self) -> u64 {
        self.0 & ((1 << REST_BITS) - 1)
    }
}

/// The block of an item, and its place there. Numbers begin at 1; one below is damage, and nothing is found by it.
fn place_of(n: i64) -> (i64, usize) {
    (n >> PLACE_BITS, usize::try_from(n & ((1 << PLACE_BITS) - 1)).unwrap_or(0))
}

/// The number of a block's first row.
const fn head(block: i64) -> i64 {
    block * BLOCK_ROWS
}

/// The number of the row of a bucket.
fn row_of(block: i64, bucket: u64) -> i64 {
    head(block) + 1 + i64::try_from(bucket).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_keep_their_hashes_for_ever() {
        let table = [("", 0x8_570e_254d), ("harbour", 0x5_f912_1c85), ("zanzibarq", 0xc_83d9_5377), ("привет", 0x1_72ef_4814)];
        for (stem, expected) in table {
            let hash = StemHash::of(stem);
            assert_eq!(hash.0, expected, "{stem}");
            assert_eq!(hash.bucket() << REST_BITS | hash.rest(), hash.0);
            assert!(hash.bucket() < 1 << BUCKET_BITS, "{stem}");
        }
        assert_eq!(place_of(16_384 * 3 + 5), (3, 5));
        assert_eq!((row_of(1, 0), row_of(1, 4_095), head(2)), (8_193, 12_288, 16_384));
    }
}
