# P40: promoting a card links what was checked, moves its status and writes its event, all of it or nothing: after a refusal there is
# neither link nor event, and demoting does the same with what speaks against it.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "it was slow once" source="c.log" origin=tool
= id: e3
> card.create "Measure first" content="Then change." tier=shu domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= ok
as human ana
> card.promote card1 status=promoted verificationRefs=["e2","e_nothing"] reason="twice"
! NOT_FOUND  ref drawer not found: e_nothing
sql select count(*) from knowledge_evidence_links
| 1
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
> card.demote card1 status=demoted evidenceRefs=["e3"] reason="slow" reasonType=contradicted
= newStatus: demoted
sql select evidence_drawer_id, role from knowledge_evidence_links order by role
| e3 | counterexample
| e1 | supporting
| e2 | verification
sql select event_type, from_status, to_status from knowledge_events order by seq
| created | null | candidate
| linked | null | null
| promoted | candidate | promoted
| demoted | promoted | demoted
