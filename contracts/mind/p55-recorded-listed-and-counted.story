# Records are made, listed newest first, and counted by what came of them.

as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 note="it helped"
= id: a1
> adoption.record track=card_context signal=miss feature=include_cards cardId=card1 note="the card was not there"
= id: a2
> adoption.record track=evaluator signal=neutral feature=advisory_gate evaluatorId=ev-1
= id: a3
> adoption.list track=card_context limit=1
= events.0.id: a2
= events.0.signal: miss
= events.1: (nothing)
> adoption.list feature=advisory_gate
= events.0.id: a3
> adoption.stats
= total: 3
= accepted: 1
= misses: 1
= neutral: 1
> adoption.stats track=card_context
= total: 2
> adoption.stats feature=nothing
= total: 0
# An id is the caller's to choose, once.
> adoption.record id=adoption_mine track=card_context signal=used feature=include_cards cardId=card1
= id: adoption_mine
> adoption.record id=adoption_mine track=card_context signal=used feature=include_cards cardId=card1
! INPUT_INVALID  `adoption_mine` is recorded already, and a record never changes
> adoption.record id=p_1 track=card_context signal=used feature=include_cards
! INPUT_INVALID  `id`: `p_1` is not an id like `adoption_7h3k…`
