# P44: a card that is asked for stands in the section of its tier, after its drawers, and says for every piece it rests on which it
# is, in which role, and where that came from.

as human ana
> evidence.record "the cache was cold" source="monday.log" origin=tool
= id: e1
> evidence.record "the cache was cold again" source="tuesday.log" origin=tool
= id: e2
> card.create "Warm the cache" content="Before the doors open." tier=qi domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= ok
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
as agent codex-a
> mempal_context "a cold cache" include_cards=true
= sections: 1
= sections.0.name: qi
= sections.0.items.0.card_id: card1
= sections.0.items.0.text: Warm the cache
= sections.0.items.0.evidence_citations: 2
= sections.0.items.0.evidence_citations.0.evidence_drawer_id: e1
= sections.0.items.0.evidence_citations.0.role: supporting
= sections.0.items.0.evidence_citations.0.source_file: monday.log
= sections.0.items.0.evidence_citations.1.evidence_drawer_id: e2
= sections.0.items.0.evidence_citations.1.role: verification
= sections.0.items.0.evidence_citations.1.source_file: tuesday.log
# A search returns drawers; no card is among them.
> mempal_search "warm the cache" top_k=10
= results: 2
