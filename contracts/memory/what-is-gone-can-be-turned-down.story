# A proposal about something that was erased meanwhile can no longer be carried out, but it can be rejected.
as agent codex-a
> evidence.record "the parcel went to Harbour Lane 7" source="a chat"
= id: e1
> evidence.erase id=["e1"] reason="it names where somebody lives"
= proposalId: p1

as human ana
> evidence.erase id=["e1"]
= erased: 1
> approve p1
! NOT_FOUND  evidence `e1` does not exist
> proposal.show p1
= proposal.status: pending
= shown: null
> reject p1 note="it is gone already"
= status: rejected
> proposal.show p1
= proposal.reviewNote: it is gone already
