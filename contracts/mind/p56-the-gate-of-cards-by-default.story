# The gate of cards by default asks for three accepted records and no rollback; it changes nothing.

as agent codex-a
> adoption.gate card-context-default
= ready: false
= requiredTrack: card_context
= stats.total: 0
= reasons: accepted events below requirement: have 0, need 3, 0 of 0 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="skill trigger"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="release steps"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="flaky test"
= quality: ready
> adoption.gate card-context-default
= ready: true
= stats.accepted: 3
= reasons: 3 of 3 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
> adoption.gate card_context_default
= ready: true
> adoption.record track=card_context signal=rollback feature=include_cards cardId=card1 note="it hid the evidence"
= quality: ready
> adoption.gate card-context-default
= ready: false
= reasons: rollback events present: 1, 4 of 4 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
> adoption.gate everything
! INPUT_INVALID  `candidate`: unknown variant `everything`, expected one of `card-context-default`, `card_context_default`, `card-embeddings`, `card_embeddings`, `evaluator-api`, `evaluator_api`, `research-adapter`, `research_adapter`
> palace.settings
= settings.context.includeCardsDefault: false
