//! Bring a drawer back into sight. What fell when it was deleted stays fallen: that was decided, and is decided again apart.

use crate::{
    Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    memory::Keeper,
    ops::{evidence::erase::line, missing},
};
use kernel::{call::Call, canonical, effect::Govern, gate::Agents, id::EvidenceId, refusal::Code};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Deletion, View};

/// Brings a drawer back.
#[derive(Debug)]
pub struct Restore;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Drawer to bring back
    pub drawer_id: EvidenceId,
}

/// What came of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The drawer
    pub drawer_id: EvidenceId,
    /// It can be found again; not so, where what it was read from no longer says it
    pub found: bool,
    /// What that means, in a sentence
    pub message: String,
}

impl Operation for Restore {
    const SPEC: Spec = Spec::new("drawer.restore", "Bring a deleted drawer back into sight; agents propose it")
        .http(Method::Post, "/v1/drawers/restore")
        .positional(&["drawerId"])
        .agents(Agents::Propose);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let deletion = deleted(view, &input.drawer_id)?;
        let evidence = view.evidence(&input.drawer_id)?.ok_or_else(|| missing("drawer", &input.drawer_id))?;
        let told = (Self::SPEC.name, &evidence.id, evidence.digest(), deletion.made.seal);
        let what = json!({ "drawer": evidence.id, "line": line(evidence.content.as_str()), "digest": evidence.digest(), "deleted by": deletion.made.by, "reason then": deletion.reason });
        Ok(Shown { covers: vec![canonical::digest(&told)?], what })
    }

    fn run(cx: &mut Reviewed<'_>, Input { drawer_id }: Input) -> Result<Output, Error> {
        let deletion = deleted(cx, &drawer_id)?;
        let (house, call) = (cx.house, cx.call);
        let item = cx.item_of(drawer_id.as_str())?.filter(|_| deletion.was_current);
        let found = item.is_some();
        if let Some(item) = item {
            let mut keeper = Keeper::open(cx, house, call)?;
            keeper.revive(cx, &item)?;
            keeper.close(cx)?;
        }
        cx.restore_drawer(&drawer_id)?;
        cx.about(&drawer_id);
        let message = if found {
            format!("`{drawer_id}` is found again; what fell with it stays fallen until it is decided anew")
        } else {
            format!("`{drawer_id}` can be cited again, but what it was read from no longer says it")
        };
        Ok(Output { drawer_id, found, message })
    }
}

fn deleted(view: &mut View<'_>, id: &EvidenceId) -> Result<Deletion, Error> {
    match view.deletion(id)? {
        Some(deletion) => Ok(deletion),
        None if view.evidence(id)?.is_none() => Err(missing("drawer", id)),
        None => {
            Err(Code::NoSuchMove.refuse(id.as_str(), format!("`{id}` was not deleted, so there is nothing to bring back")).next("Nothing").into())
        }
    }
}
