# A checked record is written if it says enough; with a warning only when that is allowed, and never when it is invalid.

as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record_checked track=card_context signal=accepted feature=include_cards query="skill trigger" cardId=card1
= writes: true
= blocked: false
= recordQuality.quality: ready
= event.id: a1
> adoption.record_checked track=card_context signal=accepted feature=include_cards
= writes: false
= blocked: true
= recordQuality.quality: warning
= event: (nothing)
> adoption.record_checked track=card_context signal=accepted feature=include_cards allowWarnings=true
= writes: true
= blocked: false
= event.quality: warning
> adoption.record_checked track=card_context signal=accepted feature=" " allowWarnings=true
= writes: false
= blocked: true
= recordQuality.errors: feature must not be empty
> adoption.stats
= total: 2
ledger
  1 codex-a  card.create              done  card1
  2 codex-a  adoption.record_checked  done  a1
  3 codex-a  adoption.record_checked  done  a2
  chain ok
