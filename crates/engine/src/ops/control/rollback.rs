//! Say whether a default should be taken back, and why. A person who says `execute` takes it back, under a seal.

use super::propose::only;
use crate::{
    Dialect, Error, Look, Method, Operation, PalaceState, Spec,
    governance::claim_state::settings,
    knowledge::adoption::{ReviewReport, Weighed, review_counted, weighed_for},
};
use kernel::{adoption::Control, call::Call, effect::Read, refusal::Code, settings::ContextDefaults};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::View;

/// Asks whether to take a default back.
#[derive(Debug)]
pub struct Rollback;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Which default: card-context
    #[serde(default = "only")]
    pub candidate: Control,
    /// Take it back if the evidence says so; for people only, under a seal
    #[serde(default)]
    pub execute: bool,
}

/// Whether it should be, and was.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Whether anything was written
    pub writes: bool,
    /// Which default
    pub candidate: Control,
    /// Whether it was to be done
    pub execute: bool,
    /// Whether the evidence says that it should be taken back
    pub rollback_required: bool,
    /// Whether it was
    pub applied: bool,
    /// Whether cards were included
    pub include_cards_default_before: bool,
    /// Whether cards are included now
    pub include_cards_default_after: bool,
    /// What counts
    pub review: ReviewReport,
    /// Why, and what was said would have it taken back
    pub reasons: Vec<String>,
}

impl Operation for Rollback {
    const SPEC: Spec = Spec::new("control.rollback", "Show whether a default should be taken back; a person may have it done")
        .http(Method::Post, "/v1/control/rollback")
        .positional(&["candidate"])
        .switch_of_humans("execute", "control.revert")
        .action(Dialect::Mind, "mempal_phase3", "rollback_control", "rollbackControl")
        .mind("phase3 rollback-control");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input { candidate, execute }: Input) -> Result<Output, Error> {
        if execute {
            return Err(Code::ModeHumanOnly
                .refuse("execute", "a default is taken back by a person, under a seal")
                .next("Leave `execute` out, and ask a person to run `palace control rollback --execute`")
                .into());
        }
        let (house, call) = (cx.house, cx.call);
        let (before, weighed) = looked(cx, house, call, candidate)?;
        Ok(report(candidate, &before, &weighed, false))
    }
}

/// What holds now, and what counts about it.
pub(super) fn looked(view: &mut View<'_>, house: &PalaceState, call: &Call, candidate: Control) -> Result<(ContextDefaults, Weighed), Error> {
    Ok((settings(view, house)?.context, weighed_for(view, house, call, candidate)?))
}

/// Whether the evidence says that a default should be taken back.
pub(super) const fn is_required(weighed: &Weighed) -> bool {
    weighed.counts.rollbacks > 0
}

pub(super) fn report(candidate: Control, before: &ContextDefaults, weighed: &Weighed, applied: bool) -> Output {
    let required = is_required(weighed);
    let rollbacks = weighed.counts.rollbacks;
    let mut reasons = vec![if required { format!("rollback events present: {rollbacks}") } else { "no rollback events in the window".to_owned() }];
    if !before.include_cards_default {
        reasons.push("it is off already".into());
    }
    reasons.extend(before.rollback_criteria.iter().map(|criterion| format!("criterion: {criterion}")));
    reasons.push(weighed.told());
    Output {
        writes: applied,
        candidate,
        execute: applied,
        rollback_required: required,
        applied,
        include_cards_default_before: before.include_cards_default,
        include_cards_default_after: before.include_cards_default && !applied,
        review: review_counted(candidate, weighed),
        reasons,
    }
}
