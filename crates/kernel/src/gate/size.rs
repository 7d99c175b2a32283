//! A limit on everything: no call is larger than what a person could look at.

use super::{Ask, Rule};
use crate::refusal::{Code, Refusal};

/// Largest input of most calls, in bytes.
pub const INPUT_BYTES_MAX: usize = 1 << 20;

pub(super) const RULE: Rule =
    Rule { name: "size", why: "an input over one mebibyte, or what the operation says it takes, is refused before it is read any further", decide };

fn decide(ask: &Ask<'_>) -> Result<(), Refusal> {
    if ask.input_bytes <= ask.bytes_max {
        return Ok(());
    }
    Err(Code::InputTooLarge
        .refuse(ask.spelled, format!("the input of `{}` has {} bytes; at most {} are taken", ask.spelled, ask.input_bytes, ask.bytes_max)))
}

#[cfg(test)]
pub(super) const EXAMPLES: &[super::tests::Example] = {
    use super::{Agents, tests::Example as E};
    use crate::{
        actor::ActorKind::{Agent, Human},
        effect::EffectName::Propose,
    };
    &[
        E(Agent, Propose, Agents::Run, INPUT_BYTES_MAX + 1, None, Some(Code::InputTooLarge)),
        E(Human, Propose, Agents::Run, 10 << 20, None, Some(Code::InputTooLarge)),
        E(Agent, Propose, Agents::Run, INPUT_BYTES_MAX, None, None),
    ]
};
