# P47: a card whose own words answer a question is not found by them; it is found through what it rests on, and the index holds
# nothing of it.

as human ana
> evidence.record "the ferry was late in the fog" source="monday.log" origin=tool
= id: e1
> evidence.record "the ferry was late in the fog again" source="tuesday.log" origin=tool
= id: e2
> card.create "Zebras sleep standing" content="Zebras, zebras, zebras." tier=qi domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= ok
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
as agent codex-a
> card.retrieve "late ferry in the fog"
= retrieved: 1
= retrieved.0.card.id: card1
> evidence.record "zebras graze at noon" source="zoo.log" origin=tool
= id: e3
> card.retrieve "zebras sleep standing" evidenceTopK=1
= retrieved: 0
> drawer.search "zebras sleep standing" topK=1
= results.0.drawerId: e3
sql select count(*) from item
| 3
sql select count(*) from vector
| 3
