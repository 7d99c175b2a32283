//! Pack what to read before answering, within a budget that counts the whole answer. What was packed is written down: a draft is
//! looked at with it, whatever anyone says later.

use super::{Asked, keys, shown_out};
use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    cycle::{self, Pack as Output},
};
use kernel::{
    claim::Tag,
    cycle::{Phase, Reach},
    effect::Propose,
    id::SessionId,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value as Json;

/// Packs it.
#[derive(Debug)]
pub struct Pack;

/// For which session, and how much.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Your session
    pub session_id: SessionId,
    /// Whose memory is asked
    #[serde(default)]
    pub scope: Option<Reach>,
    /// Most bytes of the whole answer, as canonical JSON (`cycle.byteBudgetDefault` if left out)
    #[serde(default)]
    pub byte_budget: Option<u32>,
    /// What it is about (can be repeated; what the cycle began with if left out)
    #[serde(default)]
    pub context_keys: Vec<Tag>,
    /// Most cells (20 if left out)
    #[serde(default)]
    pub max_cells: Option<u32>,
    /// Most experiences (10 if left out)
    #[serde(default)]
    pub max_experiences: Option<u32>,
}

impl Operation for Pack {
    const SPEC: Spec =
        Spec::new("cycle.pack", "Pack what to read before answering: cells and experiences, the most trusted first, within a budget of bytes")
            .http(Method::Post, "/v1/cycle/{sessionId}/pack")
            .positional(&["sessionId"])
            .also(&[(Dialect::Cycle, "context_pack")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn kept(output: &Json) -> Option<Json> {
        Some(shown_out(output))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let session = cycle::under_way(cx.call, cx, &input.session_id)?;
        // What was packed may be packed again, until a draft rests on it.
        let again = cx.cycle(&session.id)?.filter(|cycle| cycle.progress().done == Some(Phase::ContextPack));
        let mut cycle = match again {
            Some(cycle) => cycle,
            None => cycle::at(cx, &session, Phase::ContextPack)?,
        };
        if let Some(scope) = input.scope {
            scope.name().clone_into(&mut cycle.scope);
        }
        let asked = Asked { byte_budget: input.byte_budget, max_cells: input.max_cells, max_experiences: input.max_experiences };
        let packed = asked.pack(cx, &mut cycle, keys(input.context_keys)?)?;
        cx.about(&session.id);
        Ok(packed)
    }
}
