//! Keep facts that another palace's export holds. They are its word, brought by whoever imports them.
//!
//! A fact keeps when it held; that we heard of it, and of its end, is now. Not here: verifying the export, which whoever reads
//! the file does before the first call.

use crate::{
    Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact_text},
    ops::{missing, source::BATCH_BYTES_MAX},
};
use kernel::{
    call::id_tail,
    claim::Confidence,
    effect::Propose,
    evidence::Origin,
    fact::{Closed, Fact},
    id::{EvidenceId, FactId, PalaceId},
    ledger::Digest,
    refusal::Code,
    text::{Name, Term},
    time::Moment,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Facts in one call, at most.
pub const FACTS_MAX: usize = 1_000;

/// Keeps facts of another palace.
#[derive(Debug)]
pub struct Import;

/// What is brought.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The palace they come from
    pub palace: PalaceId,
    /// Its facts
    pub facts: Vec<Imported>,
}

/// A fact as another palace holds it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Imported {
    /// Its id there
    pub id: Name,
    /// What it is about
    pub subject: Term,
    /// What holds
    pub predicate: Term,
    /// Between it and what
    pub object: Term,
    /// How sure whoever said it was (1 if left out)
    #[serde(default)]
    pub confidence: Option<Confidence>,
    /// Evidence it was read from, by its id here
    #[serde(default)]
    pub source_drawer: Option<EvidenceId>,
    /// Since when it holds
    pub valid_from: Moment,
    /// Until when, if that was known from the first
    #[serde(default)]
    pub valid_to: Option<Moment>,
    /// When it ended, if that was said later
    #[serde(default)]
    pub ended: Option<Moment>,
}

/// What became of them.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Facts that came in
    pub kept: usize,
    /// Facts that were here, and ended meanwhile
    pub closed: usize,
    /// Facts that were here as they are
    pub known: usize,
}

/// The id that a fact of another palace has in this one.
pub fn id_here(palace: &str, id: &str) -> FactId {
    let name = format!("palace/import/v1\n{palace}\n{id}");
    FactId::mint("triple", &id_tail(&Digest::of(name.as_bytes()).0))
}

impl Operation for Import {
    const SPEC: Spec = Spec::new("fact.import", "Keep facts from another palace's export, as that palace's word")
        .http(Method::Post, "/v1/facts/import")
        .files(&["facts"])
        .bytes_max(BATCH_BYTES_MAX);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // The words are in rows of their own, and can be erased there.
        Some(json!({ "palace": input["palace"], "facts": input["facts"].as_array().map(Vec::len) }))
    }

    fn run(cx: &mut Work<'_>, Input { palace, facts }: Input) -> Result<Output, Error> {
        if facts.len() > FACTS_MAX {
            return Err(Code::InputInvalid.refuse("facts", format!("at most {FACTS_MAX} are taken; {} were given", facts.len())).into());
        }
        let mut done = Output { kept: 0, closed: 0, known: 0 };
        let (by, now) = (cx.call.actor.name().to_owned(), cx.call.now);
        for said in facts {
            ends_after_it_begins(&said)?;
            let id = id_here(palace.as_str(), said.id.as_str());
            let ends = said.ended;
            let open = match cx.fact(&id)? {
                Some(here) => {
                    let ends_now = ends.is_some_and(|end| end >= here.valid_from) && here.closed.is_none();
                    *(if ends_now { &mut done.closed } else { &mut done.known }) += 1;
                    ends_now
                }
                None => {
                    let fact = taken(cx, id.clone(), said)?;
                    cx.put_fact(&fact)?;
                    done.kept += 1;
                    true
                }
            };
            if let Some(ended) = ends.filter(|_| open) {
                cx.close_fact(&id, &Closed { ended, by: by.clone(), at: now })?;
            }
        }
        cx.about(palace);
        Ok(done)
    }
}

fn ends_after_it_begins(said: &Imported) -> Result<(), Error> {
    let ends = [("validTo", said.valid_to), ("ended", said.ended)];
    if let Some((field, end)) = ends.into_iter().find_map(|(field, end)| end.filter(|end| *end < said.valid_from).map(|end| (field, end))) {
        return Err(Code::InputInvalid.refuse(field, format!("{} begins at {} and cannot end at {end}", said.id, said.valid_from)).into());
    }
    Ok(())
}

/// A fact as it will stand here.
fn taken(cx: &mut Work<'_>, id: FactId, said: Imported) -> Result<Fact, Error> {
    if let Some(source) = &said.source_drawer
        && cx.evidences(&[source.as_str()])?.is_empty()
    {
        return Err(missing("evidence", source));
    }
    let clean = |text: &Term| redact_text(text.as_str(), &mut Secrets::new());
    Ok(Fact {
        id,
        anchor: cx.call.anchor.project(),
        subject: clean(&said.subject),
        predicate: clean(&said.predicate),
        object: clean(&said.object),
        confidence: said.confidence.unwrap_or(Confidence::hundredths(100)),
        source: said.source_drawer,
        origin: Origin::Import,
        principal: cx.call.actor.name().to_owned(),
        valid_from: said.valid_from,
        valid_to: said.valid_to,
        recorded_at: cx.call.now,
        closed: None,
    })
}
