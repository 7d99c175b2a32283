# A record is prepared as a command and as a tool's input; no id is drawn and nothing is written.

as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.prepare track=card_context signal=accepted feature=include_cards query="skill trigger" cardId=card1 note="--it helped"
= writes: false
= recordCommand: palace, adoption, record, --track, card_context, --signal, accepted, --feature, include_cards, --query, skill trigger, --card-id, card1, --note=--it helped
= recordPayload.action: record
= recordPayload.card_id: card1
= recordPayload.id: (nothing)
> adoption.prepare id=adoption_mine track=evaluator signal=used feature=advisory_gate metadata={"a": 1}
= recordPayload.id: adoption_mine
= recordPayload.metadata: {"a":1}
> adoption.stats
= total: 0
