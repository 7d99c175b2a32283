# A human may change the words before agreeing. What is believed is what they wrote; the proposal stays what it was.

as agent codex-a
> store "We deploy on fridays" as=decision rationale="less traffic"
= proposalId: p1
> store "Retire nothing" as=idea
= proposalId: p2

as human ana
> proposal.decide [{"proposalId": "p1", "verdict": "approve", "note": "never on Fridays", "edited": {"as": "decision", "content": "We deploy on Thursdays", "rationale": "a day to look after it"}}]
= approved: 1
= decisions.0.edited: true
= decisions.0.promotedTo: d1
> claim.show d1
= authoritative: true
= claim.content: We deploy on Thursdays
= claim.rationale: a day to look after it
= claim.promotedFromProposalId: p1
= claim.evidence: e1
> recall deploy
= items.0.content: We deploy on Thursdays

# The proposal still says what the agent said, and that it was edited.
> proposal.show p1
= proposal.input.content: We deploy on fridays
= proposal.status: approved
= proposal.promotedTo: d1
= proposal.reviewNote: Edited before it was approved: never on Fridays

# What is edited into what it was is not edited; a no has nothing to edit.
> proposal.decide [{"proposalId": "p2", "verdict": "reject", "edited": {"as": "idea", "content": "x"}}]
! INPUT_INVALID  proposal p2 is rejected, so there is nothing to edit
> proposal.decide [{"proposalId": "p2", "verdict": "approve", "edited": {"as": "idea", "content": "Retire nothing"}}]
= decisions.0.promotedTo: i1
> proposal.show p2
= proposal.reviewNote: (nothing)

# Only the words of a claim can be edited.
as agent codex-a
> claim.retire d1 reason="we stopped"
= proposalId: p3
as human ana
> proposal.decide [{"proposalId": "p3", "verdict": "approve", "edited": {"as": "idea", "content": "x"}}]
! INPUT_INVALID  proposal p3 waits for `claim.retire`: only the words of a claim can be edited

# A seal over what was believed cannot be turned into one over other words.
> ledger.verify
= valid: true
