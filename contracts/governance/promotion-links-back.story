# What was approved names the proposal it came from, and the proposal names what it became. Neither changes afterwards.
# Seed 000: phase 2, criterion 3; invariant 3.

as agent codex-a
> store "TIL: the cache is cold after a restart" confidence=0.6 tags=["cache"]
= proposalId: p1
= as: learning
= classificationConfidence: 0.85
= signals: til

as human ana
> proposal.show p1
= proposal.status: pending
= proposal.author: codex-a
= shown.claim.content: TIL: the cache is cold after a restart
= shown.evidence.0.origin: agent
= shown.evidence.0.principal: codex-a
> approve p1
= promotedTo: l1
= result.evidence: e1
> claim.show l1
= claim.promotedFromProposalId: p1
= claim.source: agent
= claim.confidence: 0.6
= claim.tags: cache
= claim.evidence: e1
= authoritative: true
> proposal.show p1
= proposal.status: approved
= proposal.promotedTo: l1
= proposal.reviewedBy: ana

# A decision stands.
> approve p1
! PROPOSAL_ALREADY_DECIDED  proposal p1 is already approved
> reject p1
! PROPOSAL_ALREADY_DECIDED  proposal p1 is already approved

# From the record back to what was first said.
> ledger.trace l1
= related: e1, p1
= entries: 4
= entries.0.op: claim.propose
= entries.1.op: proposal.approve
