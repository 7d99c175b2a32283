# Readiness reviews what counts about cards in context; a yes lets it be proposed and changes nothing.

as agent codex-a
> adoption.readiness card-context-default
= writes: false
= ready: false
= decision: keep_opt_in
= requiredTrack: card_context
= requiredFeature: include_cards
= review.conclusion: no_evidence
= reasons: accepted events below requirement: have 0, need 3, 0 of 0 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="skill trigger"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="release steps"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="flaky test"
= quality: ready
> adoption.readiness card-context-default
= ready: true
= decision: eligible_for_future_default_spec
= review.stats.accepted: 3
> adoption.record track=card_context signal=contradiction feature=include_cards cardId=card1 note="it said what is not so"
= quality: ready
> adoption.readiness card-context-default
= ready: false
= decision: keep_opt_in
= reasons: contradiction events present: 1, 4 of 4 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
> adoption.readiness card-embeddings
! INPUT_INVALID  `card-embeddings` is no default that could be changed; only `card-context-default` is
> palace.settings
= settings.context.includeCardsDefault: false
