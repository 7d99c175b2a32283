//! What the benchmarks share: a palace to put things in, a folder that goes away, and the line that says where it ran.
//!
//! Not here: what is measured.

#[allow(dead_code, reason = "only some benchmarks have targets")]
pub(crate) mod targets;

use ed25519_dalek::{Signer as _, SigningKey};
use engine::{Engine, Founding, Pin, Request, Roots, Secret, Signer};
use kernel::{
    actor::{Actor, ActorKind, Mode},
    call::Call,
    floorplan::Floorplan,
    id::PalaceId,
    ledger::{Checkpoint, Digest, LogKey},
    palace::Sealing,
    refusal::Code,
    seal::{Seal, Statement},
    time::Moment,
};
use serde_json::Value as Json;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use store::Place;

/// Whatever went wrong, said once and passed up.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A palace that answers calls.
pub(crate) struct Palace {
    engine: Engine,
    roots: Arc<Memory>,
    calls: AtomicU64,
    floorplan: Arc<Floorplan>,
}

impl Palace {
    /// Creates a palace where there is none.
    pub(crate) fn found(place: Place, now: Moment) -> Result<Self> {
        let roots = Arc::new(Memory::default());
        let engine = opened(place, &roots)?;
        let palace = Self { engine, roots, calls: AtomicU64::new(0), floorplan: Arc::default() };
        palace.engine.found(&palace.call(now), &Founding { sealing: Sealing::Sealed, nonce: Digest::ZERO })?;
        Ok(palace)
    }

    /// Opens a palace that is there, by what [`Palace::trust`] said of it.
    #[allow(dead_code, reason = "only some benchmarks ask the same palace in another run")]
    pub(crate) fn open(place: Place, trust: &Json) -> Result<Self> {
        let named = trust["palace"].as_str().ok_or("what was kept beside the palace does not say which it is")?;
        let roots = Arc::new(Memory(Mutex::new(Some(Pin { palace: PalaceId::parse(named)?, root: None }))));
        let engine = opened(place, &roots)?;
        Ok(Self { engine, roots, calls: AtomicU64::new(0), floorplan: Arc::default() })
    }

    /// What the program keeps beside the database to know it again.
    #[allow(dead_code, reason = "only some benchmarks start the program")]
    pub(crate) fn trust(&self) -> Json {
        let pin = self.roots.0.lock().ok().and_then(|pin| pin.clone());
        pin.map_or(Json::Null, |pin| serde_json::json!({ "palace": pin.palace, "root": pin.root }))
    }

    /// Puts up the rooms of the project that calls are made in.
    #[allow(dead_code, reason = "only some benchmarks have rooms")]
    pub(crate) fn furnish(&mut self, floorplan: Floorplan) {
        self.floorplan = Arc::new(floorplan);
    }

    /// Calls an operation as a human would who seals what is asked.
    #[allow(dead_code, reason = "only some benchmarks decide anything")]
    pub(crate) fn decide(&self, key: &SigningKey, op: &str, input: &Json, now: Moment) -> Result<Json> {
        let send = |op: &str, input: Json, seal: Option<Seal>| {
            let mut call = self.call(now);
            call.actor = Actor::admit(Mode::Human, ActorKind::Human, "ana");
            self.engine.call(&call, Request { op, input, client: "bench", seal, ..Request::default() }).map(|answer| answer.into_inner().result)
        };
        let said = |refusal: kernel::refusal::Refusal| refusal.to_json().to_string();
        let asked = match send(op, input.clone(), None) {
            Err(refusal) if refusal.code() == Code::SealRequired => refusal.details().map_or(Json::Null, |details| details["request"].clone()),
            answer => return answer.map_err(|refusal| said(refusal).into()),
        };
        let listed = send("seal.list", serde_json::json!({ "limit": 1000 }), None).map_err(said)?;
        let request = listed["requests"].as_array().into_iter().flatten().find(|request| request["id"] == asked).ok_or("the request is gone")?;
        let statement: Statement = serde_json::from_value(request["statement"].clone())?;
        let signature = key.sign(&statement.to_sign()).to_bytes();
        let seal = Seal::signed(statement, &key.verifying_key().to_bytes(), &signature);
        send(op, input.clone(), Some(seal)).map_err(|refusal| said(refusal).into())
    }

    /// Calls an operation as an agent would.
    #[allow(dead_code, reason = "only some benchmarks call operations themselves")]
    pub(crate) fn ask(&self, op: &str, input: Json, now: Moment) -> Result<Json> {
        let answer = self.engine.call(&self.call(now), Request { op, input, client: "bench", ..Request::default() });
        answer.map(|envelope| envelope.into_inner().result).map_err(|refusal| refusal.to_json().to_string().into())
    }

    /// Looks at what is there, below the operations.
    #[allow(dead_code, reason = "only some benchmarks measure a part of an operation")]
    pub(crate) fn look<T>(&self, job: impl FnOnce(&engine::PalaceState, &mut store::View<'_>) -> std::result::Result<T, engine::Error>) -> Result<T> {
        self.engine.look(job).map_err(|e| e.into_refusal().to_json().to_string().into())
    }

    fn call(&self, now: Moment) -> Call {
        let n = self.calls.fetch_add(1, Ordering::Relaxed);
        let mut seed = [0; 16];
        seed[..8].copy_from_slice(&n.to_be_bytes());
        Call::new(Actor::admit(Mode::Agent, ActorKind::Agent, "bench"), "s_0000000000000001", now, seed).within(Arc::clone(&self.floorplan))
    }
}

fn opened(place: Place, roots: &Arc<Memory>) -> Result<Engine> {
    let log = Log(SigningKey::from_bytes(&[7; 32]));
    Ok(Engine::open(place, roots.clone(), Some(Arc::new(log)))?.with_secret(Arc::new(Known)))
}

/// A secret that nobody here guesses at.
struct Known;

impl Secret for Known {
    fn secret(&self) -> std::result::Result<[u8; 32], engine::Error> {
        Ok([9; 32])
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

/// A log key that signs nothing here: checkpoints are not part of what is measured.
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

/// A folder of this run's own, removed when it goes out of scope.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Makes it.
    pub(crate) fn below(folder: &Path, name: &str) -> Result<Self> {
        let path = folder.join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The machine, in one line.
pub(crate) fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field =
        |name: &str| info.lines().find(|line| line.starts_with(name)).and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kilobytes =
        memory.lines().find_map(|line| line.strip_prefix("MemTotal:")).and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    let gigabytes = kilobytes.map_or_else(String::new, |kb| format!(", {} GiB", kb >> 20));
    format!(
        "{} × {}{gigabytes}, {} {}",
        cores,
        field("model name").unwrap_or_else(|| "processor".into()),
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}

/// Prints a row: what it is about, then its figures.
pub(crate) fn row(first: &str, rest: &[String]) {
    let cells: Vec<String> = rest.iter().map(|cell| format!("  {cell:>10}")).collect();
    println!("  {first:52}{}", cells.concat());
}
