# P35: what became of a card is read by agents as it happened, one event after the other, with who did it; no tool of theirs makes
# a card or takes an event away.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> card.create "Measure first" content="Then change." tier=shu domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= created: true
as human ana
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
as agent codex-a
> mempal_knowledge_cards action=events card_id=card1
= events: 3
= events.0.event_type: created
= events.0.actor: codex-a
= events.1.event_type: linked
= events.2.event_type: promoted
= events.2.from_status: candidate
= events.2.to_status: promoted
= events.2.reason: twice
= events.2.actor: ana
= events.2.metadata.verificationRefs: e2
> mempal_knowledge_cards action=create statement="Another" content="x" tier=qi
! INPUT_INVALID  `mempal_knowledge_cards` has no action `create`
> mempal_knowledge_cards action=forget card_id=card1
! INPUT_INVALID  `mempal_knowledge_cards` has no action `forget`
