//! What the ledger costs in the store: a write with its entry, verifying a million entries, proving one among them.
//!
//! Budgets: a write at most 1.5 × the same rows without a ledger; at least 500,000 entries verified a second on one core;
//! a proof in less than a millisecond. The figures are printed, never asserted: a busy machine is not a broken one.
//!
//! Not here: what the engine adds to a write; see `governed_write` in the engine.

use kernel::{
    actor::{Actor, ActorKind, Mode},
    call::Call,
    canonical,
    effect::{Effect, Propose},
    evidence::{Evidence, Origin},
    gate::{self, Agents, Ask, Passage, Permit},
    id::{EvidenceId, PalaceId, ProposalId},
    ledger::{Digest, Entry, Payload, Verifier, payload_digest, tree, verify_inclusion},
    palace::{Genesis, Sealing},
    proposal::{OPEN_MS, Proposal, Status},
    text::Content,
    time::Moment,
};
use serde_json::{Value as Json, json};
use std::{
    error::Error,
    fs,
    hint::black_box,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use store::{Act, Backend, Outcome, Place, Store, Value};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const NOW_MS: i64 = 1_767_225_600_000;
const SESSION: &str = "s_0000000000000001";
const AGENT: &str = "codex-a";

fn main() -> Result<()> {
    let options = Options::read()?;
    let folder = options.folder.join(format!("ledger-bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let done = write(&folder, options.writes).and_then(|()| read(&folder, options.entries));
    fs::remove_dir_all(&folder)?;
    done
}

struct Options {
    folder: PathBuf,
    entries: u64,
    writes: u64,
}

impl Options {
    fn read() -> Result<Self> {
        let mut options = Self { folder: env!("CARGO_TARGET_TMPDIR").into(), entries: 1_000_000, writes: 2_000 };
        let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
            match word.as_str() {
                "--dir" => options.folder = value.into(),
                "--entries" => options.entries = value.parse()?,
                "--writes" => options.writes = value.parse()?,
                _ => return Err(format!("`{word}` means nothing; there are --dir, --entries and --writes").into()),
            }
        }
        Ok(options)
    }
}

// ---- a write, with and without its entry

fn write(folder: &Path, writes: u64) -> Result<()> {
    let (governed, bare) = (Place::File(folder.join("governed.db")), Place::File(folder.join("bare.db")));
    let palace = found(&governed)?;
    found(&bare)?; // the same schema, the same pragmas, the same one row
    let mut store = Store::open(&governed)?;
    let mut rows = store::testing::connect(&bare)?;
    let permit = permit()?;
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for n in 0..writes {
        let thing = Thing::number(n)?;
        // Turn about, so that whatever else the machine does falls on both.
        with.push(timed(|| thing.governed(&mut store, &permit, &palace))?);
        without.push(timed(|| thing.bare(&mut *rows))?);
    }
    println!("\nA write of one evidence row with its provenance and one proposal row, SQLite, WAL, synchronous = full, n = {writes} each, in turn");
    table(&["", "mean", "p50", "p99"]);
    for (name, times) in [("with its ledger entry", &mut with), ("the same rows, no ledger", &mut without)] {
        times.sort_unstable();
        table(&[name, &show(mean(times)), &show(times[times.len() / 2]), &show(times[times.len() * 99 / 100])]);
    }
    let ratio = |a: Duration, b: Duration| format!("{:.2}", a.as_secs_f64() / b.as_secs_f64());
    let middle = |times: &[Duration]| times[times.len() / 2];
    table(&["ratio (budget 1.50)", &ratio(mean(&with), mean(&without)), &ratio(middle(&with), middle(&without)), ""]);
    Ok(())
}

fn found(place: &Place) -> Result<PalaceId> {
    let genesis = Genesis { sealing: Sealing::Sealed, log_key: "bench".into(), created: Moment::from_millis(NOW_MS), nonce: Digest::ZERO };
    let (palace, call, body) = (genesis.id(), call(0), json!({ "genesis": genesis }));
    let input = canonical::digest(&body)?;
    let subject = palace.to_string();
    Store::open(place)?
        .found(&genesis, &Act { palace: &palace, call: &call, op: "palace.create", outcome: Outcome::Done, subject, input, output: input, body })?;
    Ok(palace)
}

fn call(n: u64) -> Call {
    let mut seed = [0; 16];
    seed[..8].copy_from_slice(&n.to_be_bytes());
    Call::new(Actor::admit(Mode::Agent, ActorKind::Agent, AGENT), SESSION, moment(n), seed)
}

fn moment(n: u64) -> Moment {
    Moment::from_millis(NOW_MS).plus(i64::try_from(n).unwrap_or(i64::MAX))
}

fn permit() -> Result<Permit<Propose>> {
    let call = call(0);
    let ask =
        Ask { call: &call, op: "claim.propose", spelled: "store", effect: Propose::NAME, agents: Agents::Run, input_bytes: 100, bytes_max: 1 << 20 };
    match gate::decide::<Propose>(&ask).map_err(|refusal| refusal.to_json().to_string())? {
        Passage::Run(permit) => Ok(permit),
        Passage::File(_) => Err("an agent may run `claim.propose`".into()),
    }
}

/// What an agent's `store` call writes.
struct Thing {
    /// Of its evidence.
    n: i64,
    call: Call,
    evidence: Evidence,
    proposal: Proposal,
    input: Json,
    result: Json,
}

impl Thing {
    fn number(n: u64) -> Result<Self> {
        let call = call(n);
        let row = i64::try_from(n)? + 1;
        let content = format!("Retry the upload at most five times, then tell the user; seen in run {n}");
        let evidence = Evidence {
            id: EvidenceId::mint("e", &call.tail()),
            origin: Origin::Agent,
            principal: AGENT.into(),
            source: format!("session {SESSION}"),
            content: Content::parse(&content)?,
            recorded_at: call.now,
        };
        let draft = json!({ "as": "decision", "content": content, "evidence": [evidence.id], "scope": "palace", "tags": [] });
        let proposal = Proposal {
            id: ProposalId::mint("p", &call.tail()),
            op: "claim.adopt".into(),
            input: canonical::canonical(&draft)?,
            author: AGENT.into(),
            author_kind: "agent".into(),
            session: SESSION.into(),
            agent_type: "codex".into(),
            source: "agent".into(),
            evidence_refs: "{}".into(),
            evidence: vec![evidence.id.clone()],
            classified: None,
            dedupe_key: canonical::digest(&draft)?,
            status: Status::Pending,
            reviewed_by: String::new(),
            reviewed_at: None,
            review_note: String::new(),
            promoted_to: None,
            created_at: call.now,
            expires_at: call.now.plus(OPEN_MS),
            archived_at: None,
        };
        let input = json!({ "content": content, "as": "decision" });
        let result = json!({
            "proposalId": proposal.id, "status": "pending", "as": "decision", "authority": "proposed",
            "classificationConfidence": 1.0, "signals": ["explicit"], "expiresAt": proposal.expires_at,
        });
        Ok(Self { n: row, call, evidence, proposal, input, result })
    }

    fn governed(&self, store: &mut Store, permit: &Permit<Propose>, palace: &PalaceId) -> Result<()> {
        let mut txn = store.begin(permit)?;
        txn.record(&self.evidence)?;
        txn.file(&self.proposal)?;
        let act = Act {
            palace,
            call: &self.call,
            op: "claim.propose",
            outcome: Outcome::Proposed,
            subject: self.proposal.id.to_string(),
            input: canonical::digest(&self.input)?,
            output: canonical::digest(&self.result)?,
            body: json!({ "input": self.input, "result": self.result }),
        };
        txn.commit(&act)?;
        Ok(())
    }

    fn bare(&self, rows: &mut dyn Backend) -> Result<()> {
        let (e, p) = (&self.evidence, &self.proposal);
        rows.begin_write()?;
        rows.execute(
            "insert into provenance (n, origin, principal, source, recorded_at) values (?1, ?2, ?3, ?4, ?5)",
            &[self.n.into(), text(e.origin.name()), text(&e.principal), text(&e.source), e.recorded_at.into()],
        )?;
        rows.execute(
            "insert into evidence (n, id, provenance, content, packed, digest) values (?1, ?2, ?1, ?3, x'', ?4)",
            &[self.n.into(), text(e.id.as_str()), text(e.content.as_str()), e.digest().0[..8].to_vec().into()],
        )?;
        rows.execute(
            "insert into proposal (id, op, input, author, author_kind, session, agent_type, source, evidence_refs, evidence, classification,
             dedupe_key, status, created_at, expires_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
            &[
                text(p.id.as_str()),
                text(&p.op),
                text(&p.input),
                text(&p.author),
                text(&p.author_kind),
                text(&p.session),
                text(&p.agent_type),
                text(&p.source),
                text(&p.evidence_refs),
                canonical::canonical(&p.evidence)?.into(),
                text(""),
                p.dedupe_key.into(),
                text(p.status.name()),
                p.created_at.into(),
                p.expires_at.into(),
            ],
        )?;
        rows.commit()?;
        Ok(())
    }
}

fn text(text: &str) -> Value {
    Value::from(text)
}

// ---- reading a long ledger

const COLUMNS: &str = "seq, at, actor_kind, actor, session, op, outcome, subject, input, output, payload, prev, hash, salt, body, erased_by";
const INSERT: &str = "insert into ledger (seq, at, actor_kind, actor, session, op, outcome, subject, input, output, payload, prev, hash, salt, body)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";

fn read(folder: &Path, entries: u64) -> Result<()> {
    let path = folder.join("long.db");
    let palace = PalaceId::parse("pal_0000000000000001")?;
    let started = Instant::now();
    let hashed = build(&path, &palace, entries)?;
    println!(
        "\nA ledger of {entries} entries in a SQLite file, {} MB, made in {:.0} s",
        fs::metadata(&path)?.len() / 1_000_000,
        started.elapsed().as_secs_f64()
    );
    let mut store = Store::open(&Place::File(path.clone()))?;

    println!("\nReading all of it on one core, best of 3");
    table(&["", "entries/s", "entries/s of CPU time", "ns/entry"]);
    let rate = |name: &str, job: &mut dyn FnMut() -> Result<()>| -> Result<f64> {
        let mut best = (Duration::MAX, Duration::MAX);
        for _ in 0..3 {
            let (wall, cpu) = (Instant::now(), on_cpu());
            job()?;
            best = (best.0.min(wall.elapsed()), best.1.min(on_cpu().saturating_sub(cpu)));
        }
        #[expect(clippy::cast_precision_loss, reason = "a count of entries is far below 2^53")]
        let count = entries as f64;
        let per_second = |time: Duration| count / time.as_secs_f64();
        table(&[name, &grouped(per_second(best.0)), &grouped(per_second(best.1)), &format!("{:.0}", best.1.as_secs_f64() * 1e9 / count)]);
        Ok(best.1.as_secs_f64())
    };
    let verified = rate("verify_entries (budget 500,000)", &mut || {
        let verified = store.look()?.verify_entries(&palace, &[])??;
        (verified.size == entries).then_some(()).ok_or_else(|| "the verifier saw another ledger".into())
    })?;
    let selected = rate("a bare select of the same columns", &mut || select(&path))?;
    let sha = rate("bare SHA-256 of the same bytes", &mut || {
        hashed.again(entries);
        Ok(())
    })?;
    println!("verify / (select + SHA-256): {:.2}; the rest is parsing and comparing", verified / (selected + sha));

    let mut view = store.look()?;
    let root = view.root(entries)?;
    let mut times = Vec::new();
    for n in 0..2_000_u64 {
        let seq = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % entries; // spread over the whole ledger
        let mut proof = Vec::new();
        times.push(timed(|| {
            proof = view.inclusion(seq, entries)?;
            Ok(())
        })?);
        let entry = view.entry(&palace, seq)?.ok_or("an entry is gone")?;
        verify_inclusion(entry.hash, seq, entries, &proof, root)?;
    }
    let first = times[0];
    times.sort_unstable();
    println!("\nAn inclusion proof from the file, n = {}, spread over the ledger, each checked (budget 1.000 ms)", times.len());
    table(&["", "first", "p50", "p99", "max"]);
    table(&["inclusion", &show(first), &show(times[times.len() / 2]), &show(times[times.len() * 99 / 100]), &show(times[times.len() - 1])]);
    Ok(())
}

/// What was hashed for one entry, to be hashed again without a database around it.
struct Hashed {
    leaf: Vec<u8>,
    payload: Vec<u8>,
}

impl Hashed {
    fn again(&self, times: u64) {
        for _ in 0..times {
            let leaf = Digest::of(black_box(&self.leaf));
            let payload = Digest::of(black_box(&self.payload));
            // A tree of n leaves has n - 1 nodes.
            black_box(tree::node_hash(&leaf, &payload));
        }
    }
}

/// Writes the ledger in one transaction: the rows that `Txn::commit` would write, without waiting for the disk a million times.
fn build(path: &Path, palace: &PalaceId, entries: u64) -> Result<Hashed> {
    Store::open(&Place::File(path.to_owned()))?; // the schema
    let mut rows = store::testing::connect(&Place::File(path.to_owned()))?;
    rows.begin_write()?;
    let mut verifier = Verifier::new(palace.to_string());
    let mut prev = Digest::ZERO;
    let mut last = Hashed { leaf: Vec::new(), payload: Vec::new() };
    for seq in 0..entries {
        let thing = Thing::number(seq)?;
        let after = json!({ thing.evidence.id.as_str(): thing.evidence.digest(), thing.proposal.id.as_str(): thing.proposal.dedupe_key });
        let body = canonical::canonical(&json!({ "after": after, "input": thing.input, "result": thing.result }))?;
        let salt = thing.call.salt();
        let entry = Entry {
            palace: palace.to_string(),
            seq,
            prev,
            at: thing.call.now.millis(),
            actor_kind: "agent".into(),
            actor: AGENT.into(),
            session: SESSION.into(),
            op: "claim.propose".into(),
            outcome: "proposed".into(),
            subject: thing.proposal.id.to_string(),
            input: canonical::digest(&thing.input)?,
            output: canonical::digest(&thing.result)?,
            payload: payload_digest(&salt, body.as_bytes()),
        };
        let hash = entry.hash();
        verifier.push(&entry, hash, Payload::Kept { salt: &salt, body: body.as_bytes() })?;
        let salt: String = salt.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
        last = Hashed { leaf: [vec![0], entry.leaf_bytes()].concat(), payload: format!("palace/payload/v1\n0123456789abcdef{body}").into_bytes() };
        let row = [
            Value::Int(i64::try_from(seq)?),
            thing.call.now.into(),
            entry.actor_kind.into(),
            entry.actor.into(),
            entry.session.into(),
            entry.op.into(),
            entry.outcome.into(),
            entry.subject.into(),
            entry.input.into(),
            entry.output.into(),
            entry.payload.into(),
            prev.into(),
            hash.into(),
            salt.into(),
            body.into(),
        ];
        rows.execute(INSERT, &row)?;
        prev = hash;
    }
    for tile in verifier.finish()?.tiles {
        let row = [Value::Int(tile.level.into()), Value::Int(i64::try_from(tile.index)?), tile.hash.into()];
        rows.execute("insert into ledger_tile (level, idx, hash) values (?1, ?2, ?3)", &row)?;
    }
    rows.commit()?;
    rows.batch("pragma wal_checkpoint(truncate)")?;
    Ok(last)
}

/// The least that anybody who reads these rows through SQLite pays.
fn select(path: &Path) -> Result<()> {
    let connection = rusqlite::Connection::open(path)?;
    let mut statement = connection.prepare(&format!("select {COLUMNS} from ledger order by seq"))?;
    let width = statement.column_count();
    let mut rows = statement.query([])?;
    let mut bytes = 0;
    while let Some(row) = rows.next()? {
        for column in 0..width {
            bytes += row.get_ref(column)?.as_bytes().map_or(8, <[u8]>::len);
        }
    }
    black_box(bytes);
    Ok(())
}

// ---- timing and printing

fn timed(job: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let started = Instant::now();
    job()?;
    Ok(started.elapsed())
}

/// How long this thread has been on a core, where the system says so. Other work on the machine does not count.
fn on_cpu() -> Duration {
    let said = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    said.split_whitespace().next().and_then(|nanos| nanos.parse().ok()).map_or(Duration::ZERO, Duration::from_nanos)
}

fn mean(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / u32::try_from(times.len()).unwrap_or(u32::MAX).max(1)
}

fn show(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(",")
}

fn table(cells: &[&str]) {
    let (first, rest) = cells.split_first().unwrap_or((&"", &[]));
    println!("  {first:36}{}", rest.iter().map(|cell| format!("{cell:>24}")).collect::<Vec<_>>().concat());
}
