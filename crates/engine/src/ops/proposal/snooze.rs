//! Put a proposal off: it leaves your inbox for a while, and nothing else changes. It expires no later than before.
//!
//! Not here: anything about truth. The shelf is each person's own, and needs no seal.

use crate::{Error, Method, Operation, Spec, Work, ops::missing};
use kernel::{
    effect::Propose,
    gate::Agents,
    id::ProposalId,
    proposal::Proposal,
    refusal::{Code, Refusal},
    time::{DAY_MS, Moment, MomentOrDay},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Puts a proposal on the caller's shelf.
#[derive(Debug)]
pub struct Snooze;

/// How long a proposal is put off when nobody says otherwise.
const DAYS_DEFAULT: i64 = 7;

/// Which, and until when.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Proposal to put off
    #[serde(alias = "proposal", alias = "proposal_id", alias = "id")]
    pub proposal_id: ProposalId,
    /// When it comes back: a moment, or a day, as it begins in UTC
    #[serde(default)]
    pub until: Option<MomentOrDay>,
    /// Days until it comes back (a week if left out, less where it would expire; 0 brings it back now)
    #[serde(default)]
    pub days: Option<u32>,
}

/// Until when.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The proposal
    pub proposal_id: ProposalId,
    /// When it comes back; nothing if it is in the inbox now
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
    /// When it stops waiting, as before
    pub expires_at: Moment,
}

impl Operation for Snooze {
    const SPEC: Spec = Spec::new("proposal.snooze", "Put a proposal off: it leaves your inbox until then")
        .http(Method::Post, "/v1/proposals/{proposalId}/snooze")
        .positional(&["proposalId"])
        .agents(Agents::Never);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let id = &input.proposal_id;
        let proposal = cx.proposal(id)?.ok_or_else(|| missing("proposal", id))?;
        let (me, now) = (cx.call.actor.name().to_owned(), cx.call.now);
        proposal.waits(now)?;
        let until = until(&proposal, &input, now)?;
        cx.snooze(id, &me, until, now)?;
        cx.about(id);
        Ok(Output { proposal_id: proposal.id, until, expires_at: proposal.expires_at })
    }
}

/// When it comes back: always in time to be decided.
fn until(proposal: &Proposal, input: &Input, now: Moment) -> Result<Option<Moment>, Refusal> {
    let expires = proposal.expires_at;
    let until = match (input.until, input.days) {
        (Some(_), Some(_)) => return Err(Code::InputInvalid.refuse("until", "say either until when or for how many days")),
        (None, Some(0)) => return Ok(None),
        (Some(until), None) => until.begins(),
        (None, Some(days)) => now.plus(i64::from(days).saturating_mul(DAY_MS)),
        (None, None) => now.plus(DAYS_DEFAULT * DAY_MS).min(expires.plus(-DAY_MS)),
    };
    if until <= now {
        return Err(Code::InputInvalid
            .refuse("until", format!("{until} is not after now, and proposal {} expires at {expires}", proposal.id))
            .next("Decide it, or name a later moment before it expires"));
    }
    if until >= expires {
        return Err(Code::InputInvalid
            .refuse("until", format!("proposal {} would never come back: it expires at {expires}", proposal.id))
            .next("Name an earlier moment"));
    }
    Ok(Some(until))
}
