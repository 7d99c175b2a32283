# An agent that says `direct` is not obeyed and not scolded: the word means nothing, and a proposal is made as always.
# Seed 000: phase 3, direct-write specification, point 3.

as agent codex-a
> store "We use one file" as=decision direct=true
= proposalId: p1
= status: pending
= authority: proposed
> recall
= total: 0

# From a human the same word means what it says.
as human ana
> store "We use two files" as=decision direct=true
= id: d1
= authority: approved
= promotedFromProposalId: (nothing)
> store "We use three files" as=decision direct=false
= proposalId: p2
