//! List knowledge by tier, status, field and place, candidates included.

use super::Known;
use crate::{Error, Look, Method, Operation, Spec, ops::limit};
use kernel::{
    anchor::Anchor,
    claim::{Domain, Form, Standing, Status, Tier},
    effect::Read,
    text::Name,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{KnowledgeFilter, View};

/// How many, when nobody says.
const DEFAULT: i64 = 100;

/// Lists it.
#[derive(Debug)]
pub struct List;

/// Which.
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
    /// Lying there
    #[serde(default)]
    pub anchor: Option<Anchor>,
    /// Most (100 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// What is there.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Oldest first
    pub items: Vec<Known>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("knowledge.list", "List knowledge by tier, status, field and place")
        .http(Method::Get, "/v1/knowledge")
        .empty("Nothing was distilled yet. Distil candidates from evidence with `palace knowledge distill`");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let filter = KnowledgeFilter {
            form: Some(Form::Drawer),
            tier: input.tier,
            standings: standings(input.status),
            domain: input.domain,
            field: input.field.map(Into::into),
            anchors: input.anchor.iter().map(ToString::to_string).collect(),
            anchor_kind: None,
            limit: limit(input.limit, DEFAULT),
        };
        let house = cx.house;
        Ok(Output { items: list(cx, house, &filter)? })
    }
}

/// The standings behind a status; empty means any.
pub(crate) fn standings(status: Option<Status>) -> Vec<Standing> {
    status.map(|status| Standing::ALL.into_iter().filter(|s| s.status() == status).collect()).unwrap_or_default()
}

/// What a filter lets through, each with whether it is believed.
pub(crate) fn list(view: &mut View<'_>, house: &crate::PalaceState, filter: &KnowledgeFilter) -> Result<Vec<Known>, Error> {
    let mut items = Vec::new();
    for knowledge in view.knowledge_list(filter)? {
        let believed = crate::knowledge::is_believed(view, house, &knowledge)?;
        items.push(Known::of(knowledge, believed));
    }
    Ok(items)
}
