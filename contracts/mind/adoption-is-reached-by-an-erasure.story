# What was written about a feature in the words of erased evidence goes with it; that it was written stays.
needs engine

as agent codex-a
> evidence.record "The oven is at 240 degrees" source="a note"
= id: e1
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 note="it said: The oven is at 240 degrees" metadata={"quote": "The oven is at 240 degrees"}
= id: a1
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 note="it helped"
= id: a2
as human ana
> evidence.erase id=["e1"]
= erased: 1
> adoption.list
= events.0.note: it helped
= events.1.id: a1
= events.1.feature: include_cards
= events.1.note: (nothing)
= events.1.metadata: (nothing)
= events.1.quality: warning
> ledger.verify
= valid: true
sql select count(*) from ledger where body like '%240 degrees%'
| 0
