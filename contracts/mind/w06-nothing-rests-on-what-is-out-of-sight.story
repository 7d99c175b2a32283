# W6: evidence that was taken out of sight carries no knowledge: what rested on it falls, the gate no longer counts it, and nothing
# new can be distilled from it or rest on it. Brought back, it speaks again, and a person decides anew.

as human ana
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Measure first" content="Then change." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> drawer.delete e1
= knowledgeFell: kn1
as agent codex-a
> knowledge.gate kn1
= allowed: false
= reasons: supporting evidence refs below requirement: have 0, need 1
> knowledge.distill "Measure twice" content="Then change." tier=qi supportingRefs=["e1"] domain=global
! EVIDENCE_INSUFFICIENT  evidence `e1` was deleted by ana at day-0, so nothing can rest on it
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> card.link card1 e1 role=supporting
! EVIDENCE_INSUFFICIENT  evidence `e1` was deleted by ana at day-0, so nothing can rest on it
as human ana
> knowledge.promote kn1 status=promoted reason="it held"
! EVIDENCE_INSUFFICIENT  promotion gate failed: supporting evidence refs below requirement: have 0, need 1
> drawer.restore e1
= found: true
> knowledge.gate kn1
= allowed: true
> knowledge.promote kn1 status=promoted reason="it held"
= newStatus: promoted
