# P60: what came of a feature is recorded, listed, counted and weighed, and a report is validated, by one tool with an action; of
# these only `record` writes, and no action has an authority of its own.

as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> mempal_phase3 action=record track=card_context signal=accepted feature=include_cards card_id=card1 query="skill trigger"
= event.id: a1
= event.signal: accepted
= event.card_id: card1
> mempal_phase3 action=list track=card_context
= events: 1
= events.0.id: a1
> mempal_phase3 action=stats
= stats.total: 1
= stats.accepted: 1
> mempal_phase3 action=gate candidate=card-context-default
= gate.ready: false
= gate.required_track: card_context
> mempal_phase3 action=research_validate_plan report={"report_id": "r-1", "title": "Caches", "sources": ["a"], "findings": ["cold"]}
= research_plan.valid: true
= research_plan.finding_count: 1
> mempal_phase3 action=default_control candidate=card-context enable=true
! INPUT_INVALID  `mempal_phase3` has no action `default_control`
> mempal_phase3 track=card_context
! INPUT_INVALID  Missing required parameter: action
> palace.status
= evidence: 0
> adoption.stats
= total: 1
ledger
  1 codex-a  card.create      done                   card1
  2 codex-a  adoption.record  done                   a1
  3 codex-a  mempal_phase3    refused INPUT_INVALID  action
  4 codex-a  mempal_phase3    refused INPUT_INVALID  action
  chain ok
