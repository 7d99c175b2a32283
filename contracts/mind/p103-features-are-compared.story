# Analytics say for every feature what came of it and what to do about it; they change nothing.

as agent codex-a
> adoption.analytics
= writes: false
= totalEvents: 0
= groups: 0
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="skill trigger"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="release steps"
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 query="flaky test"
= quality: ready
> adoption.record track=card_embedding signal=miss feature=card_statement_recall cardId=card1 note=one
= id: a4
> adoption.record track=evaluator signal=rejected feature=advisory_gate evaluatorId=ev-1 note=one
= id: a5
> adoption.record track=runtime_adoption signal=rollback feature=context_pack note=one
= id: a6
> adoption.record track=runtime_adoption signal=used feature=skill_selection
= id: a7
> adoption.analytics
= totalEvents: 7
= groups.0.track: runtime_adoption
= groups.0.feature: context_pack
= groups.0.recommendation: review_before_default_change
= groups.1.feature: skill_selection
= groups.1.rollbacks: 0
= groups.1.recommendation: observe_more_evidence
= groups: 5
= groups.2.track: card_context
= groups.2.accepted: 3
= groups.2.recommendation: candidate_for_workflow_hardening
= groups.3.recommendation: investigate_misses
= groups.4.recommendation: observe_or_rollback
