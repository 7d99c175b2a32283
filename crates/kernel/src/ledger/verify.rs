//! Checks a whole ledger in one pass: sequence, chain, payloads, tree, checkpoints.
//!
//! Not here: repair. A fault is named and left as it was found; deciding what to trust is a human's work.

use std::collections::BTreeMap;

use super::digest::Digest;
use super::entry::{Entry, payload_digest};
use super::note::Checkpoint;
use super::tree::{self, Frontier, Hashes, Tile, TreeError};

/// What is kept beside an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payload<'a> {
    /// Still there.
    Kept {
        /// The salt it was digested under.
        salt: &'a [u8; 16],
        /// The text itself.
        body: &'a [u8],
    },
    /// Gone, because a later entry erased it.
    Erased {
        /// The sequence number of the erasing entry.
        by: u64,
    },
    /// Gone, and nobody says why.
    Missing,
}

/// The first thing that is wrong with a ledger.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The numbering has a hole, a repetition or a jump.
    #[error("entry {expected} should come next, but entry {found} does: an entry was removed, added or moved")]
    WrongSequence {
        /// The number that should have come.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// The entry belongs to another ledger.
    #[error("entry {seq} belongs to the palace {found:?}: it was copied from another ledger")]
    ForeignPalace {
        /// The entry.
        seq: u64,
        /// The palace it names.
        found: String,
    },
    /// A field could not have been written by an honest palace.
    #[error("entry {seq} has a field `{field}` that no palace would write: it is too long or spans lines")]
    BadField {
        /// The entry.
        seq: u64,
        /// The field.
        field: &'static str,
    },
    /// `prev` is not the hash of the entry before.
    #[error("entry {seq} does not link to the entry before it: one of the two was replaced")]
    BrokenLink {
        /// The later entry of the two.
        seq: u64,
    },
    /// The stored hash is not the hash of the entry.
    #[error("entry {seq} does not have the hash stored for it: a field or the hash was changed")]
    WrongHash {
        /// The entry.
        seq: u64,
    },
    /// The payload is not the one that was written.
    #[error("the payload of entry {seq} is not the one that was recorded")]
    WrongPayload {
        /// The entry.
        seq: u64,
    },
    /// The payload is gone without an erasure.
    #[error("the payload of entry {seq} is missing, and no erasure explains it")]
    MissingPayload {
        /// The entry.
        seq: u64,
    },
    /// The payload is said to be erased by an entry that erased nothing.
    #[error("the payload of entry {seq} is said to be erased by entry {by}, which is no later, completed erasure")]
    ErasedByNobody {
        /// The entry without a payload.
        seq: u64,
        /// The entry that is blamed.
        by: u64,
    },
    /// The ledger ends before a checkpoint that was signed.
    #[error("the ledger has {size} entries, but a checkpoint was signed at {checkpoint}: the tail is gone")]
    ShorterThanCheckpoint {
        /// The size of the ledger.
        size: u64,
        /// The size that was signed.
        checkpoint: u64,
    },
    /// The ledger at a checkpoint's size has another root.
    #[error("the first {size} entries are not those that a checkpoint was signed over: history was rewritten")]
    OtherThanCheckpoint {
        /// The size that was signed.
        size: u64,
    },
    /// A stored tile is not the hash of its leaves, so proofs made from it would fail.
    #[error("the stored tree hash {index} of level {level} does not follow from the entries; rebuild the tree's hashes")]
    WrongTile {
        /// The tile's level.
        level: u8,
        /// Its index in the level.
        index: u64,
    },
}

/// Either the ledger is at fault, or it could not be read.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError<E> {
    /// The ledger was read and is wrong.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The ledger could not be read.
    #[error("cannot read the ledger's hashes")]
    Read(#[from] TreeError<E>),
}

/// What a verified ledger comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// How many entries.
    pub size: u64,
    /// The hash of the last entry, or [`Digest::ZERO`].
    pub head: Digest,
    /// The root of the tree.
    pub root: Digest,
    /// Every tile that the store should hold, in the order in which they completed.
    pub tiles: Vec<Tile>,
}

/// Verifies a ledger entry by entry, in memory that does not grow with the entries' text.
#[derive(Debug, Clone)]
pub struct Verifier {
    palace: String,
    head: Digest,
    frontier: Frontier,
    tiles: Vec<Tile>,
    /// Erasing entry still to come → the first entry that names it.
    awaited: BTreeMap<u64, u64>,
    /// Checkpoints still to reach, the nearest last.
    checkpoints: Vec<(u64, Digest)>,
    buffer: Vec<u8>,
}

impl Verifier {
    /// Starts at the beginning of a palace's ledger.
    pub fn new(palace: impl Into<String>) -> Verifier {
        Verifier {
            palace: palace.into(),
            head: Digest::ZERO,
            frontier: Frontier::new(),
            tiles: Vec::new(),
            awaited: BTreeMap::new(),
            checkpoints: Vec::new(),
            buffer: Vec::with_capacity(1024),
        }
    }

    /// Also holds the ledger to a checkpoint whose signature was checked. Give them all before the first entry.
    pub fn expect(&mut self, checkpoint: &Checkpoint) {
        self.checkpoints.push((checkpoint.size, checkpoint.root));
        self.checkpoints.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    }

    /// Takes the next entry, the hash stored for it and what is kept beside it.
    pub fn push<T: AsRef<str>>(&mut self, entry: &Entry<T>, stored_hash: Digest, payload: Payload<'_>) -> Result<(), Fault> {
        let seq = self.frontier.size();
        if entry.seq != seq {
            let found = entry.seq;
            return Err(Fault::WrongSequence { expected: seq, found });
        }
        if entry.palace.as_ref() != self.palace {
            let found = entry.palace.as_ref().to_owned();
            return Err(Fault::ForeignPalace { seq, found });
        }
        if let Err(error) = entry.check() {
            let field = error.field();
            return Err(Fault::BadField { seq, field });
        }
        if entry.prev != self.head {
            return Err(Fault::BrokenLink { seq });
        }
        if entry.hash_in(&mut self.buffer) != stored_hash {
            return Err(Fault::WrongHash { seq });
        }
        match payload {
            Payload::Kept { salt, body } if payload_digest(salt, body) != entry.payload => {
                return Err(Fault::WrongPayload { seq });
            }
            Payload::Kept { .. } => {}
            Payload::Missing => return Err(Fault::MissingPayload { seq }),
            Payload::Erased { by } if by <= seq => return Err(Fault::ErasedByNobody { seq, by }),
            Payload::Erased { by } => {
                self.awaited.entry(by).or_insert(seq);
            }
        }
        if let Some(erased) = self.awaited.remove(&seq)
            && !entry.is_erasure()
        {
            return Err(Fault::ErasedByNobody { seq: erased, by: seq });
        }
        // An empty ledger has no entry to be pushed, so checkpoints of size 0 are met here, before the first.
        self.meet_checkpoints()?;
        self.head = stored_hash;
        let tiles = &mut self.tiles;
        self.frontier.push_and(stored_hash, |tile| tiles.push(tile));
        Ok(())
    }

    /// Says what the whole ledger comes to, once every erasure and every checkpoint was met.
    pub fn finish(mut self) -> Result<Verified, Fault> {
        self.meet_checkpoints()?;
        let size = self.frontier.size();
        if let Some((&by, &seq)) = self.awaited.first_key_value() {
            return Err(Fault::ErasedByNobody { seq, by });
        }
        if let Some(&(checkpoint, _)) = self.checkpoints.last() {
            return Err(Fault::ShorterThanCheckpoint { size, checkpoint });
        }
        let root = self.frontier.root();
        Ok(Verified { size, head: self.head, root, tiles: self.tiles })
    }

    /// Compares the root so far with the checkpoints of this size.
    fn meet_checkpoints(&mut self) -> Result<(), Fault> {
        let size = self.frontier.size();
        while let Some(&(at, root)) = self.checkpoints.last()
            && at <= size
        {
            if at < size || self.frontier.root() != root {
                return Err(Fault::OtherThanCheckpoint { size: at });
            }
            self.checkpoints.pop();
        }
        Ok(())
    }
}

impl Verified {
    /// Compares the tiles that a store holds with those that follow from the entries.
    pub fn check_tiles<H: Hashes>(&self, hashes: &mut H) -> Result<(), VerifyError<H::Error>> {
        let mut level = 1;
        loop {
            let ours: Vec<&Tile> = self.tiles.iter().filter(|tile| tile.level == level).collect();
            if ours.is_empty() {
                return Ok(());
            }
            for run in ours.chunks(tree::TILE) {
                let from = run[0].index;
                let theirs = tree::read_exactly(hashes, level, from, from + run.len() as u64)?;
                for (tile, hash) in run.iter().zip(theirs) {
                    if tile.hash != hash {
                        let index = tile.index;
                        return Err(Fault::WrongTile { level, index }.into());
                    }
                }
            }
            level += 1;
        }
    }
}

/// Whether a ledger of `size` entries continues the one that a checkpoint was signed over: its root at the
/// checkpoint's size is the checkpoint's root. Reads a handful of ranges, not the ledger.
pub fn agrees<H: Hashes>(checkpoint: &Checkpoint, hashes: &mut H, size: u64) -> Result<(), VerifyError<H::Error>> {
    if checkpoint.size > size {
        let checkpoint = checkpoint.size;
        return Err(Fault::ShorterThanCheckpoint { size, checkpoint }.into());
    }
    if tree::root(hashes, checkpoint.size)? != checkpoint.root {
        let size = checkpoint.size;
        return Err(Fault::OtherThanCheckpoint { size }.into());
    }
    Ok(())
}
