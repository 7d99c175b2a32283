//! List drawers, newest first; those out of sight too, for whoever wants one back.

use super::Shown;
use crate::{
    Error, Look, Method, Operation, Spec,
    memory::{around, line},
    ops::limit,
};
use kernel::{effect::Read, text::Name, time::MomentOrDay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::DrawerFilter;

/// Drawers shown unless asked otherwise.
const SHOWN_DEFAULT: i64 = 20;

/// Lists drawers.
#[derive(Debug)]
pub struct List;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// In this wing; a wing is looked for everywhere
    #[serde(default)]
    pub wing: Option<Name>,
    /// In this room
    #[serde(default)]
    pub room: Option<Name>,
    /// Those out of sight instead: deleted, or replaced where they were read
    #[serde(default)]
    pub deleted: bool,
    /// Added before this moment, or before this day began in UTC
    #[serde(default)]
    pub before: Option<MomentOrDay>,
    /// Look everywhere, not only from where the caller stands
    #[serde(default)]
    pub anywhere: bool,
    /// Most drawers to give (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Drawers.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Newest first, each by its beginning
    pub drawers: Vec<Shown>,
}

impl Operation for List {
    const SPEC: Spec = Spec::new("drawer.list", "List drawers by wing and room, newest first")
        .http(Method::Get, "/v1/drawers")
        .empty("Nothing stands there yet. Put something in with `palace ingest` or `palace drawer ingest`.");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let text = |name: Option<Name>| name.map_or_else(String::new, String::from);
        let anchors = around(&cx.call.anchor, None, input.anywhere || input.wing.is_some());
        let filter = DrawerFilter {
            wing: text(input.wing),
            room: text(input.room),
            anchors,
            deleted: input.deleted,
            before: input.before.map(MomentOrDay::begins),
            by_importance: false,
            limit: limit(input.limit, SHOWN_DEFAULT),
        };
        let drawers = cx.drawers(&filter)?.into_iter().map(|drawer| {
            let beginning = line(&drawer.content);
            Shown::of(drawer, beginning)
        });
        Ok(Output { drawers: drawers.collect() })
    }
}
