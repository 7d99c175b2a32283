//! Take a link back. It stays on record, with who took it back and why; nothing that it brought about is undone.

use super::told_target;
use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    governance::claim_state::{live, unlink_digest},
    ops::missing,
};
use kernel::{call::Call, effect::Govern, gate::Agents, id::LinkId, text::Note};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Made, Removed, SealedLink, View};

/// Takes a link back.
#[derive(Debug)]
pub struct Unlink;

/// Which, and why.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Link to take back
    #[serde(alias = "link_id", alias = "link", alias = "id")]
    pub link_id: LinkId,
    /// Why
    #[serde(default)]
    pub reason: Option<Note>,
}

/// What was linked.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The link that is no more
    pub link_id: LinkId,
    /// Claim it began at
    pub source_id: String,
    /// How the first stood to the second
    pub relation: String,
    /// Where it led
    pub target_id: String,
}

impl Operation for Unlink {
    const SPEC: Spec = Spec::new("claim.unlink", "Take a link back; that it was there stays on record")
        .http(Method::Post, "/v1/claims/unlink")
        .positional(&["linkId"])
        .agents(Agents::Never)
        .also(&[(Dialect::Palace, "recall_unlink")]);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let link = present(view, house, &input.link_id)?;
        let what = json!({ "link": link.id, "source": link.source, "relation": link.relation, "target": link.target, "reason": input.reason });
        Ok(Shown { covers: vec![unlink_digest(&link.id, reason(input.reason.as_ref()))?], what })
    }

    fn run(cx: &mut Reviewed<'_>, Input { link_id, reason: why }: Input) -> Result<Output, Error> {
        let house = cx.house;
        let link = present(cx, house, &link_id)?;
        let made = Made { by: cx.call.actor.name().to_owned(), at: cx.call.now, seal: cx.review.seal() };
        cx.unlink(&link.id, &Removed { reason: reason(why.as_ref()).to_owned(), made })?;
        cx.about(&link.id);
        Ok(Output { link_id: link.id, source_id: link.source, relation: link.relation, target_id: told_target(&link.target, &cx.call.anchor) })
    }
}

fn reason(note: Option<&Note>) -> &str {
    note.map_or("", Note::as_str)
}

/// The link, if it is still there.
fn present(view: &mut View<'_>, house: &PalaceState, id: &LinkId) -> Result<SealedLink, Error> {
    match view.sealed_link(id)? {
        Some(link) if live(view, house, &link)? => Ok(link),
        Some(_) | None => Err(missing("link", id)),
    }
}
