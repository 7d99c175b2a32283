# A claim that no longer holds is retired, not deleted. An agent may ask for it; the ask waits like any other.

as human ana
> store_direct "We use one file" as=decision
= id: d1

as agent codex-a
> claim.retire d1 reason="we use two"
= proposalId: p1
= status: pending
> claim.retire d1 reason="we use two"
! PROPOSAL_DUPLICATE  duplicate proposal already exists: p1
> claim.retire d_0 reason="was never there"
! NOT_FOUND  claim `d_0` does not exist
> recall
= total: 1

as human ana
> proposal.show p1
= proposal.op: claim.retire
= shown.claim.content: We use one file
= shown.reason: we use two
> approve p1
= status: approved
= result.standing: retired
as agent codex-a
> recall
= total: 0
> recall_decisions status=superseded
= total: 1
= items.0.content: We use one file
= items.0.authority: proposed

as human ana
> claim.retire d1 reason="again"
! LIFECYCLE_NO_SUCH_MOVE  a retired claim cannot be retired
> claim.show d1
= claim.standing: retired
= authoritative: false
ledger
  1 ana      claim.adopt       done                            d1
  2 codex-a  claim.retire      proposed                        p1
  3 codex-a  claim.retire      refused PROPOSAL_DUPLICATE      p1
  4 codex-a  claim.retire      refused NOT_FOUND               d_0
  5 ana      proposal.approve  done                            p1
  6 ana      claim.retire      refused LIFECYCLE_NO_SUCH_MOVE  retired
  chain ok
