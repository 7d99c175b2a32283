//! Count postmortems: how much went wrong, how much still can, and where it happens most.

use super::judged;
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::{
    effect::Read,
    work::{PostmortemStatus, Severity},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Files named in an answer.
const FILES_TOLD: usize = 10;

/// Counts postmortems.
#[derive(Debug)]
pub struct Stats;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The counts.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// All of them
    pub total: usize,
    /// Those that can happen again
    pub open: usize,
    /// Those that cannot
    pub resolved: usize,
    /// Those that were resolved and happened again
    pub recurring: usize,
    /// How many were how bad
    pub by_severity: BTreeMap<&'static str, usize>,
    /// Lessons they name
    pub lessons: usize,
    /// Files they were about, most often first
    pub files: Vec<File>,
}

/// A file and how often something went wrong in it.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct File {
    /// The file
    pub path: String,
    /// How often
    pub postmortems: usize,
}

impl Operation for Stats {
    const SPEC: Spec = Spec::new("postmortem.stats", "Count postmortems by status and severity, and where things go wrong most")
        .http(Method::Get, "/v1/postmortems/stats")
        .also(&[(Dialect::Palace, "postmortem_stats")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let (house, project) = (cx.house, cx.call.anchor.project());
        let all = judged(cx, house, &project)?;
        let standing = |status: PostmortemStatus| all.iter().filter(|j| j.status == status).count();
        let by_severity =
            Severity::ALL.iter().map(|s| (s.name(), all.iter().filter(|j| j.postmortem.severity == *s).count())).filter(|(_, n)| *n > 0).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for path in all.iter().flat_map(|j| &j.postmortem.files) {
            *counts.entry(path).or_default() += 1;
        }
        let mut files: Vec<File> = counts.into_iter().map(|(path, postmortems)| File { path: path.to_owned(), postmortems }).collect();
        files.sort_by_key(|file| std::cmp::Reverse(file.postmortems)); // paths stay in order among equals
        files.truncate(FILES_TOLD);
        Ok(Output {
            total: all.len(),
            open: standing(PostmortemStatus::Open),
            resolved: standing(PostmortemStatus::Resolved),
            recurring: standing(PostmortemStatus::Recurring),
            by_severity,
            lessons: all.iter().map(|j| j.postmortem.lessons.len()).sum(),
            files,
        })
    }
}
