//! Show the preset that holds here, and what the palace keeps of memories.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    cycle::{self, workflow},
};
use kernel::{cycle::Config, effect::Read, id::SessionId, settings::Cycle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shows it.
#[derive(Debug)]
pub struct Show;

/// For whom.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Session of yours it is asked for; a preset holds for the whole project
    #[serde(default)]
    pub session_id: Option<SessionId>,
}

/// What holds.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The preset
    pub active_preset: String,
    /// All of it
    pub config: Config,
    /// The session it was asked for
    pub session_id: Option<SessionId>,
    /// Whether somebody chose it; where nobody did, it is only advice
    pub applied: bool,
    /// What the palace keeps of memories, and how much
    pub memory: Cycle,
}

impl Operation for Show {
    const SPEC: Spec = Spec::new("preset.show", "Show the preset that holds in this project, and the settings of the guarded cycle")
        .http(Method::Get, "/v1/presets/active")
        .also(&[(Dialect::Cycle, "get_config")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { session_id }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        if let Some(id) = &session_id {
            cycle::owned(call, cx, id)?;
        }
        let preset = workflow::active(cx, house, &call.anchor.project())?;
        let memory = crate::governance::claim_state::settings(cx, house)?.cycle;
        Ok(Output { active_preset: preset.config.name.clone(), config: preset.config, session_id, applied: preset.applied, memory })
    }
}
