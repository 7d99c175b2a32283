//! Make cards out of knowledge drawers, all that are ready or none. Unless it is told to execute, it only plans.

use super::{
    AnchorKind, Which,
    backfill_plan::{Output, Plan},
};
use crate::{
    Error, House, Method, Operation, Reviewed, Shown, Spec,
    mind::backfill::{Fate, Planned, apply, covers, plan},
};
use kernel::{
    anchor::Anchor,
    call::Call,
    claim::{Domain, Form, Status, Tier},
    effect::Govern,
    gate::Agents,
    refusal::Code,
    text::Name,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use store::View;

/// Makes the cards.
#[derive(Debug)]
pub struct Backfill;

/// Of which knowledge.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Of this tier
    #[serde(default)]
    pub tier: Option<Tier>,
    /// Believed so far
    #[serde(default)]
    pub status: Option<Status>,
    /// For these
    #[serde(default)]
    pub domain: Option<Domain>,
    /// About this
    #[serde(default)]
    pub field: Option<Name>,
    /// Lying at such a place
    #[serde(default)]
    pub anchor_kind: Option<AnchorKind>,
    /// Lying there
    #[serde(default)]
    pub anchor_id: Option<Anchor>,
    /// Make them; otherwise only say what would be made
    #[serde(default)]
    pub execute: bool,
}

fn planned(view: &mut View<'_>, house: &House, input: &Input) -> Result<Vec<Planned>, Error> {
    let Input { tier, status, domain, field, anchor_kind, anchor_id, execute } = input;
    if !execute {
        return Err(Code::InputInvalid
            .refuse("execute", "what is not to be executed is planned")
            .next("Use card.backfill_plan, or say execute=true")
            .into());
    }
    let which = Which {
        tier: *tier,
        status: *status,
        domain: *domain,
        field: field.clone(),
        anchor_kind: *anchor_kind,
        anchor_id: anchor_id.clone(),
        limit: None,
    };
    plan(view, house, &which.filter(Form::Drawer, i64::MAX))
}

impl Operation for Backfill {
    const SPEC: Spec = Spec::new("card.backfill", "Make cards out of knowledge drawers, each through the gate; a plan unless execute is said")
        .http(Method::Post, "/v1/cards/backfill")
        .agents(Agents::Propose)
        .rehearsed(Plan::SPEC.name)
        .mind("knowledge-card backfill-apply");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &House, _: &Call, input: &Input) -> Result<Shown, Error> {
        let planned = planned(view, house, input)?;
        let ready: Vec<&Planned> = planned.iter().filter(|p| p.fate == Fate::Ready).collect();
        if ready.is_empty() {
            return Err(Code::NoSuchMove
                .refuse("execute", "no drawer is ready to become a card")
                .next("See why with `palace card backfill-plan`")
                .into());
        }
        let line = |p: &&Planned| json!({ "id": p.card, "from": p.drawer.id, "statement": p.drawer.lesson.statement, "tier": p.drawer.lesson.tier, "to": p.status });
        let cards: Vec<Json> = ready.iter().map(line).collect();
        Ok(Shown { covers: covers(&planned)?, what: json!({ "cards": cards }) })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let house = cx.house;
        let planned = planned(cx, house, &input)?;
        let made = apply(cx, &planned)?;
        cx.about(format!("{made} cards"));
        Ok(Output::of(planned, Some(made)))
    }
}
