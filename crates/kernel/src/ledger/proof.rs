//! Checks the tree's proofs, with nothing in hand but the proof and two signed roots.
//!
//! Not here: making proofs, which needs the stored hashes; see [`super::tree`].

use super::digest::Digest;
use super::tree::{empty_root, node_hash};

/// Why a proof does not prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The index or the sizes make no sense together.
    #[error("the proof speaks of a place that a tree of this size does not have")]
    OutOfRange,
    /// Too few or too many hashes for these sizes.
    #[error("the proof does not have the number of hashes that these sizes need")]
    WrongLength,
    /// The hashes lead to another root.
    #[error("the proof leads to another root: the entry, its place or the history differs")]
    OtherRoot,
}

/// Checks an inclusion proof (RFC 9162, 2.1.3.2).
///
/// Take `size` and `root` from one signed checkpoint: a root does not say how many leaves it stands for, and for
/// a leaf far from the right edge the proofs for two sizes can have the same shape.
pub fn verify_inclusion(leaf: Digest, index: u64, size: u64, proof: &[Digest], root: Digest) -> Result<(), ProofError> {
    if index >= size {
        return Err(ProofError::OutOfRange);
    }
    let (mut place, mut last) = (index, size - 1);
    let mut hash = leaf;
    for step in proof {
        if last == 0 {
            return Err(ProofError::WrongLength);
        }
        if place & 1 == 1 || place == last {
            hash = node_hash(step, &hash);
            // On the right edge, levels without a sibling are skipped.
            while place & 1 == 0 && place != 0 {
                place >>= 1;
                last >>= 1;
            }
        } else {
            hash = node_hash(&hash, step);
        }
        place >>= 1;
        last >>= 1;
    }
    match () {
        () if last != 0 => Err(ProofError::WrongLength),
        () if hash != root => Err(ProofError::OtherRoot),
        () => Ok(()),
    }
}

/// Checks a consistency proof (RFC 9162, 2.1.4.2).
///
/// Take each size and its root from one signed checkpoint, for the reason given at [`verify_inclusion`].
pub fn verify_consistency(old: u64, new: u64, proof: &[Digest], old_root: Digest, new_root: Digest) -> Result<(), ProofError> {
    if old > new {
        return Err(ProofError::OutOfRange);
    }
    if old == 0 || old == new {
        let known = if old == 0 { empty_root() } else { new_root };
        return match () {
            () if !proof.is_empty() => Err(ProofError::WrongLength),
            () if old_root != known => Err(ProofError::OtherRoot),
            () if new == 0 && new_root != known => Err(ProofError::OtherRoot),
            () => Ok(()),
        };
    }
    let (start, steps) = match proof {
        _ if old.is_power_of_two() => (old_root, proof),
        [first, rest @ ..] => (*first, rest),
        [] => return Err(ProofError::WrongLength),
    };
    let (mut place, mut last) = (old - 1, new - 1);
    let whole = place.trailing_ones();
    place >>= whole;
    last >>= whole;
    let (mut old_hash, mut new_hash) = (start, start);
    for step in steps {
        if last == 0 {
            return Err(ProofError::WrongLength);
        }
        if place & 1 == 1 || place == last {
            old_hash = node_hash(step, &old_hash);
            new_hash = node_hash(step, &new_hash);
            while place & 1 == 0 && place != 0 {
                place >>= 1;
                last >>= 1;
            }
        } else {
            new_hash = node_hash(&new_hash, step);
        }
        place >>= 1;
        last >>= 1;
    }
    match () {
        () if last != 0 => Err(ProofError::WrongLength),
        () if old_hash != old_root || new_hash != new_root => Err(ProofError::OtherRoot),
        () => Ok(()),
    }
}
