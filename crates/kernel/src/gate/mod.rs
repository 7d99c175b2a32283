//! The one gate. Rules are asked in order and the first refusal is the answer; a rule that cannot decide refuses.
//!
//! Not here: seals. A seal is about *what* is decided, so it is weighed against what the operation shows ([`crate::seal`]).

mod grant;
mod mode;
mod size;

use crate::{
    actor::ActorKind,
    call::Call,
    effect::{Effect, EffectName, Govern, Propose},
    refusal::Refusal,
    seal::{HumanReview, Seal, Statement, Trust},
};
pub use size::INPUT_BYTES_MAX;
use std::marker::PhantomData;

/// What agents get when they reach for an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agents {
    /// They run it, unless it governs: then the call is filed.
    Run,
    /// The call is filed and waits for a human.
    Propose,
    /// The operation does not exist for them.
    Never,
    /// The operation does not exist for them, and the house runs it for itself: a chore.
    HouseOnly,
}

/// How far a kind of actor gets with an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It runs.
    Run,
    /// The call is filed and waits.
    File,
    /// It is neither listed nor callable.
    Hidden,
}

/// The one answer to "can this actor see and call this?". Listing and dispatch both ask here, so they cannot disagree.
pub const fn reach(kind: ActorKind, effect: EffectName, agents: Agents) -> Reach {
    match (kind, agents, effect) {
        (ActorKind::Human, _, _) => Reach::Run,
        (ActorKind::Agent | ActorKind::Machine, Agents::Never, _) | (ActorKind::Agent, Agents::HouseOnly, _) => Reach::Hidden,
        // A chore decides nothing: what governs needs a person, whoever asks.
        (ActorKind::Machine, Agents::HouseOnly, EffectName::Govern) => Reach::Hidden,
        (ActorKind::Machine, Agents::HouseOnly, EffectName::Read | EffectName::Propose | EffectName::Act) => Reach::Run,
        (ActorKind::Agent | ActorKind::Machine, Agents::Propose, _) | (ActorKind::Agent | ActorKind::Machine, Agents::Run, EffectName::Govern) => {
            Reach::File
        }
        (ActorKind::Agent | ActorKind::Machine, Agents::Run, EffectName::Read | EffectName::Propose | EffectName::Act) => Reach::Run,
    }
}

/// What is asked of the gate.
#[derive(Debug)]
pub struct Ask<'a> {
    /// The request.
    pub call: &'a Call,
    /// The operation's own name.
    pub op: &'static str,
    /// The name the caller used.
    pub spelled: &'a str,
    /// What the operation does.
    pub effect: EffectName,
    /// What agents get.
    pub agents: Agents,
    /// Size of the input in bytes.
    pub input_bytes: usize,
    /// The most the operation takes.
    pub bytes_max: usize,
}

/// A rule: one file, with the examples that test it.
pub(crate) struct Rule {
    /// What people call it.
    pub(crate) name: &'static str,
    /// Why it exists.
    pub(crate) why: &'static str,
    /// Says no, or nothing.
    pub(crate) decide: fn(&Ask<'_>) -> Result<(), Refusal>,
}

/// The rules in the order they are asked.
const RULES: &[Rule] = &[mode::RULE, grant::RULE, size::RULE];

/// Names and reasons of the rules, in order, for the documentation.
pub fn rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    RULES.iter().map(|rule| (rule.name, rule.why))
}

/// Proof that the gate said yes to one operation with one effect.
#[must_use = "a permit is spent by opening a view or a transaction"]
#[derive(Debug)]
pub struct Permit<E: Effect> {
    op: &'static str,
    effect: PhantomData<E>,
}

impl<E: Effect> Permit<E> {
    /// The operation it was given for.
    pub const fn op(&self) -> &'static str {
        self.op
    }
}

impl Permit<Govern> {
    /// Turns a seal into proof of a human's yes, if it stands over exactly `statement`.
    pub fn reviewed(&self, statement: &Statement, seal: &Seal, trust: &Trust, call: &Call) -> Result<HumanReview, Refusal> {
        HumanReview::given(self.op, statement, seal, trust, call.now)
    }
}

/// The gate's yes.
#[derive(Debug)]
pub enum Passage<E: Effect> {
    /// Run it.
    Run(Permit<E>),
    /// File it: the caller may only propose.
    File(Permit<Propose>),
}

/// Asks every rule; the permit is made here and nowhere else.
pub fn decide<E: Effect>(ask: &Ask<'_>) -> Result<Passage<E>, Refusal> {
    debug_assert!(ask.effect == E::NAME, "BUG: `{}` was asked with another effect than its own", ask.op);
    for rule in RULES {
        (rule.decide)(ask)?;
    }
    match reach(ask.call.actor.kind(), ask.effect, ask.agents) {
        Reach::Run => Ok(Passage::Run(Permit { op: ask.op, effect: PhantomData })),
        Reach::File => Ok(Passage::File(Permit { op: ask.op, effect: PhantomData })),
        Reach::Hidden => Err(mode::hidden(ask)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        actor::{Actor, Grant, Mode},
        id::GrantId,
        refusal::Code,
        time::Moment,
    };

    /// One example of a rule: the ask in short, and the code it must answer with (`None`: it lets it pass).
    pub(super) struct Example(pub ActorKind, pub EffectName, pub Agents, pub usize, pub Option<i64>, pub Option<Code>);

    /// What each rule was tried with, in the rules' order; a new rule does not compile without.
    const EXAMPLES: [&[Example]; RULES.len()] = [mode::EXAMPLES, grant::EXAMPLES, size::EXAMPLES];

    #[test]
    fn every_rule_keeps_to_its_examples() {
        for (rule, examples) in RULES.iter().zip(EXAMPLES) {
            assert!(examples.iter().any(|e| e.5.is_some()) && examples.iter().any(|e| e.5.is_none()), "`{}` needs both kinds", rule.name);
            for Example(kind, effect, agents, input_bytes, expires, code) in examples {
                let mut actor = Actor::admit(Mode::Human, *kind, "x");
                if let Some(at) = expires {
                    actor = actor.holding(Grant { id: GrantId::mint("g", "1"), expires: Some(Moment::from_millis(*at)), revoked: None });
                }
                let call = Call::new(actor, "", Moment::from_millis(1_000), [0; 16]);
                let ask = Ask {
                    call: &call,
                    op: "x.y",
                    spelled: "x_y",
                    effect: *effect,
                    agents: *agents,
                    input_bytes: *input_bytes,
                    bytes_max: INPUT_BYTES_MAX,
                };
                assert_eq!(
                    (rule.decide)(&ask).err().map(|r| r.code()),
                    *code,
                    "{}: {kind:?} {effect:?} {agents:?} {input_bytes} {expires:?}",
                    rule.name
                );
            }
        }
    }

    #[test]
    fn of_two_refusals_the_tables_earlier_row_is_given() {
        let codes = |examples: &[Example]| examples.iter().filter_map(|e| e.5).collect::<Vec<_>>();
        for pair in EXAMPLES.windows(2) {
            let (before, after) = (codes(pair[0]), codes(pair[1]));
            assert!(before.iter().all(|early| after.iter().all(|late| early < late)), "{before:?} is asked before {after:?}");
        }
    }

    #[test]
    fn no_agent_or_machine_ever_runs_what_governs() {
        for kind in [ActorKind::Agent, ActorKind::Machine] {
            for agents in [Agents::Run, Agents::Propose, Agents::Never, Agents::HouseOnly] {
                assert_ne!(reach(kind, EffectName::Govern, agents), Reach::Run);
            }
        }
    }
}
