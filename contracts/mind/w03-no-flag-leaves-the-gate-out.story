# W3: a card that rests on nothing becomes nothing, whatever flag is sent with the call and whoever sends it; no card is made with
# a standing, and its making is on its history.

as agent codex-a
> card.create "Trust me" content="Always." tier=dao_tian domain=global status=canonical
! INPUT_INVALID  a card begins as a candidate, not as canonical
> card.create "Trust me" content="Always." tier=qi domain=global status=promoted
! INPUT_INVALID  a card begins as a candidate, not as promoted
> card.list
= cards: 0
> card.create "Trust me" content="Always." tier=qi domain=global
= cardId: card1
> mempal_knowledge_cards action=promote card_id=card1 status=promoted verification_refs=[] reason="now" enforce_gate=false
! INPUT_INVALID  the gate is never left out
> mempal_knowledge_cards action=promote card_id=card1 status=promoted verification_refs=[] reason="now" allow_counterexamples=true
! INPUT_INVALID  counterexamples are not waived by whoever asks: answer them with `answered`, under a human's seal
as human ana
> card.promote card1 status=promoted reason="now" enforceGate=false
! INPUT_INVALID  the gate is never left out
> card.promote card1 status=promoted reason="now"
! EVIDENCE_INSUFFICIENT  promotion gate failed: supporting evidence refs below requirement: have 0, need 1; verification evidence refs below requirement: have 0, need 1
> card.show card1
= cards.0.status: candidate
= cards.0.believed: false
> card.events card1
= events: 1
= events.0.eventType: created
