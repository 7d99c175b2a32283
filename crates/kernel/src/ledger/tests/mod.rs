//! The ledger's tests, and the small worlds that they share.
//!
//! Not here: databases and files. The store repeats the tamper table over real rows.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod entry;
mod export;
mod note;
mod tamper;
mod tree;

use std::convert::Infallible;

use super::{Digest, Entry, Hashes, Payload, Verified, Verifier, payload_digest};
use super::{Fault, tree as merkle};

/// A store of tree hashes in memory that counts what is asked of it.
#[derive(Default)]
struct Memory {
    levels: Vec<Vec<Digest>>,
    reads: usize,
}

impl Memory {
    /// Appends leaves the way a store does: the leaf, then the tiles that it completes.
    fn with(leaves: impl IntoIterator<Item = Digest>) -> Memory {
        let mut memory = Memory { levels: vec![Vec::new()], reads: 0 };
        for (leaf, index) in leaves.into_iter().zip(0..) {
            memory.levels[0].push(leaf);
            for tile in merkle::completed(&mut memory, index, leaf).unwrap() {
                let level = usize::from(tile.level);
                memory.levels.resize_with(memory.levels.len().max(level + 1), Vec::new);
                assert_eq!(memory.levels[level].len() as u64, tile.index);
                memory.levels[level].push(tile.hash);
            }
        }
        memory.reads = 0;
        memory
    }
}

impl Hashes for Memory {
    type Error = Infallible;

    fn read(&mut self, level: u8, from: u64, to: u64) -> Result<Vec<Digest>, Infallible> {
        assert!(from < to && to - from <= 256, "level {level}: {from}..{to}");
        self.reads += 1;
        let stored = self.levels.get(usize::from(level)).map_or(&[][..], Vec::as_slice);
        let range = usize::try_from(from).unwrap()..usize::try_from(to).unwrap();
        Ok(stored.get(range).unwrap_or_default().to_vec())
    }
}

/// A seeded source of choices, so that a failing trial can be run again.
struct Choices(u64);

impl Choices {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }
}

fn leaf(index: u64) -> Digest {
    Digest::of(&index.to_be_bytes())
}

/// One row of a ledger as a store would keep it.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    entry: Entry,
    hash: Digest,
    kept: Kept,
}

#[derive(Debug, Clone, PartialEq)]
enum Kept {
    Payload([u8; 16], String),
    Erased(u64),
    Nothing,
}

impl Row {
    fn payload(&self) -> Payload<'_> {
        match &self.kept {
            Kept::Payload(salt, body) => Payload::Kept { salt, body: body.as_bytes() },
            Kept::Erased(by) => Payload::Erased { by: *by },
            Kept::Nothing => Payload::Missing,
        }
    }

    /// Makes the stored hash right again after a change.
    fn rehash(&mut self) {
        self.hash = self.entry.hash();
    }
}

/// Appends a row that is right in every respect.
fn append(rows: &mut Vec<Row>, op: &str, body: String) {
    let seq = rows.len() as u64;
    let input = Digest::of(body.as_bytes());
    let salt: [u8; 16] = std::array::from_fn(|at| input.0[at] ^ 0x5a);
    let entry = Entry {
        palace: "p_home".into(),
        seq,
        prev: rows.last().map_or(Digest::ZERO, |row| row.hash),
        at: 1_700_000_000_000 + 1000 * i64::try_from(seq).unwrap(),
        actor_kind: "agent".into(),
        actor: "claude".into(),
        session: "s_1".into(),
        op: op.into(),
        outcome: "done".into(),
        subject: format!("e_{seq}"),
        input,
        output: Digest::of(b"{}"),
        payload: payload_digest(&salt, body.as_bytes()),
    };
    rows.push(Row { hash: entry.hash(), entry, kept: Kept::Payload(salt, body) });
}

/// A ledger in which every tenth entry erases the payload of an earlier one.
fn ledger(size: usize, story: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for at in 0..size {
        let erases = at % 10 == 9;
        let op = if erases { "evidence.erase" } else { "evidence.record" };
        append(&mut rows, op, format!(r#"{{"text":"{story} {at}"}}"#));
        if erases {
            rows[at - 5].kept = Kept::Erased(at as u64);
        }
    }
    rows
}

fn verify(rows: &[Row]) -> Result<Verified, Fault> {
    let mut verifier = Verifier::new("p_home");
    for row in rows {
        verifier.push(&row.entry, row.hash, row.payload())?;
    }
    verifier.finish()
}
