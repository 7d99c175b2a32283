//! Let go of what was deleted long enough ago: its words are erased, the same way as by `evidence erase`.
//!
//! What something rests on is skipped and named: it was cited again since, or what rests on it never fell.

use crate::{
    Error, Method, Operation, PalaceState, RemainingMention, Reviewed, Shown, Spec,
    ops::evidence::erase::{erase, line, resting_on},
};
use kernel::{call::Call, canonical, effect::Govern, evidence::Evidence, gate::Agents, id::EvidenceId, refusal::Code, time::MomentOrDay};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use store::{Deletion, View};

/// Drawers whose first line a person is shown.
const LINES_SHOWN: usize = 20;

/// Erases what was deleted.
#[derive(Debug)]
pub struct Purge;

/// How long ago.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Erase what was deleted before this moment, or before this day began in UTC (everything that is deleted if left out)
    #[serde(default)]
    pub before: Option<MomentOrDay>,
}

/// What was erased, and what was not.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// How many drawers are gone
    pub purged: usize,
    /// The same number, as erasures call it
    pub erased: usize,
    /// Their ids
    pub ids: Vec<EvidenceId>,
    /// Drawers that stay, because something rests on them
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<Skipped>,
    /// Copies that were made anew without them
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<String>,
    /// What still holds the words, and why
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub still: Vec<RemainingMention>,
}

/// A drawer that stays.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Skipped {
    /// Which
    pub drawer_id: EvidenceId,
    /// What rests on it
    pub rests: Vec<String>,
}

impl Operation for Purge {
    const SPEC: Spec = Spec::new("drawer.purge", "Erase the words of drawers that were deleted before a moment; agents propose it")
        .http(Method::Post, "/v1/drawers/purge")
        .agents(Agents::Propose)
        .mind("purge");
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, _: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        let (pieces, skipped) = due(view, call, input)?;
        let told = (Self::SPEC.name, pieces.iter().map(|e| (&e.id, e.digest())).collect::<Vec<_>>());
        let first: Vec<Json> =
            pieces.iter().take(LINES_SHOWN).map(|e| json!({ "id": e.id, "line": line(e.content.as_str()), "digest": e.digest() })).collect();
        let stay: Vec<&EvidenceId> = skipped.iter().map(|one| &one.drawer_id).collect();
        Ok(Shown {
            covers: vec![canonical::digest(&told)?],
            what: json!({ "pieces": pieces.len(), "first": first, "stay": stay, "before": input.before.map(MomentOrDay::begins) }),
        })
    }

    fn run(cx: &mut Reviewed<'_>, input: Input) -> Result<Output, Error> {
        let call = cx.call;
        let (pieces, skipped) = due(cx, call, &input)?;
        let erased = erase(cx, pieces, &[], None, None)?;
        Ok(Output { purged: erased.erased, erased: erased.erased, ids: erased.ids, skipped, copies: erased.copies, still: erased.still })
    }
}

/// What was deleted before the moment and can go, and what cannot. Nothing at all is a refusal: there is nothing to seal.
fn due(view: &mut View<'_>, call: &Call, input: &Input) -> Result<(Vec<Evidence>, Vec<Skipped>), Error> {
    // A deletion of this very moment is before now, if only just.
    let before = input.before.map_or_else(|| call.now.plus(1), MomentOrDay::begins);
    let (mut pieces, mut skipped) = (Vec::new(), Vec::new());
    let deletions = view.deletions_before(before)?;
    let rests = rests_on(view, &deletions)?;
    for deletion in deletions {
        if let Some(rests) = rests.get(deletion.id.as_str()) {
            skipped.push(Skipped { drawer_id: deletion.id, rests: rests.clone() });
        } else if let Some(evidence) = view.evidence(&deletion.id)? {
            pieces.push(evidence);
        }
    }
    if !pieces.is_empty() {
        return Ok((pieces, skipped));
    }
    let what = match skipped.len() {
        0 => format!("nothing was deleted before {before}"),
        n => format!("{n} drawers were deleted before {before}, and something rests on each"),
    };
    let stay: Vec<String> = skipped.iter().map(|one| one.drawer_id.to_string()).collect();
    Err(Code::NotFound.refuse("drawers", what).next("List what is deleted with `drawer list --deleted`").with(json!({ "skipped": stay })).into())
}

/// What is believed, and what holds, by the deleted drawer that it rests on.
fn rests_on(view: &mut View<'_>, deletions: &[Deletion]) -> Result<BTreeMap<String, Vec<String>>, Error> {
    let gone: BTreeSet<String> = deletions.iter().map(|deletion| deletion.id.to_string()).collect();
    let mut rests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for claim in resting_on(view, &gone)? {
        let linked = view.rests_on(&claim.id)?;
        let on: BTreeSet<&str> = claim.draft.evidence.iter().chain(&linked).map(EvidenceId::as_str).filter(|id| gone.contains(*id)).collect();
        for id in on {
            rests.entry(id.to_owned()).or_default().push(claim.id.to_string());
        }
    }
    for id in &gone {
        let knowledge = crate::knowledge::premises::resting_on(view, &BTreeSet::from([id.clone()]))?;
        if !knowledge.is_empty() {
            rests.entry(id.clone()).or_default().extend(knowledge.into_iter().map(|k| k.id.to_string()));
        }
    }
    Ok(rests)
}
