//! Record something seen. Evidence carries no authority; claims cite it.

use crate::{
    Error, Method, Operation, Spec, Work,
    memory::{Keeper, NOTE, Piece, Secrets, redact},
    ops::missing,
};
use kernel::{
    actor::ActorKind,
    anchor::Anchor,
    effect::Propose,
    evidence::{Evidence, Origin},
    id::EvidenceId,
    ledger::Digest,
    refusal::Code,
    text::{Content, Name},
};
use schemars::JsonSchema;
use search::Traits;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::Item;

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
    /// The same was recorded before: this is that record
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
}

impl Operation for Record {
    const SPEC: Spec =
        Spec::new("evidence.record", "Record something seen, so that claims can cite it").http(Method::Post, "/v1/evidence").positional(&["content"]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        Some(json!({ "source": input["source"], "origin": input["origin"] }))
    }

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
        let mut found = Secrets::new();
        let content = redact(content, &mut found)?;
        let (evidence, again) = note(cx, content, source.into(), origin)?;
        cx.about(&evidence.id);
        Ok(Output { digest: evidence.digest(), id: evidence.id, origin: evidence.origin, again, redacted: found })
    }
}

/// Keeps a remark without secrets so that it can be found, or finds the one that already says it: then the answer is `true`,
/// because an echo of what is known is not a second witness.
pub(crate) fn note(cx: &mut Work<'_>, content: Content, source: String, origin: Origin) -> Result<(Evidence, bool), Error> {
    let at = cx.call.anchor.clone();
    note_at(cx, content, source, origin, &at, &mut |_, _| Ok(true))
}

/// The same for what belongs somewhere else. `same` says of a remark with the same words whether it is the one that is meant.
pub(crate) fn note_at(
    cx: &mut Work<'_>,
    content: Content,
    source: String,
    origin: Origin,
    at: &Anchor,
    same: &mut dyn FnMut(&mut Work<'_>, &Item) -> Result<bool, Error>,
) -> Result<(Evidence, bool), Error> {
    let (house, call) = (cx.house, cx.call);
    let mut keeper = Keeper::open_at(cx, house, call, at)?;
    let print = ingest::Fingerprint::of(content.as_str());
    if let Some(twin) = keeper.twin(cx, content.as_str(), &print, false)?
        && same(cx, &twin)?
    {
        let known = cx.evidences(&[&twin.id])?.pop().ok_or_else(|| missing("evidence", &twin.id))?;
        return Ok((known, true));
    }
    let evidence = keep(cx, &mut keeper, EvidenceId::mint("e", &call.tail()), content, source, origin)?;
    keeper.close(cx)?;
    Ok((evidence, false))
}

/// Keeps a remark under an id, whatever else is like it.
pub(crate) fn keep(
    cx: &mut Work<'_>,
    keeper: &mut Keeper,
    id: EvidenceId,
    content: Content,
    source: String,
    origin: Origin,
) -> Result<Evidence, Error> {
    let call = cx.call;
    let print = ingest::Fingerprint::of(content.as_str());
    let evidence = Evidence { id, origin, principal: call.actor.name().to_owned(), source, content, recorded_at: call.now };
    cx.record(&evidence)?;
    let piece = Piece {
        kind: NOTE,
        source: (0, 0),
        seq: 0,
        thread: &call.session,
        author: &evidence.principal,
        speaker: Traits::default(),
        heading: "",
        title: "",
        at: evidence.recorded_at,
        lines: None,
        print: &print,
    };
    keeper.index(cx, &evidence, &piece)?;
    Ok(evidence)
}
