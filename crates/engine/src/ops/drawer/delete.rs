//! Take a drawer out of sight. It is no longer found and nothing can rest on it; it stays on record, and can be brought back.
//!
//! Not here: erasing its words. `drawer purge` does that later, `evidence erase` at once.

use crate::{
    Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    memory::{Keeper, Quotes},
    ops::{
        evidence::erase::{fall, line, resting_on},
        missing,
    },
};
use kernel::{
    call::Call,
    canonical,
    effect::Govern,
    gate::Agents,
    id::{ClaimId, EvidenceId, KnowledgeId},
    refusal::Code,
    text::Note,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use store::{Deletion, Made, View};

/// Takes a drawer out of sight.
#[derive(Debug)]
pub struct Delete;

/// Which.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// Drawer to take out of sight
    pub drawer_id: EvidenceId,
    /// Why; this stays
    #[serde(default)]
    pub reason: Option<Note>,
}

/// What came of it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The drawer
    pub drawer_id: EvidenceId,
    /// It is out of sight
    pub deleted: bool,
    /// What that means, in a sentence
    pub message: String,
    /// Claims that rested on it, and are no longer believed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fell: Vec<ClaimId>,
    /// Knowledge that rested on it, and no longer holds
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub knowledge_fell: Vec<KnowledgeId>,
}

impl Operation for Delete {
    const SPEC: Spec = Spec::new("drawer.delete", "Take a drawer out of sight; it stays on record and can be brought back; agents propose it")
        .http(Method::Post, "/v1/drawers/delete")
        .positional(&["drawerId"])
        .agents(Agents::Propose)
        .also(&[(Dialect::Mind, "mempal_delete")])
        .mind("delete");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, input: &Input) -> Result<Shown, Error> {
        let evidence = in_sight(view, &input.drawer_id)?;
        let gone = BTreeSet::from([evidence.id.to_string()]);
        let falls = resting_on(view, &gone)?;
        let knowledge: Vec<KnowledgeId> = crate::knowledge::premises::resting_on(view, &gone)?.into_iter().map(|k| k.id).collect();
        let told = (Self::SPEC.name, &evidence.id, evidence.digest(), falls.iter().map(|c| &c.id).collect::<Vec<_>>(), &knowledge, &input.reason);
        let fall: Vec<Json> = falls.iter().map(|c| json!({ "id": c.id, "line": line(c.draft.content.as_str()) })).collect();
        let what = json!({
            "drawer": { "id": evidence.id, "from": evidence.source, "line": line(evidence.content.as_str()), "digest": evidence.digest() },
            "no longer believed": fall, "no longer holds": knowledge, "reason": input.reason,
        });
        Ok(Shown { covers: vec![canonical::digest(&told)?], what })
    }

    fn run(cx: &mut Reviewed<'_>, Input { drawer_id, reason }: Input) -> Result<Output, Error> {
        let evidence = in_sight(cx, &drawer_id)?;
        let gone = BTreeSet::from([evidence.id.to_string()]);
        let fell = fall(cx, &gone, &Quotes::default())?;
        let (house, call) = (cx.house, cx.call);
        let resting = crate::knowledge::premises::resting_on(cx, &gone)?;
        let knowledge_fell =
            crate::knowledge::premises::lower(cx, house, call, resting, &format!("`{drawer_id}`, on which it rested, was taken out of sight"))?;
        let item = cx.item_of(drawer_id.as_str())?;
        let was_current = item.as_ref().is_some_and(|item| item.until.is_none());
        if let Some(item) = item.filter(|_| was_current) {
            let mut keeper = Keeper::open(cx, house, call)?;
            keeper.hide(cx, &item, call.now)?;
            keeper.close(cx)?;
        }
        let made = Made { by: call.actor.name().to_owned(), at: call.now, seal: cx.review.seal() };
        cx.put_deletion(&Deletion { id: drawer_id.clone(), reason: reason.map_or_else(String::new, String::from), was_current, made })?;
        cx.about(&drawer_id);
        let message = match fell.len() + knowledge_fell.len() {
            0 => format!("`{drawer_id}` is out of sight; nothing rested on it. `drawer restore` brings it back"),
            n => format!("`{drawer_id}` is out of sight, and {n} that rested on it fell. `drawer restore` brings back the drawer, not what fell"),
        };
        Ok(Output { drawer_id, deleted: true, message, fell, knowledge_fell })
    }
}

/// The evidence in a drawer that is in sight.
fn in_sight(view: &mut View<'_>, id: &EvidenceId) -> Result<kernel::evidence::Evidence, Error> {
    let evidence = view.evidence(id)?.ok_or_else(|| missing("drawer", id))?;
    match view.deletion(id)? {
        None => Ok(evidence),
        Some(deletion) => Err(Code::NoSuchMove
            .refuse(id.as_str(), format!("`{id}` was deleted by {} at {}", deletion.made.by, deletion.made.at))
            .next("Nothing; bring it back with `drawer restore`, or let its words go with `drawer purge`")
            .into()),
    }
}
