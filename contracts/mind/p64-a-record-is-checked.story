# A record is checked before it is written: what is missing is said, and nothing is written.

as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.check track=card_context signal=accepted feature=include_cards query="skill trigger" cardId=card1
= writes: false
= valid: true
= quality: ready
= errors: 0
= warnings: 0
> adoption.check track=card_context signal=accepted feature=include_cards
= quality: warning
= warnings.0: missing concrete outcome context: provide note or query for this signal
= warnings.1: missing card_id for card-related adoption evidence
> adoption.check track=card_context signal=accepted feature="   " note="" query=" "
= valid: false
= quality: invalid
= errors: feature must not be empty
> adoption.check track=evaluator signal=used feature=advisory_gate
= warnings: missing evaluator_id for evaluator adoption evidence
> adoption.check track=research_adapter signal=used feature=research_ingest_plan
= warnings: missing research_report_id for research adapter adoption evidence
> adoption.check track=runtime_adoption signal=neutral feature=context_pack
= quality: ready
# The lower-level record takes what has a warning, marks it, and never what is invalid.
> adoption.record track=card_context signal=accepted feature=include_cards
= quality: warning
> adoption.record track=card_context signal=accepted feature=" "
! INPUT_INVALID  feature must not be empty
> adoption.stats
= total: 1
