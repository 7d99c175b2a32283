//! Say how the palace is: what it holds, whom it trusts, how long its ledger is.

use crate::{Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, id::PalaceId, ledger::Digest, palace::Sealing, seal::Trust, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows the state of the palace.
#[derive(Debug)]
pub struct Status;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The palace.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Its id
    pub palace: PalaceId,
    /// Whether decisions need a seal
    pub sealing: Sealing,
    /// When it was created
    pub created: Moment,
    /// Human keys that may seal
    pub keys: usize,
    /// Why its keys cannot be trusted, if so
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// Pieces of evidence
    pub evidence: i64,
    /// Claims of any standing
    pub claims: i64,
    /// Proposals that wait
    pub pending: i64,
    /// Sessions under way
    pub sessions: i64,
    /// Ledger entries
    pub entries: u64,
    /// Hash of the last entry
    pub head: Digest,
}

impl Operation for Status {
    const SPEC: Spec = Spec::new("palace.status", "Show what the palace holds and whom it trusts").http(Method::Get, "/v1/status");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let now = cx.call.now;
        let (counts, pending) = (cx.counts()?, cx.waiting(now)?);
        let (entries, head) = cx.head()?;
        let house = cx.house;
        let (keys, broken) = match &house.trust {
            Trust::Unsealed => (0, None),
            Trust::Keys(keys) => (keys.iter().filter(|k| k.active).count(), None),
            Trust::Broken(why) => (0, Some(why.clone())),
        };
        Ok(Output {
            palace: house.palace.clone(),
            sealing: house.genesis.sealing,
            created: house.genesis.created,
            keys,
            broken,
            evidence: counts.evidence,
            claims: counts.claims,
            pending,
            sessions: counts.sessions,
            entries,
            head,
        })
    }
}
