//! What a project wants everybody to know who works in it. Words that a person sealed; without a seal there are none.

use super::here;
use crate::{Dialect, Error, Look, Method, Operation, PalaceState, Spec, governance::claim_state::set_last};
use kernel::{anchor::Anchor, effect::Read, text::Name, time::Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::View;

/// Shows it.
#[derive(Debug)]
pub struct Context;

/// Of which project.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Folder of the project, if you want to be sure: it must be where the call is made from
    #[serde(default)]
    pub project_path: Option<Name>,
}

/// What is kept of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct Kept {
    pub(crate) enabled: bool,
    pub(crate) summary: String,
    pub(crate) highlights: Vec<String>,
    pub(crate) reminders: Vec<String>,
    pub(crate) pre_implementation: Vec<String>,
    pub(crate) post_implementation: Vec<String>,
}

/// The words, if there are any.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Somebody said some
    pub exists: bool,
    /// The project
    pub project_path: String,
    /// Where they are kept: a setting of the palace, not a file
    pub context_file: String,
    /// They are to be shown
    pub enabled: bool,
    /// What it is, in a line
    pub summary: String,
    /// What matters
    pub highlights: Vec<String>,
    /// What is easily forgotten
    pub reminders: Vec<String>,
    /// What to do before anything is changed
    pub pre_implementation: Vec<String>,
    /// What to do afterwards
    pub post_implementation: Vec<String>,
    /// When they were said
    pub updated_at: Option<Moment>,
}

/// The name under which a project's context is set.
pub(super) fn setting_name(project: &Anchor) -> String {
    format!("context {project}")
}

/// A project's context, as a seal covers it.
pub(crate) fn kept(view: &mut View<'_>, house: &PalaceState, project: &Anchor) -> Result<Option<(Kept, Moment)>, Error> {
    let last = set_last(view, house, &setting_name(project))?;
    Ok(last.and_then(|(value, at)| serde_json::from_str(&value).ok().map(|kept| (kept, at))))
}

impl Operation for Context {
    const SPEC: Spec = Spec::new("project.context", "Show what this project wants everybody to know who works in it")
        .http(Method::Get, "/v1/project/context")
        .also(&[(Dialect::Cycle, "get_project_context")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { project_path }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let project = call.anchor.project();
        let path = here(call, project_path.as_ref())?;
        let found = kept(cx, house, &project)?;
        let (exists, updated_at) = (found.is_some(), found.as_ref().map(|(_, at)| *at));
        let kept = found.map(|(kept, _)| kept).unwrap_or_default();
        Ok(Output {
            exists,
            project_path: path,
            context_file: setting_name(&project),
            enabled: kept.enabled,
            summary: kept.summary,
            highlights: kept.highlights,
            reminders: kept.reminders,
            pre_implementation: kept.pre_implementation,
            post_implementation: kept.post_implementation,
            updated_at,
        })
    }
}
