//! A token works until it is taken back or runs out.

use super::{Ask, Rule};
use crate::refusal::{Code, Refusal};

pub(super) const RULE: Rule = Rule { name: "grant", why: "a caller who came with a token is allowed exactly as long as the token is", decide };

fn decide(ask: &Ask<'_>) -> Result<(), Refusal> {
    let Some(grant) = ask.call.actor.grant() else { return Ok(()) };
    if let Some(at) = grant.revoked {
        return Err(Code::GrantRevoked.refuse(grant.id.as_str(), format!("token `{}` was taken back at {at}", grant.id)));
    }
    match grant.expires {
        Some(at) if at <= ask.call.now => Err(Code::GrantExpired.refuse(grant.id.as_str(), format!("token `{}` ran out at {at}", grant.id))),
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
pub(super) const EXAMPLES: &[super::tests::Example] = {
    use super::{Agents, tests::Example as E};
    use crate::{actor::ActorKind::Agent, effect::EffectName::Read};
    &[
        E(Agent, Read, Agents::Run, 0, Some(999), Some(Code::GrantExpired)),
        E(Agent, Read, Agents::Run, 0, Some(1_000), Some(Code::GrantExpired)),
        E(Agent, Read, Agents::Run, 0, Some(1_001), None),
        E(Agent, Read, Agents::Run, 0, None, None),
    ]
};
