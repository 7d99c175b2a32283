# An agent proposes, and only a human's yes makes it true.
# Seed 000: phase 1, criterion 2; phase 2, criterion 1; invariant 1.

as agent codex-a
> store "We decided to keep everything in one file"
= proposalId: p1
= status: pending
= as: decision
= authority: proposed
= expiresAt: day-30

# Nothing is remembered yet: what waits is not memory, neither in a list nor in a briefing.
> recall "one file"
= total: 0
> brief
= decisions: 0
= pending: 1
> proposals
= proposals: 1
= proposals.0.id: p1
= proposals.0.op: claim.adopt
= proposals.0.author: codex-a
= proposals.0.source: agent

# The agent cannot help itself, under whatever name it calls.
> store_direct "We decided to keep everything in one file" as=decision
! MODE_HUMAN_ONLY  Tool "store_direct" not available in agent mode
> claim.adopt "We decided to keep everything in one file" as=decision
! MODE_HUMAN_ONLY  Tool "claim.adopt" not available in agent mode
> approve p1
! MODE_HUMAN_ONLY  Tool "approve" not available in agent mode
> proposal_approve p1
! MODE_HUMAN_ONLY  Tool "proposal_approve" not available in agent mode
> reject p1
! MODE_HUMAN_ONLY  Tool "reject" not available in agent mode
> delete_everything
! TOOL_UNKNOWN  Unknown tool: delete_everything
> claim.show d_0
! MODE_HUMAN_ONLY  Tool "claim.show" not available in agent mode

as human ana
> approve p1 note="yes, one file"
= status: approved
= promotedTo: d1
= result.authority: approved
= result.promotedFromProposalId: p1

as agent codex-a
> recall "one file"
= total: 1
= items.0.id: d1
= items.0.content: We decided to keep everything in one file
= items.0.authority: approved
= items.0.source: agent

ledger
  1 codex-a  claim.propose      proposed                 p1
  2 codex-a  claim.adopt        refused MODE_HUMAN_ONLY  store_direct
  3 codex-a  claim.adopt        refused MODE_HUMAN_ONLY  claim.adopt
  4 codex-a  proposal.approve   refused MODE_HUMAN_ONLY  approve
  5 codex-a  proposal.approve   refused MODE_HUMAN_ONLY  proposal_approve
  6 codex-a  proposal.reject    refused MODE_HUMAN_ONLY  reject
  7 codex-a  delete_everything  refused TOOL_UNKNOWN     delete_everything
  8 codex-a  claim.show         refused MODE_HUMAN_ONLY  claim.show
  9 ana      proposal.approve   done                     p1
  chain ok
