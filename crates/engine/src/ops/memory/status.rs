//! Say how the mind is: what stands where, and how to use it.

use super::{AAAK, PROTOCOL};
use crate::{Dialect, Error, Look, Method, Operation, Spec, ops::source::CUT};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How pieces are cut and cleaned today, as a number: the view `drawers` says it of every drawer.
const NORMALIZE_VERSION: i64 = 1;

/// Shows the state of the mind.
#[derive(Debug)]
pub struct Status;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

/// The mind.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Version of the database's schema
    pub schema_version: i64,
    /// How pieces are cut and cleaned today
    pub normalize_version_current: i64,
    /// Drawers that were cut in another way; reading their source again renews them
    pub stale_drawer_count: i64,
    /// Drawers in sight
    pub drawer_count: i64,
    /// Rooms in the taxonomy
    pub taxonomy_count: i64,
    /// Size of the database
    pub db_size_bytes: i64,
    /// Pages in diaries
    pub diary_rollup_days: i64,
    /// Drawers in each room of each wing
    pub scopes: Vec<Scope>,
    /// Why drawers are given in their own words and not in a shorthand
    pub aaak_spec: &'static str,
    /// How memory asks to be used
    pub memory_protocol: &'static str,
}

/// A room of a wing.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Scope {
    /// Wing
    pub wing: String,
    /// Room
    #[serde(skip_serializing_if = "String::is_empty")]
    pub room: String,
    /// Drawers in it
    pub drawer_count: i64,
}

impl Operation for Status {
    const SPEC: Spec = Spec::new("memory.status", "Say what stands in which wing and room, and how memory asks to be used")
        .http(Method::Get, "/v1/memory/status")
        .also(&[(Dialect::Mind, "mempal_status")])
        .mind("status");
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Output, Error> {
        let scopes: Vec<Scope> =
            cx.scopes()?.into_iter().map(|scope| Scope { wing: scope.wing, room: scope.room, drawer_count: scope.drawers }).collect();
        Ok(Output {
            schema_version: cx.schema_version()?,
            normalize_version_current: NORMALIZE_VERSION,
            stale_drawer_count: cx.stale_pieces(CUT)?,
            drawer_count: scopes.iter().map(|scope| scope.drawer_count).sum(),
            taxonomy_count: i64::try_from(cx.signposts(i64::MAX)?.len()).unwrap_or(i64::MAX),
            db_size_bytes: cx.size_bytes()?,
            diary_rollup_days: cx.rollup_days()?,
            scopes,
            aaak_spec: AAAK,
            memory_protocol: PROTOCOL,
        })
    }
}
