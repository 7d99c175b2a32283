//! Decide many proposals under one seal: what a human went through in one sitting is one signature, one change, one entry.
//!
//! Not here: a partial success. Either every decision on the list is made, or none is and the answer says which went stale.

use super::{
    approve::{Remark, asked, say_yes, shown_by_call, waiting},
    input_of,
    reject::{say_no, turned_down},
};
use crate::{
    Error, Method, Operation, PalaceState, Reviewed, Shown, Spec,
    call::operation::to_json,
    ops::{claim::adopt::Adopt, evidence::erase::Erase},
};
use kernel::{
    call::Call,
    canonical,
    claim::Draft,
    effect::Govern,
    gate::Agents,
    id::{ClaimId, ProposalId},
    ledger::Digest,
    proposal::{Proposal, Status},
    refusal::{Code, Refusal},
    text::{Name, Note},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use store::{StoreError, View};

/// Decisions one seal may cover: about as many as a person can still have looked at.
pub const DECISIONS_MAX: usize = 500;

/// Decides many at once.
#[derive(Debug)]
pub struct Decide;

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Verdict {
    /// The call that waited runs
    Approve,
    /// Nothing comes of it
    Reject,
}

/// One decision.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(inline)]
pub struct Decision {
    /// Proposal to decide
    #[serde(alias = "proposal", alias = "proposal_id", alias = "id")]
    pub proposal_id: ProposalId,
    /// Yes or no
    pub verdict: Verdict,
    /// Remark to keep with the decision
    #[serde(default)]
    pub note: Option<Note>,
    /// The claim as you changed it; what the proposal cites stays cited
    #[serde(default)]
    pub edited: Option<Draft>,
}

/// Which, and how.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Decisions to make, each on its own proposal
    pub decisions: Vec<Decision>,
    /// Who decides, if not the caller
    #[serde(default)]
    pub by: Option<Name>,
}

/// What came of one decision.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct Decided {
    /// The proposal
    pub proposal_id: ProposalId,
    /// Where it stands now
    pub status: Status,
    /// Whether a human changed it first
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub edited: bool,
    /// What it became
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promoted_to: Option<ClaimId>,
    /// What the call that waited gave
    #[serde(skip_serializing_if = "Json::is_null")]
    #[schemars(with = "Option<std::collections::BTreeMap<String, Json>>")]
    pub result: Json,
}

/// What came of it.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// How many were approved
    pub approved: usize,
    /// How many were rejected
    pub rejected: usize,
    /// Each decision, in the order given
    pub decisions: Vec<Decided>,
}

impl Operation for Decide {
    const SPEC: Spec = Spec::new("proposal.decide", "Decide many proposals at once, under one seal")
        .http(Method::Post, "/v1/proposals/decide")
        .positional(&["decisions"])
        .agents(Agents::Never);
    type Effect = Govern;
    type Input = Input;
    type Output = Output;

    fn shown(view: &mut View<'_>, house: &PalaceState, call: &Call, input: &Input) -> Result<Shown, Error> {
        listed(&input.decisions)?;
        let (mut covers, mut what, mut stale) = (Vec::new(), Vec::new(), Vec::new());
        for decision in &input.decisions {
            match shown_one(view, house, call, decision) {
                Ok(shown) => {
                    covers.extend(shown.covers);
                    what.push(shown.what);
                }
                Err(Error::Refused(why)) => stale.push((&decision.proposal_id, *why)),
                Err(error) => return Err(error),
            }
        }
        if !stale.is_empty() {
            return Err(cannot(&stale, input.decisions.len()).into());
        }
        let count = |verdict| input.decisions.iter().filter(|d| d.verdict == verdict).count();
        Ok(Shown { covers, what: json!({ "approve": count(Verdict::Approve), "reject": count(Verdict::Reject), "decisions": what }) })
    }

    fn run(cx: &mut Reviewed<'_>, Input { decisions, by }: Input) -> Result<Output, Error> {
        let total = decisions.len();
        let mut done = Vec::new();
        for decision in decisions {
            let id = decision.proposal_id.clone();
            match decide_one(cx, decision, by.clone()) {
                Ok(decided) => done.push(decided),
                // One decision may take away what the next one needs: nothing is decided by halves.
                Err(Error::Refused(why)) => return Err(cannot(&[(&id, *why)], total).into()),
                Err(error) => return Err(error),
            }
        }
        one_voice(cx)?;
        cx.about(match done.as_slice() {
            [only] => only.proposal_id.to_string(),
            all => format!("{} proposals", all.len()),
        });
        let approved = done.iter().filter(|d| d.status == Status::Approved).count();
        Ok(Output { approved, rejected: done.len() - approved, decisions: done })
    }
}

/// Refuses a list that nobody could mean.
fn listed(decisions: &[Decision]) -> Result<(), Refusal> {
    if decisions.is_empty() || decisions.len() > DECISIONS_MAX {
        return Err(
            Code::InputInvalid.refuse("decisions", format!("a list of 1 to {DECISIONS_MAX} decisions is sealed at once, not {}", decisions.len()))
        );
    }
    let mut seen = BTreeSet::new();
    for Decision { proposal_id: id, verdict, edited, .. } in decisions {
        if !seen.insert(id) {
            return Err(Code::InputInvalid.refuse(id.as_str(), format!("proposal {id} is on the list twice")));
        }
        if *verdict == Verdict::Reject && edited.is_some() {
            return Err(Code::InputInvalid.refuse(id.as_str(), format!("proposal {id} is rejected, so there is nothing to edit")));
        }
    }
    Ok(())
}

fn shown_one(view: &mut View<'_>, house: &PalaceState, call: &Call, decision: &Decision) -> Result<Shown, Error> {
    let proposal = waiting(view, call, &decision.proposal_id)?;
    let edited = edited(&proposal, decision.edited.as_ref())?;
    // A list holds yes and no side by side, so each says which it is: the digest of the proposal alone could stand for either.
    let own = canonical::digest(&(Decide::SPEC.name, decision.verdict, proposal.digest(), edited.as_ref().map(Draft::digest)))?;
    let (covers, mut what) = match decision.verdict {
        Verdict::Reject => (vec![own], turned_down(view, house, call, &proposal)?),
        Verdict::Approve if proposal.op == Erase::SPEC.name => {
            return Err(Code::InputInvalid
                .refuse(proposal.id.as_str(), format!("proposal {} would erase evidence, and an erasure is decided by itself", proposal.id))
                .next(format!("Run `palace approve {}`", proposal.id))
                .into());
        }
        Verdict::Approve => {
            let input = edited.as_ref().map_or_else(|| input_of(&proposal), to_json)?;
            let inner = shown_by_call(view, house, call, &proposal, &input)?;
            ([vec![own], inner.covers].concat(), asked(&proposal, &inner.what)?)
        }
    };
    if let Some(fields) = what.as_object_mut() {
        fields.insert("verdict".into(), to_json(&decision.verdict)?);
        if edited.is_some() {
            fields.insert("instead of".into(), input_of(&proposal)?);
        }
    }
    Ok(Shown { covers, what })
}

fn decide_one(cx: &mut Reviewed<'_>, decision: Decision, by: Option<Name>) -> Result<Decided, Error> {
    let Decision { proposal_id, verdict, note, edited: draft } = decision;
    let said = note.map_or_else(String::new, String::from);
    match verdict {
        Verdict::Reject => {
            let done = say_no(cx, &proposal_id, Remark { by, note: said })?;
            Ok(Decided { proposal_id: done.proposal_id, status: done.status, edited: false, promoted_to: None, result: Json::Null })
        }
        Verdict::Approve => {
            let call = cx.call;
            let proposal = waiting(cx, call, &proposal_id)?;
            let draft = edited(&proposal, draft.as_ref())?;
            let note = match (&draft, said.is_empty()) {
                (None, _) => said,
                (Some(_), true) => EDITED.to_owned(),
                (Some(_), false) => format!("{EDITED}: {said}"),
            };
            let done = say_yes(cx, &proposal_id, draft.as_ref().map(to_json).transpose()?, Remark { by, note })?;
            let (promoted_to, result) = (done.promoted_to, done.result);
            Ok(Decided { proposal_id, status: done.status, edited: draft.is_some(), promoted_to, result })
        }
    }
}

/// What the proposal itself will say for ever: that the words which are believed are not quite its own.
const EDITED: &str = "Edited before it was approved";

/// The draft as a human changed it. What the proposal cites stays cited, and it stays in its project: the words may change, what
/// was seen and where may not.
fn edited(proposal: &Proposal, draft: Option<&Draft>) -> Result<Option<Draft>, Error> {
    let Some(draft) = draft else { return Ok(None) };
    let id = proposal.id.as_str();
    if proposal.op != Adopt::SPEC.name {
        return Err(Code::InputInvalid
            .refuse(id, format!("proposal {id} waits for `{}`: only the words of a claim can be edited", proposal.op))
            .next("Approve it as it is, or reject it")
            .into());
    }
    let original: Draft = serde_json::from_str(&proposal.input).map_err(|e| StoreError::Damaged(format!("proposal {id}: {e}")))?;
    let mut draft = draft.clone();
    draft.evidence = [original.evidence.clone(), draft.evidence].concat();
    draft.project.clone_from(&original.project);
    let draft = draft.settled()?;
    Ok((draft != original).then_some(draft))
}

/// One seal must not say both yes and no about the same words: a claim that this list ends must not be one that it adopts.
fn one_voice(cx: &mut Reviewed<'_>) -> Result<(), Error> {
    let seal = cx.review.seal();
    let covers: BTreeSet<Digest> = cx.seal.statement.covers.iter().copied().collect();
    for claim in cx.claims_under(seal)? {
        if !claim.standing.is_authoritative() && covers.contains(&claim.draft.digest()) {
            return Err(Code::InputInvalid
                .refuse(claim.id.as_str(), format!("the list would both adopt and end the words of claim {}", claim.id))
                .next("Decide these proposals one after the other")
                .into());
        }
    }
    Ok(())
}

/// Which decisions can no longer be made, and why. Nothing was decided.
fn cannot(stale: &[(&ProposalId, Refusal)], total: usize) -> Refusal {
    let [(first, why), ..] = stale else { return Code::Internal.refuse("decisions", "nothing is stale") };
    let ids: Vec<&str> = stale.iter().map(|(id, _)| id.as_str()).collect();
    let details = stale.iter().map(|(id, why)| json!({ "proposalId": id, "code": why.code().name(), "why": why.what() })).collect::<Vec<_>>();
    let what = if total == 1 {
        why.what().to_owned()
    } else {
        format!("{} of {total} decisions cannot be made ({}): {}", ids.len(), ids.join(", "), why.what())
    };
    let refusal = why.code().refuse(first.as_str(), what).with(json!({ "stale": details }));
    if total == 1 { refusal.next(why.remedy()) } else { refusal.next("Nothing was decided. Take these off the list and decide the rest") }
}
