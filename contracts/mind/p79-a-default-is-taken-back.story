# A recorded rollback says that a default should be taken back; an agent is told, and a human does it under a seal.
needs engine

palace sealed
enrol ana
= ok
as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="skill trigger"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="release steps"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="flaky test"
= quality: ready
> control.rollback card-context
= writes: false
= rollbackRequired: false
= includeCardsDefaultBefore: false
= reasons: no rollback events in the window, it is off already, 3 of 3 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
as human ana
> control.rollback card-context execute=true
! LIFECYCLE_NO_SUCH_MOVE  `card-context` is off already, so there is nothing to take back
! details.applied: false
! details.rollbackRequired: false
> control.default card-context enable=true rollbackCriteria=["one rollback"]
= applied: true
> control.rollback card-context execute=true
! EVIDENCE_INSUFFICIENT  no rollback was recorded for `card-context` in the last 30 days
! details.includeCardsDefaultBefore: true
! details.includeCardsDefaultAfter: true
as agent codex-a
> adoption.record track=card_context signal=rollback feature=include_cards note="it hid the evidence"
= quality: warning
> control.rollback card-context
= writes: false
= rollbackRequired: true
= applied: false
= includeCardsDefaultBefore: true
= includeCardsDefaultAfter: true
= review.conclusion: rollback_risk
= reasons: rollback events present: 1, criterion: one rollback, 4 of 4 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
> control.rollback card-context execute=true
! MODE_HUMAN_ONLY  a default is taken back by a person, under a seal
as human ana without her seal
> control.rollback card-context execute=true
! SEAL_REQUIRED  `control.revert` needs a human's seal over digest h2
as human ana
> control.rollback card-context execute=true
= writes: true
= execute: true
= applied: true
= includeCardsDefaultBefore: true
= includeCardsDefaultAfter: false
> palace.settings
= settings.context.includeCardsDefault: false
= settings.context.rollbackCriteria: one rollback
> control.revert
! LIFECYCLE_NO_SUCH_MOVE  `card-context` is off already, so there is nothing to take back
ledger
   1 ana      key.enrol         refused SEAL_REQUIRED           r1
   2 ana      key.enrol         done                            h1
   3 codex-a  card.create       done                            card1
   4 codex-a  adoption.record   done                            a1
   5 codex-a  adoption.record   done                            a2
   6 codex-a  adoption.record   done                            a3
   7 ana      control.revert    refused LIFECYCLE_NO_SUCH_MOVE  card-context
   8 ana      control.default   refused SEAL_REQUIRED           r2
   9 ana      control.default   done                            context.includeCardsDefault context.rollbackCriteria
  10 ana      control.revert    refused EVIDENCE_INSUFFICIENT   card-context
  11 codex-a  adoption.record   done                            a4
  12 codex-a  control.rollback  refused MODE_HUMAN_ONLY         execute
  13 ana      control.revert    refused SEAL_REQUIRED           r3
  14 ana      control.revert    refused SEAL_REQUIRED           r3
  15 ana      control.revert    done                            context.includeCardsDefault
  16 ana      control.revert    refused LIFECYCLE_NO_SUCH_MOVE  card-context
  chain ok
