# Silence is never consent: what nobody answers in thirty days is put away, and can only be proposed again.
# Seed 000: phase 2, criterion 5.
needs engine

as agent codex-a
> store "We use one file" as=decision
= proposalId: p1
= expiresAt: day-30
> store "We use two files" as=decision
= proposalId: p2

advance 29d
as human ana
> approve p2
= status: approved

advance 2d
# Before anyone sweeps, it is expired already.
> approve p1
! PROPOSAL_EXPIRED  proposal p1 expired at day-30
> proposals
= proposals: 0
> brief
= pending: 0
> proposals status=expired
= proposals: 1
= proposals.0.id: p1
= proposals.0.status: expired

# The sweep runs at every start; it archives what is overdue and nothing else.
> proposal.expire
= expired: p1
sql select id, status, archived_at from proposals order by created_at
| p1 | expired | day-31
| p2 | approved | ''
> proposal.expire
= expired: 0
> approve p1
! PROPOSAL_EXPIRED  proposal p1 expired at day-30

as agent codex-a
> store "We use one file" as=decision
= proposalId: p3

# Even unswept, an expired proposal does not stand in the way of the same words.
advance 31d
> store "We use one file" as=decision
= proposalId: p4
sql select id, status from proposals order by created_at
| p1 | expired
| p2 | approved
| p3 | expired
| p4 | pending

# The same holds for calls that wait.
> claim.retire d1 reason="two are too many"
= proposalId: p5
advance 31d
> claim.retire d1 reason="two are too many"
= proposalId: p6
ledger
   1 codex-a  claim.propose     proposed                  p1
   2 codex-a  claim.propose     proposed                  p2
   3 ana      proposal.approve  done                      p2
   4 ana      proposal.approve  refused PROPOSAL_EXPIRED  p1
   5 ana      proposal.expire   done                      1 proposals
   6 ana      proposal.expire   done                      0 proposals
   7 ana      proposal.approve  refused PROPOSAL_EXPIRED  p1
   8 codex-a  claim.propose     proposed                  p3
   9 codex-a  claim.propose     proposed                  p4
  10 codex-a  claim.retire      proposed                  p5
  11 codex-a  claim.retire      proposed                  p6
  chain ok
