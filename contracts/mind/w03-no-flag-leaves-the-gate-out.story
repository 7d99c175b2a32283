# W3: a card that rests on nothing becomes nothing, whatever flag is sent with the call and whoever sends it; no card is made with
# a standing, and its making is on its history.

as agent codex-a
> card.create "Trust me" content="Always." tier=dao_tian domain=global status=canonical
! INPUT_INVALID
> card.create "Trust me" content="Always." tier=qi domain=global status=promoted
! INPUT_INVALID
> card.list
= cards: 0
> card.create "Trust me" content="Always." tier=qi domain=global
= cardId: card1
> mempal_knowledge_cards action=promote card_id=card1 status=promoted verification_refs=[] reason="now" enforce_gate=false
! INPUT_INVALID
> mempal_knowledge_cards action=promote card_id=card1 status=promoted verification_refs=[] reason="now" allow_counterexamples=true
! INPUT_INVALID
as human ana
> card.promote card1 status=promoted reason="now" enforceGate=false
! INPUT_INVALID
> card.promote card1 status=promoted reason="now"
! EVIDENCE_INSUFFICIENT
> card.show card1
= cards.0.status: candidate
= cards.0.believed: false
> card.events card1
= events: 1
= events.0.eventType: created
