//! Which of these are not known as they are now: so that reading the same again writes nothing.

use super::{CUT, Place, WITH_SECRETS, is_entrusted, kept_anew, kept_in_another_way};
use crate::{Error, Look, Method, Operation, Spec};
use kernel::{anchor::Anchor, effect::Read, id::SourceId, ledger::Digest, text::Name};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use store::{Source, SourceState, View};

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

/// A source that is there.
#[derive(Debug)]
pub struct Kept {
    /// Its id.
    pub id: SourceId,
    /// Where it lies.
    pub path: String,
    /// What it must say to be known as it is; nothing where it is to be read again in any case.
    pub digest: Option<Digest>,
    /// Whether it is kept with its secrets, because a human sealed that.
    pub is_entrusted: bool,
}

/// All sources that are there, belonging here and under a path that begins so, by path. The same answer as the operation gives, for a caller in
/// this process with a whole tree: without a list of its paths that goes in and comes out as JSON.
pub fn kept(view: &mut View<'_>, anchor: &Anchor, prefix: &str) -> Result<Vec<Kept>, Error> {
    let marks = view.source_marks(anchor, prefix)?;
    let is_entrusted = |pieces: &str| pieces.ends_with(WITH_SECRETS);
    let numbers: Vec<i64> = marks.iter().filter(|mark| !is_entrusted(&mark.pieces)).map(|mark| mark.n).collect();
    let outwards: Vec<String> = anchor.outwards().iter().map(ToString::to_string).collect();
    let lost: BTreeSet<i64> = view.lost_among(&numbers, &outwards)?.into_iter().collect();
    let kept = marks.into_iter().map(|mark| {
        let is_as_kept = kept_in_another_way(&mark.title, &mark.pieces, CUT).is_none() && !lost.contains(&mark.n);
        Kept { id: mark.id, path: mark.path, digest: is_as_kept.then_some(mark.digest), is_entrusted: is_entrusted(&mark.pieces) }
    });
    Ok(kept.collect())
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
