# The same thing said twice waits once. A text that was refused may be proposed again; one that is believed is there already.
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
= previously.proposalId: p1
as human ana
> approve p4
= promotedTo: d1

# What is believed is not asked again, whoever made it so; another kind still is another thing.
as agent codex-a
> store "we use ONE file." as=decision
! PROPOSAL_DUPLICATE  already believed: d1
! details.claimId: d1
! next: Link to it with `claim link`, say what came of it with `claim outcome`, or end it first with `claim retire`
as human ana
> store_direct "Disks are slow" as=learning
= id: l1
as agent codex-a
> store "Disks are slow" as=learning
! PROPOSAL_DUPLICATE  already believed: l1
# Once it is believed no more, it may be proposed again.
as human ana
> claim.retire d1 reason="two files are better"
= standing: retired
as agent codex-a
> store "We use one file" as=decision
= proposalId: p5
= previously.status: approved
