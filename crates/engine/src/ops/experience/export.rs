//! Export the experiences of this project and of everywhere, as JSON or as Markdown. Either can be imported again.
//!
//! Not here: what was revised or put away, and files. The command line writes those.

use super::Shown;
use crate::{Dialect, Error, Look, Method, Operation, Spec, experience::markdown, memory::around, ops::LIST_MAX};
use kernel::{
    cycle::{Area, Worked},
    effect::Read,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::ExperienceFilter;

/// Exports them.
#[derive(Debug)]
pub struct Export;

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Form {
    /// For programs
    Json,
    /// For people
    Markdown,
}

/// Which.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Only {
    /// Only about this
    #[serde(default)]
    pub domain: Option<Area>,
    /// Only what worked, or did not
    #[serde(default, rename = "type")]
    pub worked: Option<Worked>,
}

/// How, and which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// How it is written; `format` is understood too
    // The command line has a --format of its own, which says how every answer is printed.
    #[serde(rename = "as", alias = "format")]
    pub format: Form,
    /// Which
    #[serde(default)]
    pub filter: Only,
}

/// The export.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Whether it is whole
    pub exported: bool,
    /// How many there are
    pub count: usize,
    /// How it is written
    pub format: Form,
    /// The text
    pub output: String,
    /// What was done
    pub message: String,
}

impl Operation for Export {
    const SPEC: Spec = Spec::new("experience.export", "Export experiences as JSON or Markdown")
        .http(Method::Get, "/v1/experiences/export")
        .positional(&["as"])
        .document("output")
        .also(&[(Dialect::Cycle, "export_experiences")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { format, filter }: Input) -> Result<Output, Error> {
        let mut all: Vec<Shown> = Vec::new();
        let (mut after, anchors) = (0, around(&cx.call.anchor, None, false));
        loop {
            let page = ExperienceFilter { area: filter.domain, worked: filter.worked, anchors: anchors.clone(), past: false, after, limit: LIST_MAX };
            let page = cx.experiences(&page)?;
            let Some(last) = page.last() else { break };
            after = last.n;
            all.extend(page.into_iter().map(Shown::from));
        }
        let output = match format {
            Form::Json => serde_json::to_string_pretty(&all).map_err(|e| kernel::refusal::Code::Internal.refuse("output", e.to_string()))?,
            Form::Markdown => markdown::write(&all),
        };
        let message = format!("Exported {} experiences", all.len());
        Ok(Output { exported: true, count: all.len(), format, output, message })
    }
}
