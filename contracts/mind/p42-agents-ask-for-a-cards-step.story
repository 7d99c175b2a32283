# P42: the tool that reads cards also asks their gate and asks for their steps, with the same logic as every door: a step of an agent
# waits, and what fails the gate does not even wait.

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
> mempal_knowledge_cards action=gate card_id=card1
= gate.allowed: false
= gate.evidence_counts.supporting: 1
> mempal_knowledge_cards action=promote card_id=card1 status=promoted verification_refs=[] reason="I am sure"
! EVIDENCE_INSUFFICIENT  promotion gate failed: verification evidence refs below requirement: have 0, need 1
> mempal_knowledge_cards action=promote card_id=card1 status=promoted verification_refs=["e2"] reason="twice"
= proposal_id: p1
> mempal_knowledge_cards action=get card_id=card1
= cards.0.status: candidate
as human ana
> approve p1
= ok
> mempal_knowledge_cards action=demote card_id=card1 status=demoted evidence_refs=["e3"] reason="slow" reason_type=contradicted
= demote.old_status: promoted
= demote.new_status: demoted
> mempal_knowledge_cards action=list status=demoted
= cards.0.id: card1
