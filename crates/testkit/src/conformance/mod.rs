//! One suite for both databases: what the store and the engine promise whatever is below them.
//!
//! Not here: what people see. That is told in stories.

pub mod code;
pub mod configured;
pub mod cycle;
pub mod erase;
pub mod graph;
pub mod ledger;
pub mod rows;
pub mod schema;
pub mod together;
pub mod totals;
pub mod views;
pub mod work;

use crate::{
    On,
    world::{Site, Who, World},
};
use kernel::{
    actor::{Actor, ActorKind, Mode},
    call::Call,
    effect::Govern,
    gate::{self, Agents, Ask, Passage, Permit},
    ledger::Digest,
    palace::{Genesis, Sealing},
    seal::{HumanReview, Seal, Statement, Trust},
    time::Moment,
};
use serde_json::json;
use store::{Act, Outcome, Receipt, Result, Store, Txn};

/// A moment, so many seconds after the beginning.
pub(crate) fn moment(seconds: i64) -> Moment {
    Moment::parse(crate::world::BEGINNING).expect("a moment").plus(seconds * 1_000)
}

/// A bare store with a palace in it, for what the engine would never do.
pub(crate) struct Bare {
    // Before the site: the connection closes before its place goes.
    pub(crate) store: Store,
    pub(crate) site: Site,
    pub(crate) genesis: Genesis,
    calls: u64,
}

impl Bare {
    pub(crate) fn new(on: On) -> Self {
        let site = Site::new(on);
        let mut store = Store::open(&site.place()).expect("open a store");
        let genesis = Genesis { sealing: Sealing::Unsealed, log_key: "test".into(), created: moment(0), nonce: Digest::of(b"bare") };
        let call = Call::new(Actor::admit(Mode::Human, ActorKind::Human, "ana"), "", moment(0), [0; 16]);
        let act = act(&genesis, &call, "palace.create", Outcome::Done, json!({}));
        assert!(store.found(&genesis, &act).expect("found"), "the place was fresh");
        Self { store, site, genesis, calls: 0 }
    }

    pub(crate) fn call(&mut self) -> Call {
        self.calls += 1;
        let mut seed = [1; 16];
        seed[8..].copy_from_slice(&self.calls.to_be_bytes());
        Call::new(Actor::admit(Mode::Human, ActorKind::Human, "ana"), "", moment(i64::try_from(self.calls).expect("few calls")), seed)
    }

    /// A human's yes in a palace that takes one unsigned.
    pub(crate) fn review(&mut self) -> HumanReview {
        let call = self.call();
        let permit = permit(&call);
        let statement =
            Statement { palace: self.genesis.id(), op: permit.op().into(), input: Digest::ZERO, covers: Vec::new(), expires: call.now.plus(1_000) };
        let seal = Seal::unsealed(statement.clone());
        permit.reviewed(&statement, &seal, &Trust::Unsealed, &call).expect("an unsealed palace takes it")
    }

    /// Makes a change and writes it down.
    pub(crate) fn change<T>(&mut self, change: impl FnOnce(&mut Txn<'_>) -> Result<T>) -> Result<(T, Receipt)> {
        let call = self.call();
        let mut txn = self.store.begin(&permit(&call))?;
        let done = change(&mut txn)?;
        let receipt = txn.commit(&act(&self.genesis, &call, "test.change", Outcome::Done, json!({ "n": self.calls })))?;
        Ok((done, receipt))
    }
}

pub(crate) fn act<'a>(genesis: &Genesis, call: &'a Call, op: &'a str, outcome: Outcome, body: serde_json::Value) -> Act<'a> {
    // Leaked, because an act borrows its palace and tests are short.
    let palace = Box::leak(Box::new(genesis.id()));
    Act { palace, call, op, outcome, subject: String::new(), input: Digest::ZERO, output: Digest::ZERO, body }
}

pub(crate) fn permit(call: &Call) -> Permit<Govern> {
    let ask = Ask {
        call,
        op: "test.change",
        spelled: "test.change",
        effect: kernel::effect::EffectName::Govern,
        agents: Agents::Never,
        input_bytes: 0,
        bytes_max: kernel::gate::INPUT_BYTES_MAX,
    };
    match gate::decide::<Govern>(&ask).expect("a human may govern") {
        Passage::Run(permit) => permit,
        Passage::File(_) => panic!("a human's call is not filed"),
    }
}

/// The ledger verifies, with every row it speaks of.
///
/// # Panics
/// When it does not.
pub fn ledger_holds(world: &mut World) {
    let verified = world.send(&Who::human("auditor"), "ledger.verify", json!({}), None);
    match verified {
        Ok(envelope) => assert_eq!(envelope.result["valid"], json!(true), "{}", envelope.result),
        Err(refusal) => panic!("{refusal}"),
    }
}
