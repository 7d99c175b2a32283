//! Say what everybody should know who works in a project. A human's word, under a seal: it is read aloud to every agent that
//! begins there, so an agent's own words are only proposed.

use super::{
    context::{Kept, setting_name},
    here,
};
use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    governance::claim_state::{set_last, setting_digest},
};
use kernel::{
    anchor::Anchor,
    call::Call,
    canonical,
    effect::Govern,
    gate::Agents,
    refusal::Code,
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use store::{Made, SettingRow, View};

/// Longest summary.
const SUMMARY_CHARS: usize = 200;
/// Longest highlight or reminder.
const LINE_CHARS: usize = 100;
/// Longest step.
const STEP_CHARS: usize = 200;
/// Highlights, at most.
const HIGHLIGHTS_MAX: usize = 5;
/// Reminders, at most.
const REMINDERS_MAX: usize = 3;
/// Steps before and after, at most. The contract has no number; a checklist that nobody reads has more.
const STEPS_MAX: usize = 20;

/// Says it.
#[derive(Debug)]
pub struct SetContext;

/// What to say.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Whether it is shown
    pub enabled: bool,
    /// What the project is, in a line of at most 200 characters
    #[serde(default)]
    pub summary: Option<Note>,
    /// What matters, at most 5 of 100 characters (can be repeated)
    #[serde(default)]
    pub highlights: Vec<Note>,
    /// What is easily forgotten, at most 3 of 100 characters (can be repeated)
    #[serde(default)]
    pub reminders: Vec<Note>,
    /// What to do before anything is changed, of at most 200 characters (can be repeated)
    #[serde(default)]
    pub pre_implementation: Vec<Note>,
    /// What to do afterwards, of at most 200 characters (can be repeated)
    #[serde(default)]
    pub post_implementation: Vec<Note>,
    /// Folder of the project, if you want to be sure: it must be where the call is made from
    #[serde(default)]
    pub project_path: Option<Name>,
    /// Project it is for. Said by where the call is made from, never by the caller
    #[serde(default)]
    #[schemars(skip)]
    pub project: Option<Anchor>,
}

/// What was said.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// It is kept
    pub success: bool,
    /// The project
    pub project_path: String,
    /// Where it is kept: a setting of the palace, not a file
    pub context_file: String,
    /// It is shown
    pub enabled: bool,
    /// All of it in a line
    pub message: &'static str,
}

impl Operation for SetContext {
    const SPEC: Spec = Spec::new("project.set_context", "Say what everybody should know who works in this project")
        .http(Method::Post, "/v1/project/context")
        .agents(Agents::Propose)
        .also(&[(Dialect::Cycle, "update_project_context")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn is_past(view: &mut View<'_>, house: &PalaceState, input: &Input) -> Result<bool, Error> {
        let (name, _, value) = wanted(input)?;
        Ok(set_last(view, house, &name)?.is_none_or(|(last, _)| last != value))
    }

    fn drafts(input: &mut Json) -> Vec<&mut Json> {
        // Whoever seals it may sit elsewhere.
        vec![input]
    }

    fn shown(_: &mut View<'_>, _: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        let (name, kept, value) = wanted(input)?;
        if input.project() == call.anchor.project() {
            here(call, input.project_path.as_ref())?;
        }
        Ok(Shown { covers: vec![setting_digest(&name, &value)?], what: json!({ "project": input.project(), "says": kept }) })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let (name, kept, value) = wanted(&input)?;
        let made = Made { by: cx.call.actor.name().to_owned(), at: cx.call.now, seal: cx.review.seal() };
        cx.put_setting(&SettingRow { name: name.clone(), value, made })?;
        cx.about(&name);
        let message = if kept.enabled { "Project context enabled" } else { "Project context disabled" };
        Ok(Output { success: true, project_path: input.project().to_string(), context_file: name, enabled: kept.enabled, message })
    }
}

impl Input {
    /// The project it is for.
    fn project(&self) -> Anchor {
        self.project.as_ref().map_or(Anchor::Global, Anchor::project)
    }
}

/// The setting that is asked for: its name, what it says, and that as it is kept.
fn wanted(input: &Input) -> Result<(String, Kept, String), Error> {
    let kept = Kept {
        enabled: input.enabled,
        summary: lines("summary", input.summary.as_slice(), 1, SUMMARY_CHARS)?.pop().unwrap_or_default(),
        highlights: lines("highlights", &input.highlights, HIGHLIGHTS_MAX, LINE_CHARS)?,
        reminders: lines("reminders", &input.reminders, REMINDERS_MAX, LINE_CHARS)?,
        pre_implementation: lines("preImplementation", &input.pre_implementation, STEPS_MAX, STEP_CHARS)?,
        post_implementation: lines("postImplementation", &input.post_implementation, STEPS_MAX, STEP_CHARS)?,
    };
    let value = canonical::canonical(&kept)?;
    Ok((setting_name(&input.project()), kept, value))
}

fn lines(field: &str, given: &[Note], most: usize, chars: usize) -> Result<Vec<String>, Error> {
    if given.len() > most {
        return Err(Code::InputInvalid.refuse(field, format!("`{field}`: at most {most} are taken; {} were given", given.len())).into());
    }
    if let Some(long) = given.iter().find(|line| line.as_str().chars().nth(chars).is_some()) {
        let what = format!("`{field}`: at most {chars} characters are taken; {} were given", long.as_str().chars().count());
        return Err(Code::InputInvalid.refuse(field, what).into());
    }
    Ok(given.iter().map(|line| line.as_str().to_owned()).collect())
}
