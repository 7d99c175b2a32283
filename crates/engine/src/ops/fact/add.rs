//! Say what holds between two things. The same said again is answered with what is there, and what contradicts it is named.

use super::Triple;
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
    ops::missing,
};
use kernel::{
    actor::ActorKind,
    claim::Confidence,
    effect::Propose,
    evidence::Origin,
    fact::{Fact, Season, is_incompatible, predicate_key},
    id::{EvidenceId, FactId},
    refusal::Code,
    text::Term,
    time::{Moment, MomentOrDay},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::FactFilter;

/// Facts about the same two things that are compared.
const COMPARED: i64 = 1_000;

/// Says a fact.
#[derive(Debug)]
pub struct Add;

/// What holds.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What it is about
    pub subject: Term,
    /// What holds
    pub predicate: Term,
    /// Between it and what
    pub object: Term,
    /// Evidence it was read from
    #[serde(default)]
    pub source_drawer: Option<EvidenceId>,
    /// How sure you are, from 0 to 1 (1 if left out)
    #[serde(default)]
    pub confidence: Option<Confidence>,
    /// Moment since which it holds, or day, as it began in UTC (now if left out)
    #[serde(default)]
    pub valid_from: Option<MomentOrDay>,
    /// Moment until which it holds, or day, as it begins in UTC, if that is known
    #[serde(default)]
    pub valid_to: Option<MomentOrDay>,
}

/// The fact.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The fact, one
    pub triples: Vec<Triple>,
    /// Whether it was said before and still holds
    pub again: bool,
    /// Facts that cannot hold beside it, and do
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contradicts: Vec<Triple>,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
}

impl Operation for Add {
    const SPEC: Spec = Spec::new("fact.add", "Say what holds between two things, since when, and how you know")
        .http(Method::Post, "/v1/facts")
        .positional(&["subject", "predicate", "object"])
        .action(Dialect::Mind, "mempal_kg", "add", "")
        .mind("kg add");
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let mut redacted = Secrets::new();
        let fact = drafted(cx, input, &mut redacted)?;
        let now = cx.call.now;
        let about = FactFilter {
            project: fact.anchor.clone(),
            subject: fact.subject.clone(),
            object: fact.object.clone(),
            limit: COMPARED,
            ..FactFilter::default()
        };
        let open: Vec<Fact> = cx.facts(&about)?.into_iter().filter(|known| known.season(now, now) != Season::Expired).collect();
        let says = predicate_key(&fact.predicate);
        let contradicts = open.iter().filter(|known| is_incompatible(&says, &predicate_key(&known.predicate)) && overlap(known, &fact, now));
        let contradicts: Vec<Triple> = contradicts.map(|known| Triple::at(known.clone(), now)).collect();
        // What was over before it was said is another stretch of time, not the same again.
        let lasts = fact.season(now, now) != Season::Expired;
        let same = |known: &&Fact| lasts && known.anchor == fact.anchor && predicate_key(&known.predicate) == says;
        let (fact, again) = match open.iter().find(same) {
            Some(known) => (known.clone(), true),
            None => {
                cx.put_fact(&fact)?;
                (fact, false)
            }
        };
        cx.about(&fact.id);
        Ok(Output { triples: vec![Triple::at(fact, now)], again, contradicts, redacted })
    }
}

fn overlap(one: &Fact, other: &Fact, known: Moment) -> bool {
    let ends_after = |fact: &Fact, at: Moment| fact.end(known).is_none_or(|end| end > at);
    ends_after(one, other.valid_from) && ends_after(other, one.valid_from)
}

/// The fact without its secrets.
fn drafted(cx: &mut Work<'_>, input: Input, redacted: &mut Secrets) -> Result<Fact, Error> {
    let (now, valid_to) = (cx.call.now, input.valid_to.map(MomentOrDay::begins));
    let valid_from = input.valid_from.map_or_else(|| valid_to.map_or(now, |end| end.min(now)), MomentOrDay::begins);
    if let Some(end) = valid_to.filter(|end| *end <= valid_from) {
        return Err(Code::InputInvalid
            .refuse("validTo", format!("what begins at {valid_from} cannot end at {end}"))
            .next(if input.valid_from.is_some() { "Name an end that is later than its beginning" } else { "Say also when it began, with validFrom" })
            .into());
    }
    if let Some(id) = &input.source_drawer
        && cx.evidences(&[id.as_str()])?.is_empty()
    {
        return Err(missing("evidence", id));
    }
    let actor = &cx.call.actor;
    let mut clean = |text: &Term| redact_text(text.as_str(), redacted);
    Ok(Fact {
        id: FactId::mint("triple", &cx.call.tail()),
        anchor: cx.call.anchor.project(),
        subject: clean(&input.subject),
        predicate: clean(&input.predicate),
        object: clean(&input.object),
        confidence: input.confidence.unwrap_or(Confidence::hundredths(100)),
        source: input.source_drawer,
        origin: if actor.kind() == ActorKind::Human { Origin::Human } else { Origin::Agent },
        principal: actor.name().to_owned(),
        valid_from,
        valid_to,
        recorded_at: now,
        closed: None,
    })
}
