//! Every way to tamper with a ledger, a thousand times each.
//!
//! The chain alone catches the first six. The last three leave a ledger that is right in itself, so they are
//! judged against a checkpoint that was kept elsewhere.

use ed25519_dalek::SigningKey;

use super::*;
use crate::ledger::{Checkpoint, Tile, VerifyError, agrees};

const TRIALS: usize = 1000;
const SIZE: usize = 200;

fn leaves(rows: &[Row]) -> Memory {
    Memory::with(rows.iter().map(|row| row.hash))
}

/// The checkpoint after some rows, gone through its signed text as a witness would keep it.
fn checkpoint(rows: &[Row]) -> Checkpoint {
    let key = SigningKey::from_bytes(&[7; 32]);
    let size = rows.len() as u64;
    let root = merkle::root(&mut leaves(rows), size).unwrap();
    let note = Checkpoint { origin: "home".into(), size, root }.sign("home", &key).unwrap();
    Checkpoint::open(&note, "home", &key.verifying_key()).unwrap()
}

/// Verifiers that have read the first 0, 1, 2 … rows of an honest ledger. A trial starts from the last one before
/// its damage: reading the same honest rows again for every trial would only take time.
struct Readers(Vec<Row>, Vec<Verifier>);

impl Readers {
    fn of(rows: &[Row]) -> Readers {
        let mut readers = vec![Verifier::new("p_home")];
        for row in rows {
            let mut next = readers[readers.len() - 1].clone();
            next.push(&row.entry, row.hash, row.payload()).unwrap();
            readers.push(next);
        }
        Readers(rows.to_vec(), readers)
    }

    fn verify(&self, rows: &[Row], kept: Option<&Checkpoint>) -> Result<(), Fault> {
        let Readers(honest, readers) = self;
        let same = rows.iter().zip(honest).take_while(|(a, b)| a == b).count();
        let same = kept.map_or(same, |kept| same.min(usize::try_from(kept.size).unwrap()));
        let mut verifier = readers[same].clone();
        if let Some(kept) = kept {
            verifier.expect(kept);
        }
        for row in &rows[same..] {
            verifier.push(&row.entry, row.hash, row.payload())?;
        }
        verifier.finish().map(|_| ())
    }
}

fn asked_of_the_tree(rows: &[Row], kept: &Checkpoint) -> Result<(), Fault> {
    match agrees(kept, &mut leaves(rows), rows.len() as u64) {
        Ok(()) => Ok(()),
        Err(VerifyError::Fault(fault)) => Err(fault),
        Err(VerifyError::Read(error)) => panic!("{error}"),
    }
}

/// Runs one kind of tampering on copies of a ledger until a thousand of them were really changed.
fn trials(seed: u64, tamper: impl Fn(&mut Vec<Row>, &mut Choices) -> bool) {
    let honest = ledger(SIZE, "honest");
    let readers = Readers::of(&honest);
    let mut choices = Choices(seed);
    let mut changed = 0;
    while changed < TRIALS {
        let trial = choices.0;
        let mut rows = honest.clone();
        if tamper(&mut rows, &mut choices) {
            let verdict = readers.verify(&rows, None);
            assert!(verdict.is_err(), "trial {trial} of seed {seed} was not noticed");
            changed += 1;
        }
    }
}

#[test]
fn untouched_ledgers_raise_no_alarm() {
    let rows = ledger(SIZE, "honest");
    for size in 0..=SIZE {
        let rows = &rows[..size];
        // Cutting at an erasure would leave its subject erased by nobody; only whole tens are honest prefixes.
        if size % 10 == 0 {
            let verified = verify(rows).unwrap();
            let kept = checkpoint(rows);
            assert_eq!((verified.size, verified.root), (kept.size, kept.root));
            assert_eq!(verified.head, rows.last().map_or(Digest::ZERO, |row| row.hash));
        }
    }
    let readers = Readers::of(&rows);
    for size in 0..=SIZE {
        let kept = checkpoint(&rows[..size]);
        assert_eq!(readers.verify(&rows, Some(&kept)), Ok(()));
        assert_eq!(asked_of_the_tree(&rows, &kept), Ok(()));
    }
}

#[test]
fn a_changed_payload_is_noticed() {
    trials(2, |rows, choices| {
        let row = &mut rows[choices.below(SIZE)];
        let Kept::Payload(salt, body) = &mut row.kept else {
            return false;
        };
        match choices.below(4) {
            0 => salt[choices.below(16)] ^= 1 << choices.below(8),
            1 => body.push(' '),
            2 => row.kept = Kept::Nothing,
            _ => {
                let by = choices.next() % (SIZE as u64 + 5);
                let erasure = by > row.entry.seq && by % 10 == 9 && by < SIZE as u64;
                row.kept = Kept::Erased(by);
                return !erasure;
            }
        }
        true
    });
}

#[test]
fn a_changed_hash_is_noticed() {
    trials(3, |rows, choices| {
        let bit = choices.below(256);
        let row = &mut rows[choices.below(SIZE)];
        let fields = [&mut row.hash, &mut row.entry.prev, &mut row.entry.input, &mut row.entry.output, &mut row.entry.payload];
        fields.into_iter().nth(choices.below(5)).unwrap().0[bit / 8] ^= 1 << (bit % 8);
        true
    });
}

#[test]
fn a_changed_field_is_noticed_even_when_its_hash_is_made_to_fit() {
    trials(4, |rows, choices| {
        // The last row's hash has no successor that remembers it: that one needs a checkpoint.
        let row = &mut rows[choices.below(SIZE - 1)];
        match choices.below(6) {
            0 => row.entry.at += 1,
            1 => row.entry.actor_kind = "human".into(),
            2 => row.entry.actor.push('2'),
            3 => row.entry.outcome = "refused MODE".into(),
            4 => row.entry.subject.clear(),
            _ => row.entry.op = "claim.adopt".into(),
        }
        if choices.below(2) == 0 {
            row.rehash();
        }
        true
    });
}

#[test]
fn a_deleted_entry_is_noticed() {
    trials(5, |rows, choices| {
        let at = choices.below(SIZE - 1);
        rows.remove(at);
        match choices.below(3) {
            0 => {}
            1 => rows[at..].iter_mut().for_each(|row| row.entry.seq -= 1),
            _ => {
                for row in &mut rows[at..] {
                    row.entry.seq -= 1;
                    row.rehash();
                }
            }
        }
        true
    });
}

#[test]
fn an_inserted_entry_is_noticed() {
    trials(6, |rows, choices| {
        let at = choices.below(SIZE);
        let mut row = rows[choices.below(SIZE)].clone();
        if choices.below(2) == 0 {
            row.entry.seq = at as u64;
            row.entry.prev = at.checked_sub(1).map_or(Digest::ZERO, |before| rows[before].hash);
            row.rehash();
        }
        rows.insert(at, row);
        if choices.below(2) == 0 {
            rows[at + 1..].iter_mut().for_each(|row| row.entry.seq += 1);
        }
        true
    });
}

#[test]
fn two_entries_that_changed_places_are_noticed() {
    trials(7, |rows, choices| {
        let (a, b) = (choices.below(SIZE), choices.below(SIZE));
        rows.swap(a, b);
        if choices.below(2) == 0 {
            (rows[a].entry.seq, rows[b].entry.seq) = (a as u64, b as u64);
        }
        a != b
    });
}

#[test]
fn a_truncated_tail_is_noticed_by_a_checkpoint() {
    let rows = ledger(SIZE, "honest");
    let readers = Readers::of(&rows);
    let kept = checkpoint(&rows);
    let mut choices = Choices(8);
    for _ in 0..TRIALS {
        // At whole tens the remaining ledger is right in itself, and only the checkpoint knows better.
        let size = 10 * choices.below(SIZE / 10);
        let shorter = Err(Fault::ShorterThanCheckpoint { size: size as u64, checkpoint: SIZE as u64 });
        assert_eq!(readers.verify(&rows[..size], Some(&kept)), shorter);
        assert_eq!(asked_of_the_tree(&rows[..size], &kept), shorter);
    }
}

#[test]
fn a_ledger_rolled_back_and_continued_is_noticed_by_a_checkpoint() {
    let rows = ledger(SIZE, "honest");
    let readers = Readers::of(&rows);
    let checkpoints: Vec<Checkpoint> = (0..=SIZE).map(|size| checkpoint(&rows[..size])).collect();
    let mut choices = Choices(9);
    for trial in 0..TRIALS {
        let back = 10 * choices.below(SIZE / 10);
        let mut other = rows[..back].to_vec();
        let signed = back + 1 + choices.below(SIZE - back);
        // Sometimes it has outgrown the checkpoint again, sometimes not yet.
        for at in 0..choices.below(20) {
            append(&mut other, "evidence.record", format!("another story {trial} {at}"));
        }
        let kept = &checkpoints[signed];
        let (size, checkpoint) = (other.len() as u64, signed as u64);
        let expected =
            Err(if size < checkpoint { Fault::ShorterThanCheckpoint { size, checkpoint } } else { Fault::OtherThanCheckpoint { size: checkpoint } });
        assert_eq!(readers.verify(&other, None), Ok(()), "right in itself");
        assert_eq!(readers.verify(&other, Some(kept)), expected);
        assert_eq!(asked_of_the_tree(&other, kept), expected);
    }
}

#[test]
fn a_ledger_replaced_as_a_whole_is_noticed_by_a_checkpoint() {
    let rows = ledger(SIZE, "honest");
    let readers = Readers::of(&rows);
    let mut choices = Choices(10);
    for trial in 0..TRIALS {
        let kept = checkpoint(&rows[..=choices.below(20)]);
        let forged = ledger(20 + 10 * choices.below(3), &format!("forged {trial}"));
        let other = Err(Fault::OtherThanCheckpoint { size: kept.size });
        assert_eq!(readers.verify(&forged, Some(&kept)), other);
        assert_eq!(asked_of_the_tree(&forged, &kept), other);
    }
}

#[test]
fn a_wrong_tile_is_noticed() {
    let mut rows = Vec::new();
    for at in 0..600 {
        append(&mut rows, "evidence.record", at.to_string());
    }
    let verified = verify(&rows).unwrap();
    let mut memory = leaves(&rows);
    assert_eq!(verified.tiles.len(), 2);
    assert_eq!(verified.tiles[1], Tile { level: 1, index: 1, hash: memory.levels[1][1] });
    assert!(verified.check_tiles(&mut memory).is_ok());
    memory.levels[1][1].0[3] ^= 1;
    let fault = verified.check_tiles(&mut memory).unwrap_err();
    assert!(matches!(fault, VerifyError::Fault(Fault::WrongTile { level: 1, index: 1 })), "{fault}");
    memory.levels[1].pop();
    assert!(matches!(verified.check_tiles(&mut memory), Err(VerifyError::Read(_))));
}
