# P46: until a human has sealed another default, context is of drawers alone: a palace whose only knowledge is a card tells nothing
# unless somebody asks for cards.

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
> palace.settings
= settings.context.includeCardsDefault: false
as agent codex-a
> memory.context "a cold cache"
= sections: 0
> mempal_context "a cold cache"
= sections: 0
> memory.context "a cold cache" includeCards=true
= sections: 1
# A card that is lowered does not come back through what it rests on.
as human ana
> evidence.record "it was warm" source="c.log" origin=tool
= id: e3
> card.demote card1 status=demoted evidenceRefs=["e3"] reason="it was warm" reasonType=contradicted
= newStatus: demoted
> memory.context "a cold cache" includeCards=true
= sections: 0
