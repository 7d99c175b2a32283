//! Turn a default on or off, under a human's seal. On needs evidence and a word on what would have it taken back, which is kept.

use super::{Proposal, Step, proposal, records};
use crate::{
    Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    governance::claim_state::settings,
    knowledge::adoption::{Weighed, weighed_for},
};
use kernel::{adoption::Control, call::Call, effect::Govern, gate::Agents, refusal::Code, text::Note};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::View;

/// Sets a default.
#[derive(Debug)]
pub struct Default;

/// Which, and how.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Which default: card-context
    #[serde(default = "super::propose::only")]
    pub candidate: Control,
    /// Turn it on
    #[serde(default)]
    pub enable: bool,
    /// Turn it off
    #[serde(default)]
    pub disable: bool,
    /// What would have it taken back (can be repeated); kept with the default
    #[serde(default)]
    pub rollback_criteria: Vec<Note>,
}

/// What holds now.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether anything was written
    pub writes: bool,
    /// Which default
    pub candidate: Control,
    /// What was asked for
    pub requested: bool,
    /// Whether it was done
    pub applied: bool,
    /// Whether cards are included unless a caller says otherwise
    pub include_cards_default: bool,
    /// On what grounds, where it was turned on
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// Why
    pub reasons: Vec<String>,
}

impl Operation for Default {
    const SPEC: Spec = Spec::new("control.default", "Turn cards on or off in what agents are shown by default")
        .http(Method::Post, "/v1/control/default")
        .positional(&["candidate"])
        .agents(Agents::Never)
        .mind("phase3 default-control");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn is_past(view: &mut View<'_>, house: &PalaceState, input: &Input) -> Result<bool, Error> {
        Ok(settings(view, house)?.context.include_cards_default != input.enable)
    }

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        let (step, weighed, proposal) = decided(view, house, call, input)?;
        let covers = step.covers(Self::SPEC.name, input.candidate, &weighed)?;
        let what = json!({
            "include cards by default": input.enable, "before": step.before, "rollback criteria": input.rollback_criteria,
            "counted": weighed.counts, "records": records(&weighed), "reasons": proposal.map(|p| p.reasons),
        });
        Ok(Shown { covers, what })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let (step, _, proposal) = decided(cx, house, call, &input)?;
        step.write(cx)?;
        let reasons = proposal.as_ref().map_or_else(|| vec!["turning it off needs no evidence".into()], |p| p.reasons.clone());
        Ok(Output {
            writes: true,
            candidate: input.candidate,
            requested: input.enable,
            applied: true,
            include_cards_default: input.enable,
            proposal,
            reasons,
        })
    }
}

/// The step that is asked for, if it may be taken.
fn decided(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<(Step, Weighed, Option<Proposal>), Error> {
    if input.enable == input.disable {
        return Err(Code::InputInvalid
            .refuse("enable", "say exactly one of enable and disable")
            .next("Add --enable with --rollback-criteria, or --disable")
            .into());
    }
    let weighed = weighed_for(view, house, call, input.candidate)?;
    let criteria = input.enable.then_some(input.rollback_criteria.as_slice());
    let step = Step::to(view, house, input.enable, criteria)?;
    let already = step.before.include_cards_default == input.enable && criteria.is_none_or(|criteria| criteria == step.before.rollback_criteria);
    if already {
        let (name, how) = (input.candidate.name(), if input.enable { "on, on the same conditions" } else { "off" });
        return Err(Code::NoSuchMove.refuse(name, format!("`{name}` is {how} already")).next("Nothing: it is as you want it").into());
    }
    if input.disable {
        return Ok((step, weighed, None));
    }
    let proposal = proposal(input.candidate, &weighed, input.rollback_criteria.clone());
    if proposal.proposal_ready {
        return Ok((step, weighed, Some(proposal)));
    }
    let what = format!("`{}` cannot be turned on: {}", input.candidate.name(), proposal.reasons.join("; "));
    Err(Code::EvidenceShort
        .refuse(input.candidate.name(), what)
        .next("Record what comes of using cards with `palace adoption record`, and say --rollback-criteria")
        .with(crate::call::operation::to_json(&proposal)?)
        .into())
}
