# A review says by feature what came of it and what that says together; nothing follows from it.

as agent codex-a
> adoption.review
= writes: false
= total: 0
= conclusion: no_evidence
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 note=one
= id: a1
> adoption.record track=runtime_adoption signal=accepted feature=context_pack note=two
= id: a2
> adoption.record track=runtime_adoption signal=rejected feature=context_pack note=three
= id: a3
> adoption.review
= total: 3
= stats.accepted: 2
= features.0.feature: context_pack
= features.0.stats.rejected: 1
= conclusion: positive
= reasons: accepted: 2, against: 1
> adoption.review track=runtime_adoption signal=rejected
= total: 1
= filters.track: runtime_adoption
= filters.signal: rejected
= filters.limit: 10000
= conclusion: mixed
> adoption.record track=runtime_adoption signal=rollback feature=context_pack note=four
= id: a4
> adoption.review feature=context_pack
= conclusion: rollback_risk
