//! What governing costs: an agent's `store` call through the engine, gate and ledger included, against the rows it writes.
//!
//! Budget: an acknowledged governed write takes at most 1.5 × the SQLite transaction that writes the same rows without a
//! ledger. The ratio is printed, never asserted: a busy machine is not a broken one.
//!
//! Not here: the store's share of it, and reading; see `ledger` in the store.

use ed25519_dalek::SigningKey;
use engine::{Engine, Founding, Pin, Request, Roots, Signer};
use kernel::{
    actor::{Actor, ActorKind, Mode},
    call::Call,
    ledger::{Checkpoint, Digest, LogKey},
    palace::Sealing,
    time::Moment,
};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use store::{Backend, Place, Store, Value};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const NOW_MS: i64 = 1_767_225_600_000;

fn main() -> Result<()> {
    let (mut folder, mut writes) = (PathBuf::from(env!("CARGO_TARGET_TMPDIR")), 2_000_u64);
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--dir" => folder = value.into(),
            "--writes" => writes = value.parse()?,
            _ => return Err(format!("`{word}` means nothing; there are --dir and --writes").into()),
        }
    }
    let folder = folder.join(format!("governed-write-bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let done = compare(&folder, writes);
    fs::remove_dir_all(&folder)?;
    done
}

fn compare(folder: &Path, writes: u64) -> Result<()> {
    let place = Place::File(folder.join("governed.db"));
    let engine = found(place.clone())?;
    let mut behind = store::testing::connect(&place)?;
    let bare = Place::File(folder.join("bare.db"));
    Store::open(&bare)?; // the same schema, the same pragmas
    let mut rows = store::testing::connect(&bare)?;
    let (mut governed, mut alone) = (Vec::new(), Vec::new());
    for n in 0..writes {
        let call = call(n);
        let input = json!({ "content": format!("Retry the upload at most five times, then tell the user; seen in run {n}"), "as": "decision" });
        // Turn about, so that whatever else the machine does falls on both.
        governed.push(timed(|| {
            let answer = engine.call(&call, Request { op: "store", input, client: "codex", ..Request::default() });
            answer.map(drop).map_err(|refusal| refusal.to_json().to_string().into())
        })?);
        let written = Written::last(&mut *behind)?;
        alone.push(timed(|| written.again(&mut *rows))?);
    }
    governed.sort_unstable();
    alone.sort_unstable();
    println!("\nAn agent's `store` call, SQLite, WAL, synchronous = full, n = {writes} each, in turn");
    table(&["", "mean", "p50", "p99"]);
    for (name, times) in [("through the engine, ledger and all", &governed), ("the same rows, no ledger", &alone)] {
        table(&[name, &show(mean(times)), &show(times[times.len() / 2]), &show(times[times.len() * 99 / 100])]);
    }
    let ratio = |a: Duration, b: Duration| format!("{:.2}", a.as_secs_f64() / b.as_secs_f64());
    table(&["ratio (budget 1.50)", &ratio(mean(&governed), mean(&alone)), &ratio(governed[governed.len() / 2], alone[alone.len() / 2]), ""]);
    Ok(())
}

fn found(place: Place) -> Result<Engine> {
    let engine = Engine::open(place, Arc::new(Memory::default()), Some(Arc::new(Log(SigningKey::from_bytes(&[7; 32])))))?;
    engine.found(&call(0), &Founding { sealing: Sealing::Sealed, nonce: Digest::ZERO })?;
    Ok(engine)
}

fn call(n: u64) -> Call {
    let mut seed = [0; 16];
    seed[..8].copy_from_slice(&n.to_be_bytes());
    let now = Moment::from_millis(NOW_MS).plus(i64::try_from(n).unwrap_or(i64::MAX));
    Call::new(Actor::admit(Mode::Agent, ActorKind::Agent, "codex-a"), "s_0000000000000001", now, seed)
}

/// The rows that the last call left, apart from the ledger's.
struct Written {
    provenance: Vec<Value>,
    evidence: Vec<Value>,
    proposal: Vec<Value>,
}

impl Written {
    fn last(db: &mut dyn Backend) -> Result<Self> {
        let mut row = |table: &str| -> Result<Vec<Value>> {
            let rows = db.query(&format!("select * from {table} order by rowid desc limit 1"), &[])?;
            Ok(rows.first().ok_or("the call wrote nothing")?.rest().to_vec())
        };
        Ok(Self { provenance: row("provenance")?, evidence: row("evidence")?, proposal: row("proposal")? })
    }

    fn again(&self, db: &mut dyn Backend) -> Result<()> {
        db.begin_write()?;
        for (table, row) in [("provenance", &self.provenance), ("evidence", &self.evidence), ("proposal", &self.proposal)] {
            let places: Vec<String> = (1..=row.len()).map(|n| format!("?{n}")).collect();
            db.execute(&format!("insert into {table} values ({})", places.join(", ")), row)?;
        }
        Ok(db.commit()?)
    }
}

/// Keeps the pin in memory.
#[derive(Default)]
struct Memory(Mutex<Option<Pin>>);

impl Roots for Memory {
    fn pinned(&self) -> std::result::Result<Option<Pin>, engine::Error> {
        Ok(self.0.lock().ok().and_then(|pin| pin.clone()))
    }
    fn pin(&self, pin: &Pin) -> std::result::Result<(), engine::Error> {
        if let Ok(mut kept) = self.0.lock() {
            *kept = Some(pin.clone());
        }
        Ok(())
    }
}

/// A log key that signs nothing here: checkpoints are not part of a write.
struct Log(SigningKey);

impl Signer for Log {
    fn sign(&self, _: &Checkpoint) -> std::result::Result<String, engine::Error> {
        Ok(String::new())
    }
    fn sign_payload(&self, payload: &str) -> std::result::Result<String, engine::Error> {
        Ok(kernel::cycle::sign(&self.0, payload))
    }
    fn log_key(&self) -> LogKey {
        LogKey::new("palace-bench", self.0.verifying_key()).expect("BUG: the name is plain")
    }
}

fn timed(job: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let started = Instant::now();
    job()?;
    Ok(started.elapsed())
}

fn mean(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / u32::try_from(times.len()).unwrap_or(u32::MAX).max(1)
}

fn show(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

fn table(cells: &[&str]) {
    let (first, rest) = cells.split_first().unwrap_or((&"", &[]));
    println!("  {first:36}{}", rest.iter().map(|cell| format!("{cell:>16}")).collect::<Vec<_>>().concat());
}
