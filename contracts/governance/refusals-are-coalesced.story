# Refusals are written down, but an agent that tries the same thing over and over costs one line, and a count when it stops.

as agent codex-a
> store_direct "We use one file" as=decision
! MODE_HUMAN_ONLY  Tool "store_direct" not available in agent mode
> store_direct "We use one file" as=decision
! MODE_HUMAN_ONLY  Tool "store_direct" not available in agent mode
> store_direct "We use one file" as=decision
! MODE_HUMAN_ONLY  Tool "store_direct" not available in agent mode
# Another agent in between does not end the run.
as agent claude-b
> store_direct "We use one file" as=decision
! MODE_HUMAN_ONLY  Tool "store_direct" not available in agent mode
as agent codex-a
> store_direct "We use one file" as=decision
! MODE_HUMAN_ONLY  Tool "store_direct" not available in agent mode
> store "We use one file" as=decision
= proposalId: p1
ledger
  1 codex-a   claim.adopt     refused MODE_HUMAN_ONLY  store_direct
  2 claude-b  claim.adopt     refused MODE_HUMAN_ONLY  store_direct
  3 codex-a   refusal.repeat  done                     entry 1
  4 codex-a   claim.propose   proposed                 p1
  chain ok
