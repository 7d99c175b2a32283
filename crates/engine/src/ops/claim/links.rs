//! Show how a claim stands to others. A link is looked at again whenever it is read, and says whether its end still stands.

use super::{Tie, ends, holding, ties};
use crate::{Dialect, Error, Look, Method, Operation, Spec, governance::claim_state::beside, ops::missing};
use kernel::{actor::ActorKind, effect::Read, id::ClaimId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows links.
#[derive(Debug)]
pub struct Links;

/// Which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Direction {
    /// Links that begin at it
    From,
    /// Links that lead to it
    To,
    /// Both
    #[default]
    All,
}

/// Of what.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Claim whose links to show
    #[serde(alias = "record_id", alias = "claim", alias = "id")]
    pub record_id: ClaimId,
    /// Which way (all if left out)
    #[serde(default)]
    pub direction: Direction,
}

/// The links.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The claim
    pub record_id: ClaimId,
    /// Its links, oldest first
    pub links: Vec<Tie>,
}

impl Operation for Links {
    const SPEC: Spec = Spec::new("claim.links", "Show how a claim stands to others, and whether they still hold or read the same")
        .http(Method::Get, "/v1/claims/links")
        .positional(&["recordId"])
        .empty("It stands alone. A human links claims with `recall_link`.")
        .also(&[(Dialect::Palace, "recall_links")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { record_id, direction }: Input) -> Result<Output, Error> {
        let house = cx.house;
        // What is no longer believed has links too, for a human to look at.
        if cx.call.actor.kind() == ActorKind::Human {
            cx.claim(&record_id)?.ok_or_else(|| missing("claim", &record_id))?;
        } else {
            holding(cx, house, &record_id)?;
        }
        let mut all = beside(cx, house, &[&record_id])?;
        let known = ends(cx, house, &all)?;
        let there = all.remove(&record_id).unwrap_or_default();
        let mut links = ties(cx, &there.links, &record_id, &known)?;
        links.retain(|tie| match direction {
            Direction::From => tie.source_id == record_id.as_str(),
            Direction::To => tie.target_id == record_id.as_str(),
            Direction::All => true,
        });
        Ok(Output { record_id, links })
    }
}
