# W6: when evidence is erased, what rested on it is lowered in the same transaction, says why, and waits in the inbox; what was
# linked by anyone since carried nothing, and takes nothing with it. Words about the erased go with it.

as human ana
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "the third run was fast as well" source="c.log" origin=tool
= id: e3
> evidence.record "the very secret run was fast" source="d.log" origin=tool
= id: e4
> knowledge.distill "Measure first" content="Then change." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= ok
> card.backfill
= created: 1
> card.list
= cards.0.id: card1
as agent codex-a
> card.link card1 e3 role=supporting note="one more"
= ok
> card.link card1 e4 role=supporting note="the very secret run was fast"
= ok
> card.event card1 type=updated reason="he said: the very secret run was fast"
= ok
as human ana
> evidence.erase id=["e3"]
= lowered: (nothing)
> card.show card1
= cards.0.believed: true
> evidence.erase id=["e4"]
= lowered: (nothing)
> card.events card1
= events.2.reason: 
= events.3.reason: 
= events.4.reason: (nothing)
> evidence.erase id=["e2"]
= lowered: card1, kn1
> card.events card1
= events.2.reason: 
= events.3.reason: 
= events.4.reason: what it was made from, `kn1`, was lowered
> knowledge.show kn1
= status: candidate
= believed: false
= events.2.reason: evidence it rested on was erased
> proposal.list
= proposals: 2
# Decided anew, on what is left and what is new.
> approve p1
! EVIDENCE_INSUFFICIENT  promotion gate failed: verification evidence refs below requirement: have 0, need 1
ledger
   1 ana      evidence.record    done                           e1
   2 ana      evidence.record    done                           e2
   3 ana      evidence.record    done                           e3
   4 ana      evidence.record    done                           e4
   5 ana      knowledge.distill  done                           kn1
   6 ana      knowledge.promote  done                           kn1
   7 ana      card.backfill      done                           1 cards
   8 codex-a  card.link          done                           card1
   9 codex-a  card.link          done                           card1
  10 codex-a  card.event         done                           card1
  11 ana      evidence.erase     done                           e3
  12 ana      palace.scrub       done                           0 copies
  13 ana      evidence.erase     done                           e4
  14 ana      palace.scrub       done                           0 copies
  15 ana      evidence.erase     done                           e2
  16 ana      palace.scrub       done                           0 copies
  17 ana      proposal.approve   refused EVIDENCE_INSUFFICIENT  gate
  chain ok
