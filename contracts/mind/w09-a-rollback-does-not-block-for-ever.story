# W9: what would have a default taken back is kept with it, and an old rollback stops counting after the days that are set.
needs engine

palace sealed
enrol ana
= ok
as agent codex-a
> adoption.record track=card_context signal=rollback feature=include_cards note="it hid the evidence"
= id: a1
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="skill trigger"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="release steps"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="flaky test"
= quality: ready
> adoption.readiness card-context-default
= ready: false
= reasons: rollback events present: 1, 4 of 4 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
advance 29d
> adoption.readiness card-context-default
= ready: false
advance 2d
# All of it is too old to count now, the good and the bad.
> adoption.readiness card-context-default
= ready: false
= review.stats.rollbacks: 0
= review.stats.accepted: 0
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="skill trigger"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="release steps"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="flaky test"
= quality: ready
> adoption.readiness card-context-default
= ready: true
as human ana
> control.default card-context enable=true rollbackCriteria=["two rollbacks in a week", "any contradiction"]
= applied: true
> palace.settings
= settings.context.rollbackCriteria: two rollbacks in a week, any contradiction
= settings.adoptionDays: 30
> control.rollback card-context
= rollbackRequired: false
= reasons: no rollback events in the window, criterion: two rollbacks in a week, criterion: any contradiction, 3 of 3 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
# The days are a human's to set.
> palace.configure adoptionDays=60
= settings.adoptionDays: 60
> control.rollback card-context
= rollbackRequired: true
= includeCardsDefaultBefore: true
# Research is evidence and nothing more: it carries no statement of its own.
> research.ingest execute=true report={"report_id": "r-7", "title": "Cold caches", "sources": [{"url": "https://a.example/1"}], "findings": ["The cache is cold after a restart", {"summary": "Warming it takes nine seconds"}], "candidate_insights": ["Warm the cache before serving", {"statement": "Restart rarely", "findings": [0]}]}
= createdCount: 2
sql select p.origin, p.source from evidence e join provenance p on p.n = e.provenance order by p.source
| research | research://r-7#finding-0
| research | research://r-7#finding-1
sql select count(*) from claim
| 0
