//! Hidden is hidden: what is not listed for a caller cannot be called by name either.

use super::{Ask, Reach, Rule, reach};
use crate::refusal::{Code, Refusal};

pub(super) const RULE: Rule =
    Rule { name: "mode", why: "an operation that is not listed for a caller does not exist for them, under any name", decide };

fn decide(ask: &Ask<'_>) -> Result<(), Refusal> {
    match reach(ask.call.actor.kind(), ask.effect, ask.agents) {
        Reach::Run | Reach::File => Ok(()),
        Reach::Hidden => Err(hidden(ask)),
    }
}

/// The contract's own words: clients match on them.
pub(super) fn hidden(ask: &Ask<'_>) -> Refusal {
    Code::ModeHumanOnly.refuse(ask.spelled, format!("Tool \"{}\" not available in {} mode", ask.spelled, ask.call.actor.kind().name()))
}

#[cfg(test)]
pub(super) const EXAMPLES: &[super::tests::Example] = {
    use super::{Agents, tests::Example as E};
    use crate::{
        actor::ActorKind::{Agent, Human, Machine},
        effect::EffectName::{Govern, Propose, Read},
    };
    &[
        E(Agent, Govern, Agents::Never, 0, None, Some(Code::ModeHumanOnly)),
        E(Machine, Govern, Agents::Never, 0, None, Some(Code::ModeHumanOnly)),
        E(Agent, Read, Agents::Never, 0, None, Some(Code::ModeHumanOnly)),
        E(Agent, Propose, Agents::HouseOnly, 0, None, Some(Code::ModeHumanOnly)),
        E(Machine, Govern, Agents::HouseOnly, 0, None, Some(Code::ModeHumanOnly)),
        E(Machine, Propose, Agents::HouseOnly, 0, None, None),
        E(Human, Govern, Agents::Never, 0, None, None),
        E(Agent, Govern, Agents::Propose, 0, None, None),
        E(Agent, Propose, Agents::Run, 0, None, None),
        E(Agent, Read, Agents::Run, 0, None, None),
    ]
};
