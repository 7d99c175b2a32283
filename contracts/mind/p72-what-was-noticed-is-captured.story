# Where something was noticed and how it went becomes a record; a plan, until somebody says execute.

as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.capture surface=card-context outcome=accepted cardId=card1 note="it helped"
= writes: false
= execute: false
= recordPlan.recordPayload.track: card_context
= recordPlan.recordPayload.feature: include_cards
= recordQuality.quality: ready
= recordChecked: (nothing)
> adoption.capture surface=card_context outcome=accepted cardId=card1 note="it helped" execute=true
= writes: true
= surface: card-context
= recordChecked.blocked: false
= recordChecked.event.id: a1
> adoption.capture surface=skill-selection outcome=rejected execute=true
= writes: false
= recordChecked.blocked: true
= recordQuality.warnings: missing concrete outcome context: provide note or query for this signal
> adoption.capture surface=runtime-context outcome=used execute=true
= recordChecked.event.track: runtime_adoption
= recordChecked.event.feature: context_pack
> adoption.capture surface=evaluator outcome=used
= recordPlan.recordPayload.feature: advisory_gate
> adoption.capture surface=research-adapter outcome=used
= recordPlan.recordPayload.feature: research_ingest_plan
> adoption.capture surface=card-embedding outcome=miss
= recordPlan.recordPayload.feature: card_statement_recall
> adoption.capture surface=everything outcome=used
! INPUT_INVALID  `surface`: unknown variant `everything`, expected one of `card-context`, `card_context`, `card-embedding`, `card_embedding`, `research-adapter`, `research_adapter`, `evaluator`, `runtime-context`, `runtime_context`, `skill-selection`, `skill_selection`
> adoption.capture surface=evaluator outcome=auto
! INPUT_INVALID  `outcome`: unknown variant `auto`, expected one of `used`, `accepted`, `rejected`, `miss`, `rollback`, `contradiction`, `neutral`
> adoption.stats
= total: 2
ledger
  1 codex-a  card.create       done                   card1
  2 codex-a  adoption.capture  done                   a1
  3 codex-a  adoption.capture  done                   a2
  4 codex-a  adoption.capture  refused INPUT_INVALID  surface
  5 codex-a  adoption.capture  refused INPUT_INVALID  outcome
  chain ok
