//! List presets: those that are built in, and those that were applied here once.

use crate::{Dialect, Error, Look, Method, Operation, Spec, cycle::workflow};
use kernel::{
    cycle::{Config, Enforcement, Preset},
    effect::Read,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists presets.
#[derive(Debug)]
pub struct List;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The presets.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Those that are built in first
    pub presets: Vec<Item>,
    /// How many
    pub count: usize,
    /// How many are built in
    pub built_in_count: usize,
    /// How many are not
    pub custom_count: usize,
}

/// A preset in a list.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Item {
    /// Its name
    pub name: String,
    /// What it is for
    pub description: String,
    /// How strictly it is held
    pub enforcement: Enforcement,
    /// built-in or custom
    #[serde(rename = "type")]
    pub kind: &'static str,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("preset.list", "List the presets: which calls the gates want, and how strictly")
        .http(Method::Get, "/v1/presets")
        .also(&[(Dialect::Cycle, "list_presets")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let (house, project) = (cx.house, cx.call.anchor.project());
        let item = |config: Config, kind| Item { name: config.name, description: config.description, enforcement: config.enforcement, kind };
        let mut presets: Vec<Item> = Preset::ALL.into_iter().map(|preset| item(preset.into(), "built-in")).collect();
        let built_in_count = presets.len();
        presets.extend(workflow::customs(cx, house, &project)?.into_iter().map(|config| item(config, "custom")));
        Ok(Output { count: presets.len(), built_in_count, custom_count: presets.len() - built_in_count, presets })
    }
}
