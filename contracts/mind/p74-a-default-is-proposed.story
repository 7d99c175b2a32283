# Cards as the default are proposed when the evidence suffices and somebody says what would have it taken back; nothing changes.

as agent codex-a
> control.propose card-context
= writes: false
= proposalReady: false
= decision: keep_opt_in
= reasons: rollback criteria are required: say what would have it taken back, accepted events below requirement: have 0, need 3, 0 of 0 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="skill trigger"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="release steps"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="flaky test"
= quality: ready
> control.propose card-context
= proposalReady: false
= readiness.ready: true
= reasons.0: rollback criteria are required: say what would have it taken back
> control.propose card-context rollbackCriteria=["two rollbacks in a week"]
= proposalReady: true
= decision: eligible_for_default_on_spec
= rollbackCriteria: two rollbacks in a week
> control.propose everything
! INPUT_INVALID  `candidate`: unknown variant `everything`, expected one of `card-context`, `card-context-default`, `card_context`
> palace.settings
= settings.context.includeCardsDefault: false
