//! The Merkle tree of RFC 6962 over the entries' hashes: its root, and making its proofs.
//!
//! Interior hashes are kept as tiles (the idea of C2SP tlog-tiles): only complete subtrees of height 8, 16, 24 …
//! are stored, so 256 leaves cost one hash more, and the seven heights between are recomputed from at most 256
//! hashes read in one range. A proof among a million entries reads a handful of such ranges.
//!
//! Not here: reading, which the store does through [`Hashes`], and checking proofs, which needs no store at all.

use super::digest::Digest;

/// How many hashes make a tile.
pub(super) const TILE: usize = 1 << TILE_HEIGHT;
const TILE_HEIGHT: u32 = 8;

/// The hash of a node over two others.
pub fn node_hash(left: &Digest, right: &Digest) -> Digest {
    let mut node = [0x01; 65];
    node[1..33].copy_from_slice(&left.0);
    node[33..].copy_from_slice(&right.0);
    Digest::of(&node)
}

/// The root of a tree without leaves.
pub fn empty_root() -> Digest {
    Digest::of(b"")
}

/// Where the stored hashes of a tree are read.
pub trait Hashes {
    /// How reading fails.
    type Error;

    /// Reads the hashes `from..to` of a level, in order: level 0 holds the leaves, level 1 the complete subtrees
    /// of 256 leaves, level 2 those of 65,536, and so on. At most 256 are asked for at a time.
    fn read(&mut self, level: u8, from: u64, to: u64) -> Result<Vec<Digest>, Self::Error>;
}

/// A stored interior hash: one complete subtree of height `8 × level`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    /// 1 for 256 leaves, 2 for 65,536 …
    pub level: u8,
    /// The place in its level, counted from 0.
    pub index: u64,
    /// The hash of the subtree.
    pub hash: Digest,
}

/// Why a root or a proof could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError<E> {
    /// The store failed.
    #[error("the store of tree hashes failed")]
    Store(#[source] E),
    /// The store does not hold what the size of the tree says it should.
    #[error("the tree hashes {from}..{to} of level {level} should be stored, but {found} were found; verify the ledger")]
    Incomplete {
        /// The level that was read.
        level: u8,
        /// The first index asked for.
        from: u64,
        /// The index after the last.
        to: u64,
        /// How many came.
        found: usize,
    },
    /// The tree has no such leaf.
    #[error("there is no entry {index} among the first {size}; choose a smaller index or a later size")]
    NoSuchLeaf {
        /// The leaf asked for.
        index: u64,
        /// The size of the tree.
        size: u64,
    },
    /// The older tree is the larger one.
    #[error("a ledger of {new} entries cannot continue one of {old}; give the older size first")]
    NotOlder {
        /// The size given as the older.
        old: u64,
        /// The size given as the newer.
        new: u64,
    },
}

/// A tree that is only ever appended to: it keeps one hash per complete subtree on its right edge.
#[derive(Debug, Clone, Default)]
pub struct Frontier {
    size: u64,
    /// The complete subtrees that the size is the sum of, largest first.
    peaks: Vec<Digest>,
}

impl Frontier {
    /// An empty tree.
    pub fn new() -> Frontier {
        Frontier { size: 0, peaks: Vec::with_capacity(64) }
    }

    /// How many leaves.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends a leaf.
    pub fn push(&mut self, leaf: Digest) {
        self.push_and(leaf, |_| {});
    }

    /// Appends a leaf and reports each tile that it completes, lowest level first.
    pub fn push_and(&mut self, leaf: Digest, mut completed: impl FnMut(Tile)) {
        let mut hash = leaf;
        for height in 1..=self.size.trailing_ones() {
            let Some(left) = self.peaks.pop() else { break };
            hash = node_hash(&left, &hash);
            if height % TILE_HEIGHT == 0 {
                let level = level_of(height);
                completed(Tile { level, index: self.size >> height, hash });
            }
        }
        self.peaks.push(hash);
        self.size += 1;
    }

    /// The root of the tree so far.
    pub fn root(&self) -> Digest {
        fold(&self.peaks)
    }
}

/// The tiles that leaf `index` completes, now that it was appended: none for 255 leaves of 256.
///
/// The leaf itself need not be readable yet, and neither need the tiles that are returned.
pub fn completed<H: Hashes>(hashes: &mut H, index: u64, leaf: Digest) -> Result<Vec<Tile>, TreeError<H::Error>> {
    let mut tiles = Vec::new();
    let (mut index, mut last, mut level) = (index, leaf, 0_u8);
    while index % TILE as u64 == TILE as u64 - 1 {
        let mut children = read_exactly(hashes, level, index + 1 - TILE as u64, index)?;
        children.push(last);
        index >>= TILE_HEIGHT;
        level += 1;
        last = perfect(children);
        tiles.push(Tile { level, index, hash: last });
    }
    Ok(tiles)
}

/// The root of the first `size` leaves.
pub fn root<H: Hashes>(hashes: &mut H, size: u64) -> Result<Digest, TreeError<H::Error>> {
    Reader::new(hashes, size).range(0, size)
}

/// Proves that leaf `index` is among the first `size`: the hashes beside its way up to the root.
pub fn inclusion<H: Hashes>(hashes: &mut H, index: u64, size: u64) -> Result<Vec<Digest>, TreeError<H::Error>> {
    if index >= size {
        return Err(TreeError::NoSuchLeaf { index, size });
    }
    let mut reader = Reader::new(hashes, size);
    let mut proof = Vec::new();
    let (mut from, mut to) = (0, size);
    while to - from > 1 {
        let middle = from + split(to - from);
        if index < middle {
            proof.push(reader.range(middle, to)?);
            to = middle;
        } else {
            proof.push(reader.range(from, middle)?);
            from = middle;
        }
    }
    proof.reverse();
    Ok(proof)
}

/// Proves that the first `new` leaves continue the first `old`.
pub fn consistency<H: Hashes>(hashes: &mut H, old: u64, new: u64) -> Result<Vec<Digest>, TreeError<H::Error>> {
    if old > new {
        return Err(TreeError::NotOlder { old, new });
    }
    let mut proof = Vec::new();
    if old == 0 || old == new {
        return Ok(proof);
    }
    let mut reader = Reader::new(hashes, new);
    let (mut from, mut to) = (0, new);
    while to != old {
        let middle = from + split(to - from);
        if old <= middle {
            proof.push(reader.range(middle, to)?);
            to = middle;
        } else {
            proof.push(reader.range(from, middle)?);
            from = middle;
        }
    }
    // A left edge that is the old tree itself is known to the verifier as the old root.
    if from > 0 {
        proof.push(reader.range(from, to)?);
    }
    proof.reverse();
    Ok(proof)
}

/// Reads each tile that a proof touches once.
struct Reader<'h, H> {
    hashes: &'h mut H,
    size: u64,
    tiles: Vec<((u8, u64), Vec<Digest>)>,
}

impl<'h, H: Hashes> Reader<'h, H> {
    fn new(hashes: &'h mut H, size: u64) -> Self {
        Reader { hashes, size, tiles: Vec::new() }
    }

    /// The hash over the leaves `from..to`, where `from` is aligned as RFC 6962 cuts the tree.
    fn range(&mut self, mut from: u64, to: u64) -> Result<Digest, TreeError<H::Error>> {
        let mut peaks = Vec::new();
        while from < to {
            let height = (to - from).ilog2();
            peaks.push(self.subtree(height, from)?);
            from += 1 << height;
        }
        Ok(fold(&peaks))
    }

    /// The hash of the complete subtree of a height that starts at a leaf.
    fn subtree(&mut self, height: u32, from: u64) -> Result<Digest, TreeError<H::Error>> {
        // A subtree of height 8 is a stored hash one level up; one of height 64 would not fit a size.
        let level = level_of(height);
        let first = from >> (u32::from(level) * TILE_HEIGHT);
        let count = 1_usize << (height % TILE_HEIGHT);
        let tile = self.tile(level, first >> TILE_HEIGHT)?;
        // A tile has 256 places, so the place is the lowest byte.
        let start = usize::from(first.to_le_bytes()[0]);
        Ok(perfect(tile[start..start + count].to_vec()))
    }

    fn tile(&mut self, level: u8, number: u64) -> Result<&[Digest], TreeError<H::Error>> {
        let key = (level, number);
        let known = self.tiles.iter().position(|(known, _)| *known == key);
        let at = if let Some(at) = known {
            at
        } else {
            let stored = self.size >> (u32::from(level) * TILE_HEIGHT);
            let from = number << TILE_HEIGHT;
            let to = stored.min(from + TILE as u64);
            let tile = read_exactly(self.hashes, level, from, to)?;
            self.tiles.push((key, tile));
            self.tiles.len() - 1
        };
        Ok(&self.tiles[at].1)
    }
}

/// Reads a range and refuses an answer of another length.
pub(super) fn read_exactly<H: Hashes>(hashes: &mut H, level: u8, from: u64, to: u64) -> Result<Vec<Digest>, TreeError<H::Error>> {
    let read = hashes.read(level, from, to).map_err(TreeError::Store)?;
    if read.len() as u64 == to - from {
        Ok(read)
    } else {
        let found = read.len();
        Err(TreeError::Incomplete { level, from, to, found })
    }
}

/// The root over complete subtrees, largest first: the smallest two are joined until one is left.
fn fold(peaks: &[Digest]) -> Digest {
    let joined = peaks.iter().rev().copied().reduce(|right, left| node_hash(&left, &right));
    joined.unwrap_or_else(empty_root)
}

/// The root over a power of two of hashes.
fn perfect(mut hashes: Vec<Digest>) -> Digest {
    let mut count = hashes.len();
    debug_assert!(count.is_power_of_two(), "BUG: a complete subtree has a power of two of children");
    while count > 1 {
        count /= 2;
        for at in 0..count {
            hashes[at] = node_hash(&hashes[2 * at], &hashes[2 * at + 1]);
        }
    }
    hashes[0]
}

/// The level that stores subtrees of this height, or those that they are computed from.
#[expect(clippy::cast_possible_truncation, reason = "a height is below 64")]
fn level_of(height: u32) -> u8 {
    (height / TILE_HEIGHT) as u8
}

/// Where RFC 6962 cuts a tree of two leaves or more: the largest power of two below its size.
fn split(size: u64) -> u64 {
    1 << (size - 1).ilog2()
}
