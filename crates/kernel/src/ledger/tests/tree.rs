//! The tree against a slow reference, and proofs against every flipped bit.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::ledger::tree::{consistency, empty_root, inclusion, node_hash, root};
use crate::ledger::{Frontier, ProofError, TreeError, verify_consistency, verify_inclusion};

/// The definitions of RFC 6962, section 2.1, word for word.
struct Reference {
    leaves: Vec<Digest>,
    /// Hashes of ranges already computed; the definitions alone would hash each leaf at every question.
    known: HashMap<(usize, usize), Digest>,
}

impl Reference {
    fn root(&mut self, from: usize, to: usize) -> Digest {
        match to - from {
            0 => return empty_root(),
            1 => return self.leaves[from],
            _ => {}
        }
        if let Some(known) = self.known.get(&(from, to)) {
            return *known;
        }
        let middle = from + cut(to - from);
        let hash = node_hash(&self.root(from, middle), &self.root(middle, to));
        self.known.insert((from, to), hash);
        hash
    }

    fn inclusion(&mut self, index: usize, from: usize, to: usize) -> Vec<Digest> {
        if to - from == 1 {
            return Vec::new();
        }
        let middle = from + cut(to - from);
        let (mut proof, sibling) = if index < middle {
            (self.inclusion(index, from, middle), self.root(middle, to))
        } else {
            (self.inclusion(index, middle, to), self.root(from, middle))
        };
        proof.push(sibling);
        proof
    }

    fn consistency(&mut self, old: usize, from: usize, to: usize) -> Vec<Digest> {
        if old == to {
            return if from == 0 { Vec::new() } else { vec![self.root(from, to)] };
        }
        let middle = from + cut(to - from);
        let (mut proof, sibling) = if old <= middle {
            (self.consistency(old, from, middle), self.root(middle, to))
        } else {
            (self.consistency(old, middle, to), self.root(from, middle))
        };
        proof.push(sibling);
        proof
    }
}

/// The largest power of two below a size.
fn cut(size: usize) -> usize {
    size.next_power_of_two() / 2
}

/// What a verifier can see of a proof besides its hashes.
mod shape {
    /// On which side each hash of an inclusion proof stands. Two places with one shape are one to a verifier.
    pub(super) fn of_inclusion(mut index: u64, mut size: u64) -> Option<Vec<bool>> {
        let mut sides = Vec::new();
        if index >= size {
            return None;
        }
        while size > 1 {
            let middle = 1 << (size - 1).ilog2();
            let right = index >= middle;
            sides.push(right);
            (index, size) = if right { (index - middle, size - middle) } else { (index, middle) };
        }
        Some(sides)
    }

    /// The same for a consistency proof: the sides, and whether the old root is where it starts.
    pub(super) fn of_consistency(mut old: u64, mut new: u64) -> Option<(Vec<bool>, bool)> {
        let mut sides = Vec::new();
        if old == 0 || old > new {
            return None;
        }
        while old != new {
            let middle = 1 << (new - 1).ilog2();
            let right = old > middle;
            sides.push(right);
            (old, new) = if right { (old - middle, new - middle) } else { (old, middle) };
        }
        let whole = !sides.contains(&true);
        Some((sides, whole))
    }
}

fn leaves(size: usize) -> Vec<Digest> {
    (0..size as u64).map(leaf).collect()
}

fn world(size: usize) -> (Memory, Reference) {
    let leaves = leaves(size);
    let known = HashMap::new();
    let memory = Memory::with(leaves.iter().copied());
    (memory, Reference { leaves, known })
}

/// Compares one size with the reference at some places, and counts reads.
fn check(memory: &mut Memory, reference: &mut Reference, size: usize, places: &[usize]) {
    let n = size as u64;
    let levels = 1 + n.max(1).ilog2() as usize / 8;
    memory.reads = 0;
    let whole = root(memory, n).unwrap();
    assert!(memory.reads <= levels, "{} reads for the root of {n}", memory.reads);
    assert_eq!(whole, reference.root(0, size), "root of {n}");
    for &place in places {
        let at = place as u64;
        if place < size {
            memory.reads = 0;
            let proof = inclusion(memory, at, n).unwrap();
            assert!(memory.reads <= 2 * levels, "{} reads for {at} of {n}", memory.reads);
            assert_eq!(proof, reference.inclusion(place, 0, size), "{at} of {n}");
            assert_eq!(verify_inclusion(leaf(at), at, n, &proof, whole), Ok(()));
        }
        if place <= size {
            memory.reads = 0;
            let proof = consistency(memory, at, n).unwrap();
            assert!(memory.reads <= 2 * levels, "{} reads from {at} to {n}", memory.reads);
            if place > 0 {
                assert_eq!(proof, reference.consistency(place, 0, size), "{at} to {n}");
            }
            let old = root(memory, at).unwrap();
            assert_eq!(verify_consistency(at, n, &proof, old, whole), Ok(()), "{at} to {n}");
        }
    }
}

#[test]
fn every_size_to_600_is_what_the_rfc_defines() {
    let (mut memory, mut reference) = world(600);
    let mut frontier = Frontier::new();
    let mut choices = Choices(600);
    for size in 0..=600 {
        assert_eq!((frontier.size(), frontier.root()), (size as u64, root(&mut memory, size as u64).unwrap()));
        let places: Vec<usize> = match size {
            0..=40 | 257 => (0..=size).collect(),
            _ => vec![choices.below(size), size - 1, size],
        };
        check(&mut memory, &mut reference, size, &places);
        frontier.push(leaf(size as u64));
    }
}

#[test]
fn sizes_that_cross_the_second_level_are_too() {
    let (mut memory, mut reference) = world(70_000);
    assert_eq!(memory.levels.iter().map(Vec::len).collect::<Vec<_>>(), [70_000, 273, 1]);

    let mut frontier = Frontier::new();
    let mut tiles = vec![Vec::new(); 3];
    for leaf in &reference.leaves {
        frontier.push_and(*leaf, |tile| tiles[usize::from(tile.level)].push(tile.hash));
    }
    assert_eq!(tiles[1..], memory.levels[1..]);
    assert_eq!(frontier.root(), root(&mut memory, 70_000).unwrap());

    let mut choices = Choices(70_000);
    for size in [65_535, 65_536, 65_537, 65_792, 70_000] {
        let places = [0, choices.below(size), 65_535];
        check(&mut memory, &mut reference, size, &places);
    }
    for _ in 0..40 {
        let size = 1 + choices.below(70_000);
        let places = [choices.below(size), choices.below(size)];
        check(&mut memory, &mut reference, size, &places);
    }
}

#[test]
fn questions_without_an_answer_are_typed_errors() {
    let mut memory = Memory::with(leaves(300));
    assert_eq!(inclusion(&mut memory, 5, 5), Err(TreeError::NoSuchLeaf { index: 5, size: 5 }));
    assert_eq!(consistency(&mut memory, 6, 5), Err(TreeError::NotOlder { old: 6, new: 5 }));
    let incomplete = TreeError::Incomplete { level: 0, from: 256, to: 301, found: 0 };
    assert_eq!(inclusion(&mut memory, 299, 301), Err(incomplete));
    let one = leaf(0);
    assert_eq!(verify_inclusion(one, 0, 0, &[], one), Err(ProofError::OutOfRange));
    assert_eq!(verify_inclusion(one, 0, 1, &[one], one), Err(ProofError::WrongLength));
    assert_eq!(verify_consistency(2, 1, &[], one, one), Err(ProofError::OutOfRange));
    assert_eq!(verify_consistency(0, 1, &[], one, one), Err(ProofError::OtherRoot));
    assert_eq!(verify_consistency(0, 0, &[], empty_root(), one), Err(ProofError::OtherRoot));
    assert_eq!(verify_consistency(3, 4, &[], one, one), Err(ProofError::WrongLength));
}

fn flipped(digest: Digest, bit: usize) -> Digest {
    let mut bytes = digest.0;
    bytes[bit / 8 % 32] ^= 1 << (bit % 8);
    Digest(bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_flipped_bit_spoils_an_inclusion_proof(size in 1..1500_u64, place: u64, bit in 0..256_usize) {
        let index = place % size;
        let mut memory = Memory::with(leaves(usize::try_from(size).unwrap()));
        let whole = root(&mut memory, size).unwrap();
        let proof = inclusion(&mut memory, index, size).unwrap();
        let holds = |leaf, index, size, proof: &[Digest], root| verify_inclusion(leaf, index, size, proof, root).is_ok();
        let ours = leaf(index);
        prop_assert!(holds(ours, index, size, &proof, whole));
        prop_assert!(!holds(flipped(ours, bit), index, size, &proof, whole));
        prop_assert!(!holds(ours, index, size, &proof, flipped(whole, bit)));
        for at in 0..proof.len() {
            let mut other = proof.clone();
            other[at] = flipped(other[at], bit);
            prop_assert!(!holds(ours, index, size, &other, whole));
            prop_assert!(!holds(ours, index, size, &proof[..at], whole));
        }
        prop_assert!(!holds(ours, index, size, &[&proof[..], &[whole]].concat(), whole));
        for bit in 0..64 {
            prop_assert!(!holds(ours, index ^ (1 << bit), size, &proof, whole));
            // A root does not bind its size; the checkpoint does. So a size with another shape is refused here,
            // and a size with the same shape is the signature's business.
            let other = size ^ (1 << bit);
            let same = shape::of_inclusion(index, other) == shape::of_inclusion(index, size);
            prop_assert_eq!(holds(ours, index, other, &proof, whole), same);
        }
    }

    #[test]
    fn a_flipped_bit_spoils_a_consistency_proof(new in 2..1500_u64, place: u64, bit in 0..256_usize) {
        let old = 1 + place % (new - 1);
        let mut memory = Memory::with(leaves(usize::try_from(new).unwrap()));
        let (before, after) = (root(&mut memory, old).unwrap(), root(&mut memory, new).unwrap());
        let proof = consistency(&mut memory, old, new).unwrap();
        let holds = |old, new, proof: &[Digest], a, b| verify_consistency(old, new, proof, a, b).is_ok();
        prop_assert!(holds(old, new, &proof, before, after));
        prop_assert!(!holds(old, new, &proof, flipped(before, bit), after));
        prop_assert!(!holds(old, new, &proof, before, flipped(after, bit)));
        for at in 0..proof.len() {
            let mut other = proof.clone();
            other[at] = flipped(other[at], bit);
            prop_assert!(!holds(old, new, &other, before, after));
            prop_assert!(!holds(old, new, &proof[..at], before, after));
        }
        prop_assert!(!holds(old, new, &[&proof[..], &[after]].concat(), before, after));
        let ours = shape::of_consistency(old, new);
        for bit in 0..64 {
            let (other_old, other_new) = (old ^ (1 << bit), new ^ (1 << bit));
            prop_assert_eq!(holds(other_old, new, &proof, before, after), shape::of_consistency(other_old, new) == ours);
            prop_assert_eq!(holds(old, other_new, &proof, before, after), shape::of_consistency(old, other_new) == ours);
        }
    }
}
