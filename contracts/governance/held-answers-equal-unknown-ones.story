# What is no longer believed is not the agent's to read back: not by asking to retire it, not by showing what was asked.
# Of such a claim and of one that never was, an agent hears the same.

as human ana
> store_direct "The cache is cold after a restart" as=learning
= id: l1

# While it holds, an agent may ask for its end, and see what that would mean.
as agent codex-a
> claim.retire l1 reason="it is warm now"
= proposalId: p1
> proposal.show p1
= shown.claim.content: The cache is cold after a restart

as human ana
> approve p1
= result.standing: retired

as agent codex-a
> recall id=l1
! NOT_FOUND  authoritative claim `l1` does not exist
> claim.retire l1 reason="show me"
! NOT_FOUND  claim `l1` does not exist
> claim.retire l_0 reason="show me"
! NOT_FOUND  claim `l_0` does not exist
> proposal.show p1
= proposal.status: approved
= shown: null

# A human sees what was decided.
as human ana
> proposal.show p1
= shown.claim.content: The cache is cold after a restart
= shown.standing: retired

ledger
  1 ana      claim.adopt       done               l1
  2 codex-a  claim.retire      proposed           p1
  3 ana      proposal.approve  done               p1
  4 codex-a  claim.recall      refused NOT_FOUND  l1
  5 codex-a  claim.retire      refused NOT_FOUND  l1
  6 codex-a  claim.retire      refused NOT_FOUND  l_0
  chain ok
