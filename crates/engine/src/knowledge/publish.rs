//! Publishes knowledge outwards: from a checkout to its repository, from a repository to everywhere. Never inwards, never across.

use super::{
    is_believed, known,
    lifecycle::{Happened, happen},
};
use crate::{Error, PalaceState, Reviewed, Shown};
use kernel::{
    anchor::Anchor,
    canonical,
    claim::{Domain, Happening, Knowledge},
    id::KnowledgeId,
    ledger::Digest,
    refusal::Code,
    text::Note,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::View;

/// Where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Outwards {
    /// All checkouts of its repository
    Repo,
    /// Everywhere
    Global,
}

/// What a seal over a publication covers.
pub(crate) fn digest(id: &KnowledgeId, anchor: &Anchor) -> Result<Digest, Error> {
    Ok(canonical::digest(&("knowledge.publish", id, anchor))?)
}

/// A wish to publish.
#[derive(Debug)]
pub(crate) struct Publication<'p> {
    pub(crate) to: Outwards,
    pub(crate) target: Option<&'p Anchor>,
    pub(crate) reason: &'p Note,
}

fn target(view: &mut View<'_>, house: &PalaceState, id: &KnowledgeId, wish: &Publication<'_>) -> Result<(Knowledge, Anchor), Error> {
    let knowledge = known(view, id)?;
    let refuse = |what: String, next: &str| Err(Code::NoSuchMove.refuse(id.to_string(), what).next(next).into());
    if !is_believed(view, house, &knowledge)? {
        if knowledge.standing.is_authoritative() {
            return refuse(format!("no seal stands behind `{id}` as it lies"), "Run `palace ledger verify`: the row was changed by hand");
        }
        let what = format!("`{id}` is {}; only promoted or canonical knowledge is published", knowledge.standing.status().name());
        return refuse(what, "Have it promoted first");
    }
    let to = match (&knowledge.anchor, wish.to) {
        (Anchor::Worktree { .. }, Outwards::Repo) => knowledge.anchor.project(),
        (Anchor::Repo(_), Outwards::Global) => Anchor::Global,
        (Anchor::Worktree { .. }, Outwards::Global) => {
            return refuse("from a worktree it goes to its repository first".into(), "Publish it to repo, then to global");
        }
        (Anchor::Repo(_), Outwards::Repo) | (Anchor::Global, Outwards::Global) => {
            return refuse(format!("`{id}` lies at {} already", knowledge.anchor), "Nothing is left to do");
        }
        (Anchor::Global, Outwards::Repo) => return refuse("knowledge is published outwards only".into(), "Distil it anew where it belongs"),
    };
    if let Some(asked) = wish.target.filter(|asked| **asked != to) {
        return refuse(format!("from {} it can go to {to} only, not to {asked}", knowledge.anchor), "Leave the target out, or name that one");
    }
    if to == Anchor::Global && knowledge.lesson.domain != Domain::Global {
        return Err(Code::InputInvalid
            .refuse(id.to_string(), "global anchor requires domain=global")
            .next("What is for one project stays there; distil what holds for everyone with domain=global")
            .into());
    }
    Ok((knowledge, to))
}

/// What a human sees before something is published.
pub(crate) fn shown(view: &mut View<'_>, house: &PalaceState, id: &KnowledgeId, wish: &Publication<'_>) -> Result<Shown, Error> {
    let (knowledge, to) = target(view, house, id, wish)?;
    let what = json!({ "knowledge": knowledge.lesson, "id": id, "from": knowledge.anchor, "to": to, "reason": wish.reason });
    Ok(Shown { covers: vec![digest(id, &to)?], what })
}

/// Publishes it. Neither its words nor how far it is believed change, so the seal behind those stays.
pub(crate) fn publish(cx: &mut Reviewed<'_>, id: &KnowledgeId, wish: &Publication<'_>) -> Result<(Anchor, Knowledge), Error> {
    let house = cx.house;
    let (knowledge, to) = target(cx, house, id, wish)?;
    let from = knowledge.anchor.clone();
    let moved = Knowledge { anchor: to.clone(), updated_at: cx.call.now, ..knowledge };
    cx.move_knowledge(&moved)?;
    let (by, now, seal) = (cx.call.actor.name().to_owned(), cx.call.now, cx.review.seal());
    let metadata = json!({ "from": from, "to": to });
    let event = Happened { what: Happening::PublishedAnchor, from: None, to: None, reason: wish.reason.as_str(), metadata, seal: Some(seal) };
    happen(cx, id, &by, now, event)?;
    cx.about(id);
    Ok((from, moved))
}
