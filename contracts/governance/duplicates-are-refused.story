# The same thing said twice waits once. A text that was refused or approved may be proposed again.
# Seed 000: phase 2, criterion 2.

as agent codex-a
> store "We use one file" as=decision
= proposalId: p1
> store "we  USE one file" as=decision
! PROPOSAL_DUPLICATE  duplicate proposal already exists: p1
! details.proposalId: p1
! next: Wait for the proposal that already says this

# Another author, the same words: still the same.
as agent claude-b
> store "We use one file" as=decision
! PROPOSAL_DUPLICATE  duplicate proposal already exists: p1

# Another kind or another scope is another thing.
> store "We use one file" as=idea
= proposalId: p2
> store "We use one file" as=decision scope=room scopePath=store
= proposalId: p3

as human ana
> reject p1 note="not yet"
= status: rejected
as agent codex-a
> store "We use one file" as=decision
= proposalId: p4
as human ana
> approve p4
= promotedTo: d1
as agent codex-a
> store "We use one file" as=decision
= proposalId: p5
