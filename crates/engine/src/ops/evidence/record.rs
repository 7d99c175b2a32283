//! Record something seen. Evidence carries no authority; claims cite it.

use crate::{Error, Method, Operation, Spec, Work};
use kernel::{
    actor::ActorKind,
    effect::Propose,
    evidence::{Evidence, Origin},
    id::EvidenceId,
    ledger::Digest,
    refusal::Code,
    text::{Content, Name},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Keeps what was seen.
#[derive(Debug)]
pub struct Record;

/// What was seen.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What was seen
    pub content: Content,
    /// What it was read from: a file, a command, a page
    pub source: Name,
    /// Where it came from; agents may say agent, tool or research
    #[serde(default)]
    pub origin: Option<Origin>,
}

/// Its record.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The evidence
    pub id: EvidenceId,
    /// Where it came from
    pub origin: Origin,
    /// What a seal would vouch for
    pub digest: Digest,
}

impl Operation for Record {
    const SPEC: Spec =
        Spec::new("evidence.record", "Record something seen, so that claims can cite it").http(Method::Post, "/v1/evidence").positional(&["content"]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, Input { content, source, origin }: Input) -> Result<Output, Error> {
        let actor = &cx.call.actor;
        let own = if actor.kind() == ActorKind::Human { Origin::Human } else { Origin::Agent };
        let origin = origin.unwrap_or(own);
        // Origin is never laundered: nobody below a human writes down a human's word.
        if origin == Origin::Human && actor.kind() != ActorKind::Human {
            return Err(Code::InputInvalid
                .refuse("origin", "only a human records what a human said")
                .next("Leave origin out, or use agent, tool or research")
                .into());
        }
        let evidence = Evidence {
            id: EvidenceId::mint("e", &cx.call.tail()),
            origin,
            principal: actor.name().to_owned(),
            source: source.into(),
            content,
            recorded_at: cx.call.now,
        };
        cx.record(&evidence)?;
        cx.about(&evidence.id);
        Ok(Output { digest: evidence.digest(), id: evidence.id, origin })
    }
}
