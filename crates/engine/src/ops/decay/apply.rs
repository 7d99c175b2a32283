//! Write down how sure we still are of what nobody confirmed: one seal over the list. Agents may propose it.

use super::{Faded, covers, faded, learnings, put};
use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, governance::claim_state::settings};
use kernel::{call::Call, effect::Govern, gate::Agents, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{View, Why};

/// Applies decay.
#[derive(Debug)]
pub struct Apply;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// What changed.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Learnings that lost confidence
    pub faded: Vec<Faded>,
    /// Whether there may be more of them: a thousand are written down at once, of the newest 10,000 learnings
    #[serde(rename = "atLeast", skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// Learnings under one seal at most: a person must be able to look at them.
const APPLIED_MAX: usize = 1_000;

impl Operation for Apply {
    const SPEC: Spec = Spec::new("decay.apply", "Write down how sure we still are of what nobody confirmed, under one seal; agents propose it")
        .http(Method::Post, "/v1/decay/apply")
        .agents(Agents::Propose)
        .also(&[(Dialect::Palace, "decay_apply")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, _: &Input) -> Result<Shown, Error> {
        let (all, at_least) = due(view, house, call)?;
        Ok(Shown { covers: covers(all.iter().map(|f| (&f.id, f.to)), Why::Decayed)?, what: json!({ "faded": all, "at least": at_least }) })
    }

    fn run(cx: &mut Reviewed<'_>, Input {}: Input) -> Result<Output, Error> {
        let (house, call) = (cx.house, cx.call);
        let (faded, at_least) = due(cx, house, call)?;
        for f in &faded {
            put(cx, f.id.clone(), f.to, Why::Decayed)?;
        }
        cx.about(format!("{} learnings", faded.len()));
        Ok(Output { faded, at_least })
    }
}

/// What is due now, unless this palace does not want it; and whether there may be more.
fn due(view: &mut View<'_>, house: &PalaceState, call: &Call) -> Result<(Vec<Faded>, bool), Error> {
    let decay = settings(view, house)?.decay;
    if !decay.enabled {
        return Err(Code::InputInvalid
            .refuse("decay.enabled", "confidence decay is disabled in this palace")
            .next("Enable it with `palace configure --decay '{\"enabled\": true}'`, under your seal")
            .into());
    }
    let (learnings, older) = learnings(view, house)?;
    let mut all = faded(learnings, decay, call.now);
    if all.is_empty() {
        // Nobody is asked to seal nothing; that is also what a second time on the same day comes to.
        return Err(Code::NotFound
            .refuse("learnings", "no learning has faded since it was last confirmed")
            .next("Nothing: `decay_stats` shows how sure we are of what there is")
            .into());
    }
    let more = older || all.len() > APPLIED_MAX;
    all.truncate(APPLIED_MAX);
    Ok((all, more))
}
