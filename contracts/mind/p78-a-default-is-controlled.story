# Cards become the default under a human's seal, on evidence, with what would have it taken back kept beside it.
needs engine

palace sealed
enrol ana
= ok
as agent codex-a
> control.default card-context enable=true rollbackCriteria=["two rollbacks in a week"]
! MODE_HUMAN_ONLY  Tool "control.default" not available in agent mode
as human ana
> control.default card-context enable=true rollbackCriteria=["two rollbacks in a week"]
! EVIDENCE_INSUFFICIENT  `card-context` cannot be turned on: accepted events below requirement: have 0, need 3; 0 of 0 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
! details.proposal_ready: (nothing)
! details.proposalReady: false
> control.default card-context
! INPUT_INVALID  say exactly one of enable and disable
> control.default card-context enable=true disable=true
! INPUT_INVALID  say exactly one of enable and disable
as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="skill trigger"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="release steps"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="flaky test"
= quality: ready
as human ana
> control.default card-context enable=true
! EVIDENCE_INSUFFICIENT  `card-context` cannot be turned on: rollback criteria are required: say what would have it taken back; 3 of 3 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
as human ana without her seal
> control.default card-context enable=true rollbackCriteria=["two rollbacks in a week"]
! SEAL_REQUIRED  `control.default` needs a human's seal over digest h2
as human ana
> control.default card-context enable=true rollbackCriteria=["two rollbacks in a week"]
= writes: true
= requested: true
= applied: true
= includeCardsDefault: true
= proposal.decision: eligible_for_default_on_spec
> palace.settings
= settings.context.includeCardsDefault: true
= settings.context.rollbackCriteria: two rollbacks in a week
# Two at once: the same yes is good once, and asking again finds it done.
replay
! LIFECYCLE_NO_SUCH_MOVE  `card-context` is on, on the same conditions already
> control.default card-context enable=true rollbackCriteria=["two rollbacks in a week"]
= applied: true
= includeCardsDefault: true
# Nobody sets it another way.
> palace.configure context={"includeCardsDefault": true}
! INPUT_INVALID  `context`: unknown field `context`, expected one of `proposalDays`, `decay`, `contradictions`, `adoptionDays`, `cycle`
> control.default card-context disable=true
= applied: true
= includeCardsDefault: false
> palace.settings
= settings.context.includeCardsDefault: false
# The same words later are another question, and another yes.
as human ana without her seal
> control.default card-context enable=true rollbackCriteria=["two rollbacks in a week"]
! SEAL_REQUIRED  `control.default` needs a human's seal over digest h3
as human ana
> control.default card-context enable=true rollbackCriteria=["two rollbacks in a week"]
= applied: true
> palace.settings
= settings.context.includeCardsDefault: true
> control.default card-context disable=true
= applied: true
# An old yes written down once more says nothing, and is noticed.
tamper insert into setting select name, 9, value, made_by, made_at, seal from setting where name = 'context.includeCardsDefault' and n = 1
> palace.settings
= settings.context.includeCardsDefault: false
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `setting context.includeCardsDefault 9` stands in the file, but no entry made it
