# What a human went through in one sitting is one seal, one change and one entry. What went stale meanwhile stops all of it.

as agent codex-a
> store "We use one file" as=decision
= proposalId: p1
> store "Backups run at four" as=learning
= proposalId: p2
> store "Try a second cache" as=idea
= proposalId: p3
> store "We use two files" as=decision
= proposalId: p4

# Nothing of this is for agents.
> proposal.decide [{"proposalId": "p1", "verdict": "approve"}]
! MODE_HUMAN_ONLY  Tool "proposal.decide" not available in agent mode

as human ana
> proposal.decide [{"proposalId": "p1", "verdict": "approve"}, {"proposalId": "p2", "verdict": "approve", "note": "seen it run"}, {"proposalId": "p3", "verdict": "reject", "note": "one is enough"}]
= approved: 2
= rejected: 1
= decisions.0.proposalId: p1
= decisions.0.promotedTo: d1
= decisions.1.promotedTo: l1
= decisions.2.status: rejected
> claim.show d1
= authoritative: true
= claim.promotedFromProposalId: p1
> claim.show l1
= authoritative: true
> proposal.show p2
= proposal.status: approved
= proposal.reviewNote: seen it run
= proposal.reviewedBy: ana
> proposal.show p3
= proposal.status: rejected
= proposal.reviewNote: one is enough
> recall
= items: 2

# One decided already makes the whole list stop, and is named; the other one still waits.
> proposal.decide [{"proposalId": "p4", "verdict": "approve"}, {"proposalId": "p1", "verdict": "reject"}]
! PROPOSAL_ALREADY_DECIDED  1 of 2 decisions cannot be made (p1): proposal p1 is already approved
> proposal.show p4
= proposal.status: pending

# A list that nobody could mean.
> proposal.decide []
! INPUT_INVALID  a list of 1 to 500 decisions is sealed at once, not 0
> proposal.decide [{"proposalId": "p4", "verdict": "approve"}, {"proposalId": "p4", "verdict": "reject"}]
! INPUT_INVALID  proposal p4 is on the list twice

# Two that would end the same claim: the second finds nothing to end, so neither happens.
as agent codex-a
> claim.retire d1 reason="two are too many"
= proposalId: p5
> claim.retire d1 reason="it was never so"
= proposalId: p6
as human ana
> proposal.decide [{"proposalId": "p5", "verdict": "approve"}, {"proposalId": "p6", "verdict": "approve"}]
! LIFECYCLE_NO_SUCH_MOVE  1 of 2 decisions cannot be made (p6): a retired claim cannot be retired
> claim.show d1
= authoritative: true
> proposal.decide [{"proposalId": "p5", "verdict": "approve"}, {"proposalId": "p6", "verdict": "reject"}, {"proposalId": "p4", "verdict": "approve"}]
= approved: 2
> claim.show d1
= claim.standing: retired

# An erasure is decided by itself.
as agent codex-a
> evidence.record "the parcel went to Harbour Lane 7" source="a chat"
= id: e5
> evidence.erase id=["e5"] reason="it names where somebody lives"
= proposalId: p7
as human ana
> proposal.decide [{"proposalId": "p7", "verdict": "approve"}]
! INPUT_INVALID  proposal p7 would erase evidence, and an erasure is decided by itself

# From a record back to what was first said, without what was decided in the same breath.
> ledger.trace l1
= related: e2, p2
ledger
   1 codex-a  claim.propose    proposed                          p1
   2 codex-a  claim.propose    proposed                          p2
   3 codex-a  claim.propose    proposed                          p3
   4 codex-a  claim.propose    proposed                          p4
   5 codex-a  proposal.decide  refused MODE_HUMAN_ONLY           proposal.decide
   6 ana      proposal.decide  done                              3 proposals
   7 ana      proposal.decide  refused PROPOSAL_ALREADY_DECIDED  p1
   8 ana      proposal.decide  refused INPUT_INVALID             decisions
   9 ana      proposal.decide  refused INPUT_INVALID             p4
  10 codex-a  claim.retire     proposed                          p5
  11 codex-a  claim.retire     proposed                          p6
  12 ana      proposal.decide  refused LIFECYCLE_NO_SUCH_MOVE    p6
  13 ana      proposal.decide  done                              3 proposals
  14 codex-a  evidence.record  done                              e5
  15 codex-a  evidence.erase   proposed                          p7
  16 ana      proposal.decide  refused INPUT_INVALID             p7
  chain ok
