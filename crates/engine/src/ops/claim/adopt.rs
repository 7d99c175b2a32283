//! Adopt a claim: a human's sealed yes makes it authoritative. Run directly, or by approving a proposal.

use crate::{Dialect, Error, Method, Operation, PalaceState, Reviewed, Shown, Spec, memory::require_no_secrets, ops::evidence::cited};
use kernel::{
    call::Call,
    claim::{Claim, Draft, Move, Standing, weigh},
    effect::Govern,
    evidence::{Evidence, Origin},
    gate::Agents,
    id::{ClaimId, EvidenceId, LinkId, ProposalId},
    proposal::Source,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};
use store::{RESTS_ON, View};

/// Makes a draft authoritative.
#[derive(Debug)]
pub struct Adopt;

/// The new claim.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// The claim
    pub id: ClaimId,
    /// The contract's word for how far it is believed
    pub authority: &'static str,
    /// Our own word
    pub standing: Standing,
    /// The proposal it came from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promoted_from_proposal_id: Option<ProposalId>,
    /// Who brought it
    pub source: String,
    /// What it rests on
    pub evidence: Vec<EvidenceId>,
}

impl Operation for Adopt {
    const SPEC: Spec = Spec::new("claim.adopt", "Write an authoritative claim directly, under a human's seal")
        .http(Method::Post, "/v1/claims")
        .positional(&["content"])
        .agents(Agents::Never)
        .also(&[(Dialect::Palace, "store_direct")]);
    type Effect = Govern;
    type Input = Draft;
    type Output = Output;

    fn drafts(input: &mut Json) -> Vec<&mut Json> {
        vec![input]
    }

    fn shown(view: &mut View<'_>, _: &PalaceState, _: &Call, draft: &Draft) -> Result<Shown, Error> {
        let draft = draft.clone().settled()?;
        require_no_secrets("claim", &draft)?;
        let mut covers = vec![draft.digest()];
        let mut evidence = Vec::new();
        for id in &draft.evidence {
            let found = cited(view, id)?;
            covers.push(found.digest());
            evidence.push(
                json!({ "id": found.id, "origin": found.origin, "principal": found.principal, "source": found.source, "content": found.content }),
            );
        }
        Ok(Shown { covers, what: json!({ "claim": draft, "evidence": evidence }) })
    }

    fn run(cx: &mut Reviewed<'_>, draft: Draft) -> Result<Output, Error> {
        let draft = draft.settled()?;
        let mut evidence = Vec::new();
        for id in &draft.evidence {
            evidence.push(cited(cx, id)?);
        }
        if evidence.is_empty() {
            // A human who writes directly is their own witness. The draft stays as it was sealed; the link names the evidence.
            let said = Evidence {
                id: EvidenceId::mint("e", &cx.call.tail()),
                origin: Origin::Human,
                principal: cx.call.actor.name().to_owned(),
                source: format!("seal {}", cx.review.seal()),
                content: draft.content.clone(),
                recorded_at: cx.call.now,
            };
            cx.record(&said)?;
            evidence.push(said);
        }
        let standing = Standing::Candidate.step(&Move::Promote(weigh(&evidence)?, &cx.review))?;
        let from = cx.from.as_ref();
        let claim = Claim {
            id: ClaimId::mint(draft.kind.prefix(), &cx.call.tail()),
            standing,
            seal: Some(cx.review.seal()),
            promoted_from: from.map(|p| p.id.clone()),
            source: from.map_or_else(|| Source::Human.name().to_owned(), |p| p.source.clone()),
            created_at: cx.call.now,
            updated_at: cx.call.now,
            draft,
        };
        cx.put_claim(&claim)?;
        for e in &evidence {
            let (id, by, now) = (LinkId::mint("lk", &cx.call.tail()), cx.call.actor.name().to_owned(), cx.call.now);
            cx.link(&id, claim.id.as_str(), RESTS_ON, e.id.as_str(), &by, now)?;
        }
        cx.about(&claim.id);
        Ok(Output {
            id: claim.id,
            authority: standing.authority(),
            standing,
            promoted_from_proposal_id: claim.promoted_from,
            source: claim.source,
            evidence: evidence.into_iter().map(|e| e.id).collect(),
        })
    }
}
