//! Which of these are not known as they are now: so that reading the same again writes nothing.

use super::{CUT, Place, has_lost, is_entrusted, kept_anew};
use crate::{Error, Look, Method, Operation, Spec};
use kernel::{effect::Read, ledger::Digest, text::Name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::SourceState;

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
        for Seen { path, digest } in input.seen {
            match cx.source_at(anchor, &path)? {
                Some(s) if s.state == SourceState::Live && s.digest == digest && kept_anew(&s, CUT).is_none() => {
                    let before = cx.source_place(s.n)?;
                    if place.instead_of(&before).is_some() || has_lost(cx, &s)? {
                        output.changed.push(path);
                        continue;
                    }
                    if is_entrusted(&s) {
                        output.entrusted.push(path);
                    }
                }
                _ => output.changed.push(path),
            }
        }
        Ok(output)
    }
}
