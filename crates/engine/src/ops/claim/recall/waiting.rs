//! Finds proposals that match a question and wait for a human: they are shown as waiting, beside what is believed and never as part
//! of it.
//!
//! Whoever may recall may list proposals too, so nothing is disclosed here that `proposals` would keep back.

use super::{CONTENT_CHARS_MAX, Input};
use crate::{Error, Look, Operation, memory::asked_for, ops::claim::adopt::Adopt};
use kernel::{
    anchor::Anchor,
    claim::{Draft, Kind},
    id::ProposalId,
    proposal::{Proposal, Status},
    scope::Scope,
    time::Moment,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::ProposalFilter;

/// Proposals in one answer.
const SHOWN_MAX: usize = 5;
/// Proposals that words are looked for in.
const LOOKED_AT: i64 = 10_000;
/// How much of what the question's words tell a proposal says at least, in thousandths.
const SHARE_MIN: u64 = 400;

/// A proposal that waits. No human has approved it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Waiting {
    /// Its id: a human decides with it
    pub id: ProposalId,
    /// Kind it is proposed as
    #[serde(rename = "as")]
    pub kind: Kind,
    /// What is proposed
    pub content: String,
    /// Who filed it
    pub author: String,
    /// When it was filed
    pub created_at: Moment,
}

/// The proposals that wait and say what is asked for, best match first.
pub(super) fn waiting(cx: &mut Look<'_>, input: &Input, project: Option<&Anchor>) -> Result<Vec<Waiting>, Error> {
    let Some(query) = input.query.as_ref().filter(|_| input.only.is_none() && input.then().is_none() && input.seen_by().is_none()) else {
        return Ok(Vec::new());
    };
    let scopes = match input.scope {
        Some(kind) => Some(cx.call.floorplan.expand(&Scope::parse(kind, input.scope_path.as_deref())?)),
        None => None,
    };
    let kind = Some(Adopt::SPEC.name.to_owned());
    let filter = ProposalFilter { status: Some((Status::Pending, cx.call.now)), kind, limit: LOOKED_AT, ..ProposalFilter::default() };
    let mut drafts: Vec<(Proposal, Draft)> = Vec::new();
    for proposal in cx.proposals(&filter)? {
        // What does not read as a draft is listed by `proposals`, which shows a call whatever it is.
        let Ok(draft) = serde_json::from_str::<Draft>(&proposal.input) else { continue };
        let fits = input.kind.is_none_or(|kind| draft.kind == kind)
            && input.principal.as_ref().is_none_or(|principal| proposal.author == *principal)
            && input.since().is_none_or(|since| proposal.created_at >= since)
            && input.before().is_none_or(|before| proposal.created_at < before)
            && (draft.project.is_none() || project.is_none() || draft.project.as_ref() == project)
            && scopes.as_ref().is_none_or(|scopes| Scope::parse(draft.scope, draft.scope_path.as_deref()).is_ok_and(|at| scopes.contains(&at)));
        if fits {
            drafts.push((proposal, draft));
        }
    }
    let shares = search::shares(&asked_for(query.as_str()), &drafts, |(_, draft)| draft.content.as_str());
    let mut found: Vec<(u64, (Proposal, Draft))> = shares.into_iter().zip(drafts).filter(|(share, _)| *share >= SHARE_MIN).collect();
    found.sort_by_key(|(share, _)| std::cmp::Reverse(*share)); // stable: of equals the oldest first
    found.truncate(SHOWN_MAX);
    let shown = |(_, (proposal, draft)): (u64, (Proposal, Draft))| Waiting {
        id: proposal.id,
        kind: draft.kind,
        content: search::bound(draft.content.as_str(), CONTENT_CHARS_MAX).0,
        author: proposal.author,
        created_at: proposal.created_at,
    };
    Ok(found.into_iter().map(shown).collect())
}
