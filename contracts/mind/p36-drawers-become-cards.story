# P36 and P37: what would become of each drawer is told first; then all that are ready become cards, or none.
# A card is believed as far as its own evidence passes the gate, never because its drawer was.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "it was slow on Tuesday" source="c.log" origin=tool
= id: e3
> knowledge.distill "Measure first" content="Then change." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.distill "Cache late" content="Measure before." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn2
> knowledge.distill "Never cache" content="It lies." tier=qi supportingRefs=["e3"] domain=global
= drawerId: kn3
as human ana
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
> knowledge.demote kn3 status=retired evidenceRefs=["e1"] reason="we do" reasonType=contradicted
= newStatus: retired
as agent codex-a
> card.backfill_plan
= writes: false
= ready: 2
= skipped: 1
= items.0.status: ready
= items.0.cardStatus: promoted
= items.1.cardStatus: candidate
= items.2.status: skipped
= items.2.reasons.0: retired knowledge is decided anew, not copied
# A plan changes nothing, its execution is a human's word, and an agent only asks.
> card.backfill_plan execute=true
! MODE_HUMAN_ONLY  cards are made by a person, under a seal
> card.backfill
= proposalId: p1
> card.list
= cards: 0
as human ana
> approve p1
= result.writes: true
= result.created: 2
> card.backfill_plan
= ready: 0
= alreadyExists: 2
> card.backfill_plan execute=true
! LIFECYCLE_NO_SUCH_MOVE  no drawer is ready to become a card
> card.list status=promoted
= cards.0.id: card1
= cards.0.believed: true
> card.events card1
= events.0.eventType: created
= events.0.toStatus: promoted
= events.0.metadata.sourceDrawerId: kn1
> card.show card1
= cards.0.links.0.sealed: true
# The card was made from the drawer: when the drawer is no longer believed, neither is the card, until somebody decides anew.
> knowledge.demote kn1 status=demoted evidenceRefs=["e3"] reason="slow on Tuesdays" reasonType=contradicted
= fell: card1
> card.show card1
= cards.0.status: candidate
= cards.0.believed: false
> proposal.list
= proposals.0.op: card.promote
ledger
   1 codex-a  evidence.record     done                            e1
   2 codex-a  evidence.record     done                            e2
   3 codex-a  evidence.record     done                            e3
   4 codex-a  knowledge.distill   done                            kn1
   5 codex-a  knowledge.distill   done                            kn2
   6 codex-a  knowledge.distill   done                            kn3
   7 ana      knowledge.promote   done                            kn1
   8 ana      knowledge.demote    done                            kn3
   9 codex-a  card.backfill_plan  refused MODE_HUMAN_ONLY         execute
  10 codex-a  card.backfill       proposed                        p1
  11 ana      proposal.approve    done                            p1
  12 ana      card.backfill       refused LIFECYCLE_NO_SUCH_MOVE  cards
  13 ana      knowledge.demote    done                            kn1
  chain ok
