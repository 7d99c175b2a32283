//! List which words lead to which place.

use super::{Entries, POSTS_MAX};
use crate::{Dialect, Error, Look, Method, Operation, Spec};
use kernel::effect::Read;
use schemars::JsonSchema;
use serde::Deserialize;

/// Lists signposts.
#[derive(Debug)]
pub struct List;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {}

impl Operation for List {
    const SPEC: Spec = Spec::new("taxonomy.list", "List which words lead to which wing and room")
        .http(Method::Get, "/v1/taxonomy")
        .empty("No words lead anywhere yet. Say which do with `taxonomy edit`.")
        .action(Dialect::Mind, "mempal_taxonomy", "list", "")
        .mind("taxonomy list");
    type Effect = Read;
    type Input = Input;
    type Output = Entries;

    fn run(cx: &mut Look<'_>, Input {}: Input) -> Result<Entries, Error> {
        Ok(Entries { entries: cx.signposts(POSTS_MAX)?.into_iter().map(Into::into).collect() })
    }
}
