//! Choose the preset that holds in this project, under a human's seal; an agent's call waits for it.

use super::named;
use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    cycle::workflow::{active, is_served, preset_name as setting_name},
    governance::claim_state::{set_last, setting_digest},
    memory::require_no_secrets,
};
use kernel::{
    anchor::Anchor,
    call::Call,
    canonical,
    cycle::{Config, Enforcement, Gates, Preset},
    effect::Govern,
    gate::Agents,
    id::SessionId,
    refusal::Code,
    text::Name,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use store::{Made, SettingRow, View};

/// Chooses a preset.
#[derive(Debug)]
pub struct Apply;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Preset to apply
    pub preset_name: Name,
    /// Session it is asked for; a preset holds for the whole project
    #[serde(default)]
    pub session_id: Option<SessionId>,
    /// What a preset of your own says; `preset.validate` tells what is wrong with it
    #[serde(default)]
    pub config: Option<Map<String, Json>>,
    /// Project it is for. Said by where the call is made from, never by the caller
    #[serde(default)]
    #[schemars(skip)]
    pub project: Option<Anchor>,
}

impl Input {
    /// The project it is for.
    fn project(&self) -> Anchor {
        self.project.as_ref().map_or(Anchor::Global, Anchor::project)
    }
}

/// What holds now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// It holds
    pub applied: bool,
    /// The preset
    pub preset_name: String,
    /// The session it was asked for
    pub session_id: Option<SessionId>,
    /// What each gate wants
    pub gates: Gates,
    /// How strictly they are held
    pub enforcement: Enforcement,
    /// Where it is kept: a setting of the palace, not a file
    pub config_path: String,
    /// All of it in a line
    pub message: String,
}

impl Operation for Apply {
    const SPEC: Spec = Spec::new("preset.apply", "Choose which calls the gates want in this project, and how strictly")
        .http(Method::Post, "/v1/presets/apply")
        .positional(&["presetName"])
        .files(&["config"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Cycle, "apply_preset")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn is_past(view: &mut View<'_>, house: &PalaceState, input: &Input) -> Result<bool, Error> {
        let (name, _, value) = wanted(view, house, input)?;
        Ok(set_last(view, house, &name)?.is_none_or(|(last, _)| last != value))
    }

    fn drafts(input: &mut Json) -> Vec<&mut Json> {
        // Whoever seals it may sit elsewhere.
        vec![input]
    }

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let (name, config, value) = wanted(view, house, input)?;
        let before = active(view, house, &input.project())?;
        let what = json!({ "project": input.project(), "applies": config, "before": before.config.name, "was chosen": before.applied });
        Ok(Shown { covers: vec![setting_digest(&name, &value)?], what })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let (name, config, value) = wanted(cx, house, &input)?;
        if set_last(cx, house, &name)?.is_none_or(|(last, _)| last != value) {
            let made = Made { by: call.actor.name().to_owned(), at: call.now, seal: cx.review.seal() };
            cx.put_setting(&SettingRow { name: name.clone(), value, made })?;
        }
        cx.about(&name);
        Ok(Output {
            applied: true,
            message: format!("Preset \"{}\" applied", config.name),
            preset_name: config.name,
            session_id: input.session_id,
            gates: config.gates,
            enforcement: config.enforcement,
            config_path: name,
        })
    }
}

/// The setting that is asked for: its name, what it says, and that as it is kept.
fn wanted(view: &mut View<'_>, house: &PalaceState, input: &Input) -> Result<(String, Config, String), Error> {
    let project = input.project();
    let named_as = input.preset_name.as_str();
    let config = match &input.config {
        None => named(view, house, &project, named_as)?,
        Some(fields) => own(fields, named_as)?,
    };
    let unserved = [&config.gates.teach, &config.gates.learn, &config.gates.reason]
        .into_iter()
        .flat_map(|gate| &gate.required_tools)
        .find(|tool| !is_served(tool));
    if let Some(tool) = unserved {
        return Err(Code::InputInvalid.refuse("presetName", format!("preset \"{named_as}\" wants `{tool}`, which is not served here")).into());
    }
    require_no_secrets("config", &config)?;
    let value = canonical::canonical(&config)?;
    Ok((setting_name(&project), config, value))
}

/// A preset of somebody's own, sound and under its own name.
fn own(fields: &Map<String, Json>, named_as: &str) -> Result<Config, Error> {
    let (config, found) = Config::read(fields, is_served);
    let Some(config) = config else {
        return Err(Code::InputInvalid
            .refuse("config", format!("{}: {}", found.message(), found.errors.join("; ")))
            .with(json!({ "errors": found.errors, "warnings": found.warnings }))
            .into());
    };
    if config.name != named_as {
        return Err(Code::InputInvalid.refuse("config", format!("it is called \"{}\", not \"{named_as}\"", config.name)).into());
    }
    // What is built in means the same everywhere; `custom` is there to be filled in.
    if Preset::named(named_as).is_some_and(|preset| preset.enforcement != Enforcement::Custom) {
        return Err(Code::InputInvalid
            .refuse("config", format!("\"{named_as}\" is built in and says what it says"))
            .next("Give yours another name")
            .into());
    }
    Ok(config)
}
