# The gate of card embeddings asks for repeated misses; what was accepted says nothing for it.

as agent codex-a
> adoption.gate card-embeddings
= ready: false
= reasons: miss events below requirement: have 0, need 3, 0 of 0 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_embedding signal=miss feature=card_statement_recall cardId=card1 query="skill trigger"
= quality: ready
> adoption.record track=card_embedding signal=miss feature=card_statement_recall cardId=card1 query="release steps"
= quality: ready
> adoption.record track=card_embedding signal=miss feature=card_statement_recall cardId=card1 query="flaky test"
= quality: ready
> adoption.gate card-embeddings
= ready: true
= requiredTrack: card_embedding
= stats.misses: 3
> adoption.record track=card_embedding signal=rollback feature=card_statement_recall cardId=card1 note="it was slow"
= quality: ready
> adoption.gate card-embeddings
= ready: false
= reasons: rollback events present: 1, 4 of 4 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
