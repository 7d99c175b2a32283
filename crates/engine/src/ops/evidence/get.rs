//! Get the words of what was found, whole, each wrapped in where it came from: retrieved text is data.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    memory::Place,
    ops::{missing_or_erased, one_or_many},
};
use kernel::{effect::Read, evidence::Origin, id::EvidenceId, ledger::Digest, text::Content, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most pieces given at once.
const PIECES_MAX: usize = 50;
/// Most neighbours on each side.
const AROUND_MAX: u32 = 10;

/// Gives bodies.
#[derive(Debug)]
pub struct Get;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Evidence found by recall (can be repeated)
    #[serde(deserialize_with = "one_or_many")]
    pub id: Vec<EvidenceId>,
    /// Also so many pieces before and after each
    #[serde(default)]
    pub around: Option<u32>,
}

/// A piece, whole.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Body {
    /// Its id
    pub id: EvidenceId,
    /// What was seen
    pub content: Content,
    /// Who said it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// When it was said
    pub at: Moment,
    /// What it was read from
    pub source: String,
    /// Where it stands in its file
    #[serde(flatten)]
    pub place: Place,
    /// Where in it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub heading: String,
    /// Where it came from
    pub origin: Origin,
    /// What a seal would vouch for
    pub digest: Digest,
}

/// Pieces.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// In the order they were asked for
    pub pieces: Vec<Body>,
}

impl Operation for Get {
    const SPEC: Spec = Spec::new("evidence.get", "Get the words of evidence that recall found")
        .http(Method::Get, "/v1/evidence")
        .positional(&["id"])
        .also(&[(Dialect::Memory, "get")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { id, around }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let mut wanted: Vec<String> = Vec::new();
        for id in id.into_iter().take(PIECES_MAX) {
            let item = cx.item_of(id.as_str())?;
            let span = i64::from(around.unwrap_or(0).min(AROUND_MAX));
            match item {
                Some(item) if span > 0 && item.source != 0 && item.until.is_none() => {
                    let beside = cx.items_between(item.source, item.seq - span, item.seq + span)?;
                    wanted.extend(beside.into_iter().filter(|other| other.thread == item.thread).map(|other| other.id));
                }
                _ => wanted.push(id.to_string()),
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        wanted.retain(|id| seen.insert(id.clone()));
        let mut pieces = Vec::with_capacity(wanted.len());
        for id in wanted {
            let Some(evidence) = cx.evidences(&[&id])?.pop() else { return Err(missing_or_erased(cx, "evidence", &id)?) };
            let item = cx.item_of(&id)?;
            let place = match &item {
                Some(item) => Place::of(cx, house, &call.anchor, item, &evidence)?,
                None => Place::default(),
            };
            pieces.push(Body {
                place,
                digest: evidence.digest(),
                origin: evidence.origin,
                source: evidence.source,
                at: item.as_ref().map_or(evidence.recorded_at, |item| item.at),
                author: item.as_ref().map(|item| item.author.clone()).unwrap_or_default(),
                heading: item.map(|item| item.heading).unwrap_or_default(),
                content: evidence.content,
                id: evidence.id,
            });
        }
        Ok(Output { pieces })
    }
}
