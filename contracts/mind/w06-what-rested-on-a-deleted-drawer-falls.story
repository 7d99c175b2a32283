# Taking evidence out of sight says what rests on it, and lets that fall in the same stroke; an agent only asks for it.
as agent codex-a
> drawer.ingest "The deck oven runs at 230 degrees" wing=bakery room=ovens source="a chat"
= drawerId: e1
= wing: bakery
> store "Rye goes in at 230 degrees" as=decision evidence=["e1"]
= proposalId: p1
as human ana
> approve p1
= promotedTo: d1

as agent codex-a
> drawer.delete e1 reason="the gauge was broken"
= proposalId: p2
= status: pending
> drawer.search "how hot is the deck oven" wing=bakery
= results.0.drawerId: e1

as human ana
> proposal.show p2
= shown.drawer.line: The deck oven runs at 230 degrees
= shown.no longer believed.0.id: d1
> approve p2
= result.deleted: true
= result.fell: d1
= result.message: `e1` is out of sight, and 1 that rested on it fell. `drawer restore` brings back the drawer, not what fell
> claim.show d1
= claim.standing: retired
= authoritative: false
> recall "rye degrees" only=authoritative
= total: 0
# It is no longer found, and nothing new can rest on it; it stays on record.
as agent codex-a
> drawer.search "how hot is the deck oven" wing=bakery
= results: 0
> store "Rye goes in hot" as=decision evidence=["e1"]
! EVIDENCE_INSUFFICIENT  evidence `e1` was deleted by ana at day-0, so nothing can rest on it
> evidence.show e1
= content: The deck oven runs at 230 degrees
> drawer.show e1
= drawer.content: The deck oven runs at 230 degrees
> drawer.list deleted=true
= drawers.0.drawerId: e1
# It can be brought back; what fell stays fallen until a person decides again.
as human ana
> drawer.restore e1
= found: true
= message: `e1` is found again; what fell with it stays fallen until it is decided anew
> drawer.search "how hot is the deck oven" wing=bakery
= results.0.drawerId: e1
> claim.show d1
= authoritative: false
> drawer.restore e1
! LIFECYCLE_NO_SUCH_MOVE  `e1` was not deleted, so there is nothing to bring back
> drawer.delete e_0
! NOT_FOUND  drawer `e_0` does not exist
> ledger.verify
= valid: true
