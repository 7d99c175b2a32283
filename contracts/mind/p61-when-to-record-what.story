# Guidance says when to record what, for people and agents alike; it records nothing.

as agent codex-a
> adoption.guidance
= version: 1
= requiredFields: track, signal, feature
= optionalFields: query, context_hash, card_id, evaluator_id, research_report_id, note, metadata
= signals: 7
= signals.1.signal: accepted
= signals.1.when: It helped with the task, and you can say how
= tracks: 5
= tracks.1.track: card_context
= tracks.1.featureExamples: include_cards
> adoption.stats
= total: 0
