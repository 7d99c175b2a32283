//! Cards: knowledge of its own, apart from the drawers it may have been made from, with every event of its life.
//!
//! A card is believed through the same gate, under the same seals, as any knowledge. Not here: how cards are found.

pub mod backfill;
pub mod backfill_plan;
pub mod create;
pub mod demote;
pub mod event;
pub mod events;
pub mod gate;
pub mod link;
pub mod list;
pub mod promote;
pub mod publish;
pub mod retrieve;
pub mod show;

use crate::ops::knowledge::list::standings;
use kernel::{
    anchor::{Anchor, AnchorKind},
    claim::{Domain, Form, Status, Tier},
    text::Name,
};
use schemars::JsonSchema;
use serde::Deserialize;
use store::KnowledgeFilter;

/// Which knowledge.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Which {
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
    /// Most (100 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

impl Which {
    pub(crate) fn filter(&self, form: Form, limit: i64) -> KnowledgeFilter {
        KnowledgeFilter {
            form: Some(form),
            tier: self.tier,
            standings: standings(self.status),
            domain: self.domain,
            field: self.field.clone().map(Into::into),
            anchors: self.anchor_id.iter().map(ToString::to_string).collect(),
            anchor_kind: self.anchor_kind.map(AnchorKind::name),
            limit,
        }
    }
}

/// The name of a link, as the contract's table has it.
pub(crate) fn link_name(card: &str, evidence: &str) -> String {
    format!("link:{card}:{evidence}")
}

/// The name of an event, as the contract's table has it.
pub(crate) fn event_name(card: &str, seq: i64) -> String {
    format!("event:{card}:{seq}")
}
