//! Brief someone who is about to open a file: how often it was changed and how that went, what holds there, what went wrong.
//!
//! Not here: what the file says. Its source is evidence, and the code index knows its symbols.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    ops::{
        claim::{Line, lines},
        postmortem,
    },
};
use kernel::{
    claim::Kind,
    effect::Read,
    id::SessionId,
    scope::{ProjectPath, Scope},
    time::Moment,
    work::ActivityKind,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use store::FileCounts;

/// Postmortems in one briefing.
const POSTMORTEMS_MAX: usize = 10;
/// Sessions in one briefing.
const SESSIONS_MAX: usize = 5;
/// Activities looked at for them.
const LOOKED_AT: i64 = 200;

/// Briefs on a file.
#[derive(Debug)]
pub struct Brief;

/// Which file.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// File within the project
    #[serde(alias = "path", alias = "filePath", alias = "file_path")]
    pub file: String,
}

/// What is known of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The file
    pub path: String,
    /// How often sessions read it
    pub reads: i64,
    /// How often they changed it
    pub edits: i64,
    /// How many of the changes failed
    pub failures: i64,
    /// Failed changes as a part of those whose outcome was told, from 0 to 1
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_rate: Option<f64>,
    /// Who touched it last, most recent first
    pub sessions: Vec<Touch>,
    /// Decisions that hold here, narrowest scope first
    pub decisions: Vec<Line>,
    /// Learnings that hold here, narrowest scope first
    pub learnings: Vec<Line>,
    /// What went wrong here, newest first
    pub postmortems: Vec<postmortem::Item>,
}

/// A session that touched the file.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Touch {
    /// The session
    pub session_id: SessionId,
    /// What it did last
    pub kind: ActivityKind,
    /// How that went
    pub outcome: &'static str,
    /// When
    pub at: Moment,
}

impl Operation for Brief {
    const SPEC: Spec = Spec::new("file.brief", "Brief on a file: how often it was changed and failed, what holds there, what went wrong")
        .http(Method::Get, "/v1/files/brief")
        .positional(&["file"])
        .also(&[(Dialect::Palace, "brief_file")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { file }: Input) -> Result<Output, Error> {
        let path = ProjectPath::parse(&file)?;
        let (house, project) = (cx.house, cx.call.anchor.project());
        let FileCounts { reads, edits, succeeded, failed } = cx.file_counts(path.as_str(), &project)?;
        let mut seen = BTreeSet::new();
        let mut touches = cx.touched(path.as_str(), &project, None, LOOKED_AT)?;
        touches.retain(|activity| seen.insert(activity.session.clone()));
        touches.truncate(SESSIONS_MAX);
        let postmortems = postmortem::judged(cx, house, &project)?
            .into_iter()
            .filter(|j| j.postmortem.files.iter().any(|f| f == path.as_str()))
            .take(POSTMORTEMS_MAX);
        let postmortems = postmortems.map(postmortem::Item::from).collect();
        let scope = Scope::File(path.clone());
        Ok(Output {
            reads,
            edits,
            failures: failed,
            failure_rate: rate(failed, succeeded + failed),
            sessions: touches.into_iter().map(|a| Touch { session_id: a.session, kind: a.kind, outcome: a.outcome.name(), at: a.at }).collect(),
            decisions: lines(cx, Kind::Decision, &scope)?,
            learnings: lines(cx, Kind::Learning, &scope)?,
            postmortems,
            path: path.as_str().to_owned(),
        })
    }
}

/// A part of a whole, in hundredths: more digits would only look exact.
#[expect(clippy::cast_precision_loss, reason = "a hundred at most")]
fn rate(part: i64, whole: i64) -> Option<f64> {
    (whole > 0).then(|| ((part * 100 + whole / 2) / whole) as f64 / 100.0)
}
