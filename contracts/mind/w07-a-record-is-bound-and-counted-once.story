# W7: records cannot be edited unnoticed, carry who wrote them, and three of one's own do not open a gate.
needs engine

as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 note="it helped"
= principal: codex-a
= quality: ready
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 note="It  HELPED"
= quality: ready
> card.create "Card 2" content="What it says." tier=shu domain=global
= cardId: card2
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card2 note="it helped"
= quality: ready
> adoption.stats track=card_context
= accepted: 3
> adoption.gate card-context-default
= ready: false
= stats.accepted: 1
= reasons: accepted events below requirement: have 1, need 3, 1 of 3 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
# What says too little is kept, and counts for nothing.
> adoption.record track=card_context signal=accepted feature=include_cards
= quality: warning
> adoption.record track=card_context signal=accepted feature=include_cards note="another time"
= quality: warning
> adoption.gate card-context-default
= stats.accepted: 1
# Another principal and another occasion are another witness each.
as agent claude-b
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 note="it helped"
= principal: claude-b
> adoption.record track=card_context signal=accepted feature=include_cards cardId=card1 note="it found the flag"
= principal: claude-b
> adoption.gate card-context-default
= ready: true
= stats.accepted: 3
> ledger.verify
= valid: true
tamper update adoption set signal = 'used' where n = 1
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `a1` is not what entry 2 left: the row was changed behind the ledger's back
tamper update adoption set signal = 'accepted' where n = 1
> ledger.verify
= valid: true
tamper update adoption set principal = 'somebody else' where n = 2
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `a2` is not what entry 3 left: the row was changed behind the ledger's back
tamper delete from adoption where n = 2
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `a2` was made by entry 3, but it is gone from the file
