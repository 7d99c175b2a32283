//! Show one claim of any standing, and whether its seal holds.

use super::Item;
use crate::{Error, Look, Method, Operation, Spec, ops::missing};
use kernel::{effect::Read, gate::Agents, id::ClaimId, ledger::Digest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows a claim.
#[derive(Debug)]
pub struct Show;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Claim to show
    pub claim: ClaimId,
}

/// The claim and what stands behind it.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The claim
    pub claim: Item,
    /// Whether it is authoritative: standing and seal
    pub authoritative: bool,
    /// The seal's digest
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seal: Option<Digest>,
}

impl Operation for Show {
    // Hidden from agents: what was rejected or proposed is not theirs to read back as if it were memory.
    const SPEC: Spec = Spec::new("claim.show", "Show a claim of any standing, and whether its seal holds")
        .http(Method::Get, "/v1/claims/{claim}")
        .positional(&["claim"])
        .agents(Agents::Never);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { claim: id }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let claim = cx.claim(&id)?.ok_or_else(|| missing("claim", &id))?;
        let authoritative = house.is_authoritative(cx, &claim)?;
        Ok(Output { authoritative, seal: claim.seal, claim: Item::of(cx, claim, usize::MAX)? })
    }
}
