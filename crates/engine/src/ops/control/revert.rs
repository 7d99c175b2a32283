//! Take a default back, because the evidence says so, under a human's seal. What a person means by `rollback` with `execute`.

use super::{
    Step, records,
    rollback::{Output, is_required, looked, report},
};
use crate::{Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, governance::claim_state::settings, knowledge::adoption::Weighed};
use kernel::{adoption::Control, call::Call, effect::Govern, gate::Agents, refusal::Code, settings::ContextDefaults};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::View;

/// Takes a default back.
#[derive(Debug)]
pub struct Revert;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Which default: card-context
    #[serde(default = "super::propose::only")]
    pub candidate: Control,
}

impl Operation for Revert {
    const SPEC: Spec = Spec::new("control.revert", "Take a default back because a rollback was recorded")
        .http(Method::Post, "/v1/control/revert")
        .positional(&["candidate"])
        .agents(Agents::Never);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn is_past(view: &mut View<'_>, house: &PalaceState, _: &Input) -> Result<bool, Error> {
        Ok(settings(view, house)?.context.include_cards_default)
    }

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, Input { candidate }: &Input) -> Result<Shown, Error> {
        let (step, before, weighed) = decided(view, house, call, *candidate)?;
        let covers = step.covers(Self::SPEC.name, *candidate, &weighed)?;
        let what = json!({
            "include cards by default": false, "before": step.before, "criteria that were kept": before.rollback_criteria,
            "counted": weighed.counts, "records": records(&weighed),
        });
        Ok(Shown { covers, what })
    }

    fn run(cx: &mut Reviewed<'_>, Input { candidate }: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let (step, before, weighed) = decided(cx, house, call, candidate)?;
        step.write(cx)?;
        Ok(report(candidate, &before, &weighed, true))
    }
}

/// The step back, if it may be taken.
fn decided(view: &mut View<'_>, house: &PalaceState, call: &Call, candidate: Control) -> Result<(Step, ContextDefaults, Weighed), Error> {
    let (before, weighed) = looked(view, house, call, candidate)?;
    let name = candidate.name();
    // What would have been answered goes along: nobody is asked for a seal over nothing, and nobody is left without the reasons.
    let told = || crate::call::operation::to_json(&report(candidate, &before, &weighed, false));
    if !before.include_cards_default {
        let what = format!("`{name}` is off already, so there is nothing to take back");
        return Err(Code::NoSuchMove.refuse(name, what).next("Nothing").with(told()?).into());
    }
    if !is_required(&weighed) {
        return Err(Code::EvidenceShort
            .refuse(name, format!("no rollback was recorded for `{name}` in the last {} days", weighed.days))
            .next("Turn it off with `palace control default --disable`, which needs no evidence")
            .with(told()?)
            .into());
    }
    Ok((Step::to(view, house, false, None)?, before, weighed))
}
