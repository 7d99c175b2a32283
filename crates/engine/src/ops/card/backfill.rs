//! Make cards out of knowledge drawers, all that are ready or none. `card.backfill_plan` tells first what would become of each.

use super::{Which, backfill_plan::Output};
use crate::{
    Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    knowledge::backfill::{Fate, Planned, apply, covers, plan},
};
use kernel::{call::Call, claim::Form, effect::Govern, gate::Agents, refusal::Code};
use serde_json::{Value as Json, json};
use store::View;

/// Makes the cards.
#[derive(Debug)]
pub struct Backfill;

fn planned(view: &mut View<'_>, house: &PalaceState, which: &Which) -> Result<Vec<Planned>, Error> {
    plan(view, house, &which.filter(Form::Drawer, which.limit.map_or(i64::MAX, i64::from)))
}

impl Operation for Backfill {
    const SPEC: Spec = Spec::new("card.backfill", "Make cards out of knowledge drawers, each through the gate; agents propose it")
        .http(Method::Post, "/v1/cards/backfill")
        .agents(Agents::Propose);
    type Effect = Govern;
    type Input = Which;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, which: &Which) -> Result<Shown, Error> {
        let planned = planned(view, house, which)?;
        let ready: Vec<&Planned> = planned.iter().filter(|p| p.fate == Fate::Ready).collect();
        if ready.is_empty() {
            return Err(Code::NoSuchMove
                .refuse("cards", "no drawer is ready to become a card")
                .next("See why with `palace card backfill-plan`")
                .into());
        }
        let line = |p: &&Planned| json!({ "id": p.card, "from": p.drawer.id, "statement": p.drawer.lesson.statement, "tier": p.drawer.lesson.tier, "to": p.status });
        let cards: Vec<Json> = ready.iter().map(line).collect();
        Ok(Shown { covers: covers(&planned)?, what: json!({ "cards": cards }) })
    }

    fn run(cx: &mut Reviewed<'_>, which: Which) -> Result<Output, Error> {
        let house = cx.house;
        let planned = planned(cx, house, &which)?;
        let made = apply(cx, &planned)?;
        cx.about(format!("{made} cards"));
        Ok(Output::of(planned, Some(made)))
    }
}
