//! Set something for the whole palace, under a human's seal. What a palace does with proposals and with time is truth too.

use super::settings::Output;
use crate::{
    Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    governance::claim_state::{set_last, setting_digest, settings},
};
use kernel::{call::Call, canonical, effect::Govern, gate::Agents, refusal::Code, settings::Change};
use serde_json::json;
use store::{Made, SettingRow, View};

/// Sets something.
#[derive(Debug)]
pub struct Configure;

impl Operation for Configure {
    const SPEC: Spec = Spec::new(
        "palace.configure",
        "Set how long proposals wait, how confidence fades, how contradictions are looked for, how much the cycle remembers",
    )
    .http(Method::Post, "/v1/settings")
    .agents(Agents::Never);
    type Effect = Govern;
    type Input = Change;
    type Output = Output;

    fn is_past(view: &mut View<'_>, house: &PalaceState, change: &Change) -> Result<bool, Error> {
        for (name, value) in rows(change)? {
            if set_last(view, house, &name)?.is_none_or(|(last, _)| last != value) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, change: &Change) -> Result<Shown, Error> {
        let rows = rows(change)?;
        let before = settings(view, house)?;
        let covers = rows.iter().map(|(name, value)| setting_digest(name, value)).collect::<Result<_, _>>()?;
        Ok(Shown { covers, what: json!({ "sets": change, "before": before }) })
    }

    fn run(cx: &mut Reviewed<'_>, change: Change) -> Result<Output, Error> {
        let house = cx.house;
        let rows = rows(&change)?;
        let made = Made { by: cx.call.actor.name().to_owned(), at: cx.call.now, seal: cx.review.seal() };
        cx.about(rows.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" "));
        for (name, value) in rows {
            cx.put_setting(&SettingRow { name, value, made: made.clone() })?;
        }
        Ok(Output { settings: settings(cx, house)? })
    }
}

/// What is set, by name and canonical value.
fn rows(change: &Change) -> Result<Vec<(String, String)>, Error> {
    let named = change.named();
    if named.is_empty() {
        return Err(Code::InputInvalid.refuse("input", "nothing is said to be set").next("Name a setting; `palace settings` shows them all").into());
    }
    named.into_iter().map(|(name, value)| Ok((name, canonical::canonical(&value)?))).collect()
}
