//! Which of these are not known as they are now: so that reading the same again writes nothing.

use super::{CUT, Place, is_entrusted, kept_anew};
use crate::{Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, ledger::Digest, text::Name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use store::{Source, SourceState};

/// Compares with what is known.
#[derive(Debug)]
pub struct Check;

/// One thing that was read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// Where it lies
    pub path: String,
    /// What it says
    pub digest: Digest,
}

/// What was read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Paths with their digests
    pub seen: Vec<Seen>,
    /// Wing that all of it is to stand in
    #[serde(default)]
    pub wing: Option<Name>,
    /// Room of that wing
    #[serde(default)]
    pub room: Option<Name>,
}

/// What should be kept.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Paths that are new or changed, or that stand elsewhere, in the order they were given
    pub changed: Vec<String>,
    /// Paths that are not, and that are kept with the secrets in them because a human sealed that
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entrusted: Vec<String>,
}

impl Operation for Check {
    const SPEC: Spec = Spec::new("source.check", "Say which sources are new or changed since they were last read")
        .http(Method::Post, "/v1/sources/check")
        .files(&["seen"])
        .bytes_max(super::BATCH_BYTES_MAX);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let anchor = &cx.call.anchor.clone();
        let mut output = Output { changed: Vec::new(), entrusted: Vec::new() };
        let place = Place::of(input.wing.as_ref(), input.room.as_ref());
        let is_placed = input.wing.is_some() || input.room.is_some();
        // All at once: a tree has thousands of files, and nearly all of them are known as they are.
        let paths: Vec<&str> = input.seen.iter().map(|seen| seen.path.as_str()).collect();
        let known = cx.sources_at(anchor, &paths)?;
        let outwards: Vec<String> = anchor.outwards().iter().map(ToString::to_string).collect();
        // What was entrusted is not read again, as that would take its secrets out.
        let numbers: Vec<i64> = known.iter().filter(|source| !is_entrusted(source)).map(|source| source.n).collect();
        let lost: BTreeSet<i64> = cx.lost_among(&numbers, &outwards)?.into_iter().collect();
        let known: HashMap<&str, &Source> = known.iter().map(|source| (source.path.as_str(), source)).collect();
        for Seen { path, digest } in &input.seen {
            match known.get(path.as_str()) {
                Some(s) if s.state == SourceState::Live && s.digest == *digest && kept_anew(s, CUT).is_none() && !lost.contains(&s.n) => {
                    if is_placed && place.instead_of(&cx.source_place(s.n)?).is_some() {
                        output.changed.push(path.clone());
                    } else if is_entrusted(s) {
                        output.entrusted.push(path.clone());
                    }
                }
                Some(_) | None => output.changed.push(path.clone()),
            }
        }
        Ok(output)
    }
}
