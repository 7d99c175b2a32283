//! A palace to try things in: fresh, with a clock that moves one second a call, ids drawn from a seed, and people whose
//! keys are in memory.
//!
//! Not here: how a story is written down ([`crate::story`]) and how a database is made to fail ([`crate::faults`]).

use crate::{
    On, dump,
    faults::{Faults, Faulty},
    pg::Schema,
    temp::Temp,
};
use ed25519_dalek::{Signer as _, SigningKey};
use engine::{Engine, Envelope, Error, Founding, Pin, Request, Roots, Secret, Signer};
use kernel::{
    actor::{Actor, ActorKind, Mode},
    anchor::Anchor,
    call::{Call, Seed},
    floorplan::{Floorplan, Room},
    id::PalaceId,
    ledger::{Checkpoint, Digest, LogKey},
    palace::Sealing,
    refusal::{Code, Refusal},
    seal::{ENROL, Seal, Statement, fingerprint},
    time::Moment,
};
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};
use store::{Backend, Place, Store};

/// When every world begins.
pub const BEGINNING: &str = "2026-01-01T00:00:00.000Z";

/// What a human does when a seal is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// Signs what is asked.
    #[default]
    Seals,
    /// Does nothing, as over a wire.
    Rests,
    /// Signs the same thing, but for another palace.
    SealsElsewhere,
}

/// Who acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Human, agent or machine.
    pub kind: ActorKind,
    /// Their name.
    pub name: String,
    /// What they do when a seal is asked for.
    pub hand: Hand,
}

impl Who {
    /// An agent.
    pub fn agent(name: &str) -> Self {
        Self { kind: ActorKind::Agent, name: name.to_owned(), hand: Hand::Rests }
    }

    /// A human who signs when asked.
    pub fn human(name: &str) -> Self {
        Self { kind: ActorKind::Human, name: name.to_owned(), hand: Hand::Seals }
    }

    /// The same, doing something else when a seal is asked for.
    #[must_use]
    pub fn hand(mut self, hand: Hand) -> Self {
        self.hand = hand;
        self
    }

    fn actor(&self) -> Actor {
        let ceiling = if self.kind == ActorKind::Human { Mode::Human } else { Mode::Agent };
        Actor::admit(ceiling, self.kind, &self.name)
    }
}

/// Keeps the pin in memory.
#[derive(Default)]
struct Memory(Mutex<Option<Pin>>);

impl Roots for Memory {
    fn pinned(&self) -> Result<Option<Pin>, Error> {
        Ok(self.0.lock().expect("nobody panics with the pin in hand").clone())
    }
    fn pin(&self, pin: &Pin) -> Result<(), Error> {
        *self.0.lock().expect("nobody panics with the pin in hand") = Some(pin.clone());
        Ok(())
    }
}

/// Signs checkpoints with a key in memory.
struct Log(SigningKey);

const LOG_NAME: &str = "palace-test";

impl Signer for Log {
    fn sign(&self, checkpoint: &Checkpoint) -> Result<String, Error> {
        checkpoint.sign(LOG_NAME, &self.0).map_err(|e| Code::Internal.refuse("log key", e.to_string()).into())
    }
    fn sign_payload(&self, payload: &str) -> Result<String, Error> {
        Ok(kernel::cycle::sign(&self.0, payload))
    }
    fn log_key(&self) -> LogKey {
        LogKey::new(LOG_NAME, self.0.verifying_key()).expect("the name is plain")
    }
}

/// The same secret in every world, so that the same story gives the same bytes.
struct Known;

impl Secret for Known {
    fn secret(&self) -> Result<[u8; 32], Error> {
        Ok([7; 32])
    }
}

/// What must outlive the engine: the folder or the schema.
#[derive(Debug)]
enum Home {
    Folder(Temp),
    Schema(Schema),
}

/// A fresh place of a test's own for a palace, with nothing in it.
#[derive(Debug)]
pub struct Site(Home);

impl Site {
    /// A fresh place.
    pub fn new(on: On) -> Self {
        Self(match on {
            On::Sqlite => Home::Folder(Temp::new()),
            On::Postgres => Home::Schema(Schema::new()),
        })
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        match &self.0 {
            Home::Folder(folder) => Place::File(folder.path().join("palace.db")),
            Home::Schema(schema) => Place::Database(schema.url()),
        }
    }

    /// A connection behind the palace's back.
    ///
    /// # Panics
    /// When the database is gone.
    pub fn raw(&self) -> Box<dyn Backend> {
        store::testing::connect(&self.place()).expect("connect behind the palace's back")
    }
}

/// A palace to try things in.
pub struct World {
    // Before the home: connections close before the folder or schema goes.
    engine: Engine,
    site: Site,
    roots: Arc<Memory>,
    log: Arc<Log>,
    seed: u64,
    calls: u64,
    now: Moment,
    people: BTreeMap<String, SigningKey>,
    last: Option<(Who, String, Json, Seal)>,
    floorplan: Arc<Floorplan>,
    anchor: Anchor,
    /// What operations declare that they answer, in both spellings.
    declared: BTreeMap<&'static str, [Json; 2]>,
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World").field("site", &self.site).field("now", &self.now).finish_non_exhaustive()
    }
}

impl World {
    /// A fresh palace. A sealed one has no key yet: see [`World::enrol`].
    pub fn new(on: On, sealing: Sealing) -> Self {
        Self::seeded(on, sealing, 0)
    }

    /// A fresh palace whose ids, salts and keys come from `seed`: the same seed gives the same palace.
    ///
    /// # Panics
    /// When the palace cannot be created.
    pub fn seeded(on: On, sealing: Sealing, seed: u64) -> Self {
        let (roots, log) = (Arc::new(Memory::default()), Arc::new(Log(key("log", seed))));
        let site = Site::new(on);
        let engine = Engine::open(site.place(), roots.clone(), Some(log.clone())).expect("open a palace").with_secret(Arc::new(Known));
        let now = Moment::parse(BEGINNING).expect("the beginning is a moment");
        let mut world = Self {
            engine,
            site,
            roots,
            log,
            seed,
            calls: 0,
            now,
            people: BTreeMap::new(),
            last: None,
            floorplan: Arc::default(),
            anchor: Anchor::Global,
            declared: BTreeMap::new(),
        };
        let call = world.next_call(&Who { kind: ActorKind::Machine, name: "founder".into(), hand: Hand::Rests });
        let nonce = Digest::of(&[b"nonce".as_slice(), &seed.to_be_bytes()].concat());
        assert!(world.engine.found(&call, &Founding { sealing, nonce }).expect("found a palace"), "the place held a palace already");
        world
    }

    /// The engine itself.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Where the palace is kept.
    pub fn place(&self) -> Place {
        self.site.place()
    }

    /// Which palace this is.
    ///
    /// # Panics
    /// When the palace cannot be read.
    pub fn palace(&self) -> PalaceId {
        self.engine.house().expect("the palace is there").palace
    }

    /// The moment of the last call.
    pub fn now(&self) -> Moment {
        self.now
    }

    /// Moves the clock.
    pub fn advance(&mut self, ms: i64) {
        self.now = self.now.plus(ms);
    }

    /// Makes calls from somewhere else from here on.
    pub fn stand(&mut self, anchor: Anchor) {
        self.anchor = anchor;
    }

    /// Puts up another room in the project that calls are made in.
    pub fn furnish(&mut self, room: Room) {
        let rooms = self.floorplan.rooms().iter().cloned().chain([room]).collect();
        self.floorplan = Arc::new(Floorplan::new(None, rooms, vec![], vec![]));
    }

    /// Opens the palace again, as another process would: nothing but the rows is remembered.
    ///
    /// # Panics
    /// When it does not open.
    pub fn reopen(&mut self) {
        self.engine =
            Engine::open(self.site.place(), self.roots.clone(), Some(self.log.clone())).expect("open the palace again").with_secret(Arc::new(Known));
    }

    /// Opens the palace again over a connection that will fail as planned.
    ///
    /// # Panics
    /// When it does not open.
    pub fn reopen_over(&mut self, faults: &Faults) {
        let store = Store::over(Box::new(Faulty::new(self.raw(), faults.clone()))).expect("open the palace again");
        self.engine = Engine::over(store, self.site.place(), self.roots.clone(), Some(self.log.clone())).with_secret(Arc::new(Known));
    }

    /// A connection behind the palace's back.
    pub fn raw(&self) -> Box<dyn Backend> {
        self.site.raw()
    }

    /// Everything the palace holds, as text; the same on both databases.
    pub fn dump(&self) -> String {
        dump::dump(&mut *self.raw())
    }

    /// A person's public key, in hexadecimal, whether or not the palace knows it.
    pub fn public(&mut self, name: &str) -> Digest {
        Digest(self.key_of(name).verifying_key().to_bytes())
    }

    /// The name of a person's public key.
    pub fn fingerprint(&mut self, name: &str) -> Digest {
        fingerprint(&self.key_of(name).verifying_key().to_bytes())
    }

    fn key_of(&mut self, name: &str) -> &SigningKey {
        let seed = self.seed;
        self.people.entry(name.to_owned()).or_insert_with(|| key(name, seed))
    }

    /// Enrols a person's key: the first signs for itself, a later one is sealed by `by`.
    pub fn enrol(&mut self, name: &str, by: &str) -> Result<Envelope, Refusal> {
        let public = self.public(name);
        self.call(&Who::human(by), ENROL, json!({ "name": name, "public": public }))
    }

    /// Makes a call; a human whose hand seals signs what is asked and calls again.
    pub fn call(&mut self, who: &Who, op: &str, input: Json) -> Result<Envelope, Refusal> {
        let refusal = match self.send(who, op, input.clone(), None) {
            Err(refusal) if refusal.code() == Code::SealRequired && who.kind == ActorKind::Human && who.hand != Hand::Rests => refusal,
            answer => return answer,
        };
        let (mut statement, input) = self.asked(who, &refusal, input)?.expect("the request is listed");
        if who.hand == Hand::SealsElsewhere {
            statement.palace = PalaceId::parse("pal_0000000000000000").expect("an id");
        }
        let seal = self.sign(&who.name, statement);
        self.last = Some((who.clone(), op.to_owned(), input.clone(), seal.clone()));
        self.send(who, op, input, Some(seal))
    }

    /// The same under failing statements: a human who cannot even learn what to sign gives up with the refusal.
    pub fn call_or_fail(&mut self, who: &Who, op: &str, input: &Json) -> Result<Json, Refusal> {
        let refusal = match self.send(who, op, input.clone(), None) {
            Err(refusal) if refusal.code() == Code::SealRequired && who.kind == ActorKind::Human && who.hand != Hand::Rests => refusal,
            answer => return answer.map(|envelope| envelope.result),
        };
        let Some((statement, input)) = self.asked(who, &refusal, input.clone())? else { return Err(refusal) };
        let seal = self.sign(&who.name, statement);
        let answer = self.send(who, op, input.clone(), Some(seal.clone()));
        // Only a seal that was spent is worth trying again: one that was not may still be good.
        if answer.is_ok() {
            self.last = Some((who.clone(), op.to_owned(), input, seal));
        }
        answer.map(|envelope| envelope.result)
    }

    /// Whether a call was sealed, so that [`World::replay`] has something to send.
    pub fn has_sealed(&self) -> bool {
        self.last.is_some()
    }

    /// Makes the last sealed call once more, with the seal it had.
    ///
    /// # Panics
    /// When no call was sealed yet.
    pub fn replay(&mut self) -> Result<Envelope, Refusal> {
        let (who, op, input, seal) = self.last.clone().expect("a call was sealed before");
        self.send(&who, &op, input, Some(seal))
    }

    /// Makes exactly one call, with this seal or none.
    pub fn send(&mut self, who: &Who, op: &str, input: Json, seal: Option<Seal>) -> Result<Envelope, Refusal> {
        let call = self.next_call(who);
        let answer = self.engine.call(&call, Request { op, input, client: "testkit", seal, ..Request::default() });
        answer.map(kernel::disclose::Disclosed::into_inner).inspect(|envelope| self.as_declared(envelope))
    }

    /// Holds an answer to what its operation declares, in both spellings: each is silent about the other's names.
    fn as_declared(&mut self, envelope: &Envelope) {
        if envelope.approval_required {
            return; // it answers with its proposal
        }
        let declared = self.declared.entry(envelope.op).or_insert_with(|| {
            let own = engine::find(envelope.op).expect("what answers is an operation").output_schema();
            [engine::snake_schema(own.clone()), own]
        });
        for schema in declared {
            if let Some(fault) = crate::shape::fault(schema, &envelope.result) {
                panic!("{}: {fault}", envelope.op);
            }
        }
    }

    /// Signs a statement with a person's key.
    pub fn sign(&mut self, name: &str, statement: Statement) -> Seal {
        let key = self.key_of(name);
        let signature = key.sign(&statement.to_sign()).to_bytes();
        let public = key.verifying_key().to_bytes();
        Seal::signed(statement, &public, &signature)
    }

    /// Looks up what a refusal asks to be signed, as `palace seal` would, and the call that it is about: the palace has added to it
    /// which project it was made in. `None`: the request closed meanwhile.
    fn asked(&mut self, who: &Who, refusal: &Refusal, mut input: Json) -> Result<Option<(Statement, Json)>, Refusal> {
        let request = refusal.details().and_then(|d| d["request"].as_str()).expect("SEAL_REQUIRED names its request").to_owned();
        let listed = self.send(who, "seal.list", json!({ "limit": 1000 }), None)?;
        let items = listed.result["requests"].as_array().cloned().unwrap_or_default();
        let Some(item) = items.into_iter().find(|item| item["id"] == json!(request)) else { return Ok(None) };
        let statement: Statement = serde_json::from_value(item["statement"].clone()).expect("a statement");
        assert_eq!(json!(statement.digest()), item["digest"], "the digest shown is not the digest signed");
        if let (Some(project), Some(fields)) = (item["input"].get("project"), input.as_object_mut()) {
            fields.insert("project".into(), project.clone());
        }
        Ok(Some((statement, input)))
    }

    /// The same palace opened once more, as another process would.
    ///
    /// # Panics
    /// When it does not open.
    pub fn another_engine(&self) -> Engine {
        Engine::open(self.site.place(), self.roots.clone(), Some(self.log.clone())).expect("open the palace once more").with_secret(Arc::new(Known))
    }

    /// The next call, a second after the last, to be made by hand.
    pub fn next_call(&mut self, who: &Who) -> Call {
        self.calls += 1;
        self.now = self.now.plus(1_000);
        let mut seed: Seed = [0; 16];
        seed[..8].copy_from_slice(&self.seed.to_be_bytes());
        seed[8..].copy_from_slice(&self.calls.to_be_bytes());
        Call::new(who.actor(), "", self.now, seed).within(Arc::clone(&self.floorplan)).from(self.anchor.clone())
    }
}

fn key(name: &str, seed: u64) -> SigningKey {
    SigningKey::from_bytes(&Digest::of(&[b"key of ".as_slice(), name.as_bytes(), &seed.to_be_bytes()].concat()).0)
}
