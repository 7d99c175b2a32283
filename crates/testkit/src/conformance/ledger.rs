//! The ledger on a real database: appended, verified, proved, across the borders of its tiles.

use super::{Bare, moment};
use crate::On;
use kernel::ledger::{Checkpoint, Digest, Entry, Frontier, Tile, payload_digest, verify_consistency, verify_inclusion};
use std::fmt::Write;
use store::LedgerFault;

/// A tile's worth of entries.
const TILE: u64 = 256;

fn verify(bare: &mut Bare, expected: &[Checkpoint]) -> Result<u64, String> {
    let palace = bare.genesis.id();
    let mut view = bare.store.look().expect("look");
    match view.verify_entries(&palace, expected).expect("read the ledger") {
        Ok(verified) => {
            assert_eq!(view.root(verified.size).expect("root"), verified.root, "the stored tree and the entries disagree");
            Ok(verified.size)
        }
        Err(fault) => Err(fault.to_string()),
    }
}

/// Every size up to and over a tile verifies, proves its entries, and continues every smaller one.
///
/// # Panics
/// When one does not.
pub fn across_a_tile(on: On) {
    let mut bare = Bare::new(on);
    let mut roots = vec![Digest::ZERO];
    for size in 1..=TILE + 4 {
        if size > 1 {
            bare.change(|_| Ok(())).expect("append");
        }
        roots.push(bare.store.look().expect("look").root(size).expect("root"));
    }
    let size = TILE + 4;
    assert_eq!(verify(&mut bare, &[]), Ok(size));
    prove(&mut bare, &roots, size, &[1, 2, 128, TILE - 1, TILE, TILE + 1, size]);
}

/// Proves first, last and border entries, and consistency from `olds`.
fn prove(bare: &mut Bare, roots: &[Digest], size: u64, olds: &[u64]) {
    let palace = bare.genesis.id();
    let root = |n: u64| roots[usize::try_from(n).expect("small")];
    let mut view = bare.store.look().expect("look");
    for seq in [0, 1, size / 2, size - 2, size - 1] {
        let stored = view.entry(&palace, seq).expect("read").expect("an entry");
        let proof = view.inclusion(seq, size).expect("a proof");
        verify_inclusion(stored.entry.hash(), seq, size, &proof, root(size)).unwrap_or_else(|e| panic!("entry {seq} of {size}: {e}"));
    }
    for old in olds {
        let proof = view.consistency(*old, size).expect("a proof");
        verify_consistency(*old, size, &proof, root(*old), root(size)).unwrap_or_else(|e| panic!("{old} to {size}: {e}"));
    }
}

/// The second level of tiles begins at 65,536 entries. The entries before are written in bulk, the last through the front door.
///
/// # Panics
/// When the border does not hold.
pub fn across_the_second_level(on: On) {
    const BORDER: u64 = TILE * TILE;
    let mut bare = Bare::new(on);
    let mut frontier = fill(&mut bare, BORDER - 2);
    let mut roots = std::collections::BTreeMap::from([(BORDER - 2, frontier.root())]);
    for size in BORDER - 1..=BORDER + 2 {
        let ((), receipt) = bare.change(|_| Ok(())).expect("append");
        assert_eq!(receipt.seq + 1, size);
        frontier.push(receipt.hash);
        roots.insert(size, frontier.root());
    }
    assert_eq!(verify(&mut bare, &[]), Ok(BORDER + 2));
    let mut view = bare.store.look().expect("look");
    for (size, root) in &roots {
        assert_eq!(view.root(*size).expect("root"), *root, "size {size}");
        let proof = view.inclusion(0, *size).expect("a proof");
        let first = view.entry(&bare.genesis.id(), 0).expect("read").expect("the first").hash;
        verify_inclusion(first, 0, *size, &proof, *root).unwrap_or_else(|e| panic!("size {size}: {e}"));
    }
    let proof = view.consistency(BORDER - 2, BORDER + 2).expect("a proof");
    verify_consistency(BORDER - 2, BORDER + 2, &proof, roots[&(BORDER - 2)], roots[&(BORDER + 2)]).expect("it continues");
}

/// Writes entries in bulk, as many as needed to reach `size`, exactly as the store would have.
fn fill(bare: &mut Bare, size: u64) -> Frontier {
    let palace = bare.genesis.id().to_string();
    let mut db = bare.site.raw();
    let first = bare.store.look().expect("look").entry(&bare.genesis.id(), 0).expect("read").expect("the first").hash;
    let (mut frontier, mut prev, mut tiles) = (Frontier::new(), first, Vec::new());
    frontier.push(first);
    let payload = payload_digest(&[0; 16], b"{}");
    let (at, salt) = (moment(1), "0".repeat(32));
    db.batch("begin").expect("begin");
    let mut seq = 1;
    while seq < size {
        let mut sql = String::from(
            "insert into ledger (seq, at, actor_kind, actor, session, op, outcome, subject, input, output, payload, prev, hash, salt, body) values ",
        );
        for n in 0..1_000.min(size - seq) {
            let entry = Entry {
                palace: palace.clone(),
                seq,
                prev,
                at: at.millis(),
                actor_kind: "human".into(),
                actor: "ana".into(),
                session: String::new(),
                op: "test.fill".into(),
                outcome: "done".into(),
                subject: String::new(),
                input: Digest::ZERO,
                output: Digest::ZERO,
                payload,
            };
            let hash = entry.hash();
            let comma = if n == 0 { "" } else { "," };
            let zero = Digest::ZERO;
            let _ = write!(
                sql,
                "{comma}({seq},'{at}','human','ana','','test.fill','done','','{zero}','{zero}','{payload}','{prev}','{hash}','{salt}','{{}}')"
            );
            frontier.push_and(hash, |tile| tiles.push(tile));
            prev = hash;
            seq += 1;
        }
        db.batch(&sql).expect("write entries");
    }
    for Tile { level, index, hash } in &tiles {
        db.batch(&format!("insert into ledger_tile (level, idx, hash) values ({level}, {index}, '{hash}')")).expect("write a tile");
    }
    db.batch("commit").expect("commit");
    frontier
}

/// Whatever is changed in the ledger or in the rows it speaks of is named by the verifier.
///
/// # Panics
/// When a change goes unnoticed.
pub fn tampering_is_named(on: On) {
    let table = [
        ("update ledger set actor = 'mallory' where seq = 2", "entry 2"),
        ("update ledger set body = '{}' where seq = 2", "entry 2"),
        ("update ledger set prev = hash where seq = 3", "entry 3"),
        ("delete from ledger where seq = 2", "entry"),
        ("update ledger_tile set hash = (select hash from ledger where seq = 0)", "tree hash 0 of level 1"),
    ];
    for (sql, named) in table {
        let mut bare = Bare::new(on);
        for _ in 0..TILE {
            bare.change(|_| Ok(())).expect("append");
        }
        bare.site.raw().batch(sql).expect("tamper");
        let found = verify(&mut bare, &[]);
        assert!(found.as_ref().is_err_and(|fault| fault.contains(named)), "{sql}: {found:?}");
    }
    // A tail that is cut off leaves a chain that holds; only a checkpoint kept elsewhere notices.
    let mut bare = Bare::new(on);
    for _ in 0..3 {
        bare.change(|_| Ok(())).expect("append");
    }
    let root = bare.store.look().expect("look").root(4).expect("root");
    bare.site.raw().batch("delete from ledger where seq = 3").expect("tamper");
    assert_eq!(verify(&mut bare, &[]), Ok(3));
    let kept = Checkpoint { origin: "x".into(), size: 4, root };
    assert!(verify(&mut bare, &[kept]).is_err());
}

/// A governed row that no entry made, or that an entry did not leave so, is named.
///
/// # Panics
/// When it goes unnoticed.
pub fn edited_rows_are_named(on: On) {
    use crate::world::{Who, World};
    use serde_json::json;
    let table = [
        ("update claim set standing = 'canonical'", "changed behind the ledger's back"),
        ("update claim set source = 'human'", "changed behind the ledger's back"),
        ("update proposal set status = 'pending'", "changed behind the ledger's back"),
        ("update proposal set expires_at = '2099-01-01T00:00:00.000Z'", "changed behind the ledger's back"),
        ("update evidence set digest = substr(digest, 2)", "is not what was recorded"),
        ("delete from claim", "it is gone from the file"),
        ("delete from evidence", "it is gone from the file"),
        ("update link set target_id = 'e_0'", "changed behind the ledger's back"),
        ("delete from link", "it is gone from the file"),
        (
            "insert into claim (id, draft, standing, source, created_at, updated_at) select 'd_forged', draft, standing, source, created_at, updated_at from claim",
            "no entry made it",
        ),
    ];
    for (sql, named) in table {
        let mut world = World::new(on, kernel::palace::Sealing::Unsealed);
        let filed = world.call(&Who::agent("codex-a"), "store", json!({ "content": "We use one file", "as": "decision" })).expect("filed");
        world.call(&Who::human("ana"), "approve", json!({ "proposalId": filed.result["proposalId"] })).expect("approved");
        world.raw().batch(sql).expect("tamper");
        let found = world.call(&Who::human("ana"), "ledger.verify", json!({}));
        assert!(found.as_ref().is_err_and(|refusal| refusal.what().contains(named)), "{sql}: {found:?}");
    }
    // The faults are a closed list: a new one needs a line above.
    let _: fn(LedgerFault) = |fault| match fault {
        LedgerFault::Entry(_) | LedgerFault::Row { .. } | LedgerFault::Unmade { .. } | LedgerFault::Gone { .. } | LedgerFault::Tile { .. } => {}
    };
}
