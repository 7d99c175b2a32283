# W2 and W3: the gate is the same for a human at the terminal, for a tool, for a card, for what is raised and for what waited.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "and again" source="c.log" origin=tool
= id: e3
> knowledge.distill "Measure first" content="Then change." tier=dao_ren supportingRefs=["e1"] domain=global
= drawerId: kn1
> card.create "Measure first" content="Then change." tier=dao_ren domain=global
= cardId: card1
as human ana
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="I am the human"
! EVIDENCE_INSUFFICIENT  promotion gate failed: supporting evidence refs below requirement: have 1, need 2
> card.promote card1 status=promoted verificationRefs=["e2"] reason="I am the human" enforceGate=false
! INPUT_INVALID  the gate is never left out
> card.promote card1 status=promoted verificationRefs=["e2"] reason="I am the human" enforceGate=true
! EVIDENCE_INSUFFICIENT  promotion gate failed: supporting evidence refs below requirement: have 0, need 2
> knowledge.promote card1 status=promoted verificationRefs=["e2"] reason="by the other door"
! EVIDENCE_INSUFFICIENT  promotion gate failed: supporting evidence refs below requirement: have 0, need 2
> knowledge.raise kn1 reason="it is a law"
! LIFECYCLE_NO_SUCH_MOVE  `kn1` is candidate; only believed knowledge is raised
# What waited is weighed again when somebody says yes.
as agent codex-a
> knowledge.distill "Cache late" content="Measure before." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn2
> knowledge.promote kn2 status=promoted verificationRefs=["e2"] reason="it held"
= proposalId: p1
as human ana
> knowledge.demote kn2 status=retired evidenceRefs=["e3"] reason="no" reasonType=unsafe
= newStatus: retired
> approve p1
! EVIDENCE_INSUFFICIENT  promotion gate failed: counterexample refs present: 1
> card.list status=promoted
= cards: 0
> knowledge.list status=promoted
= items: 0
ledger
   1 codex-a  evidence.record    done                            e1
   2 codex-a  evidence.record    done                            e2
   3 codex-a  evidence.record    done                            e3
   4 codex-a  knowledge.distill  done                            kn1
   5 codex-a  card.create        done                            card1
   6 ana      knowledge.promote  refused EVIDENCE_INSUFFICIENT   gate
   7 ana      card.promote       refused INPUT_INVALID           enforceGate
   8 ana      card.promote       refused EVIDENCE_INSUFFICIENT   gate
   9 ana      knowledge.promote  refused EVIDENCE_INSUFFICIENT   gate
  10 ana      knowledge.raise    refused LIFECYCLE_NO_SUCH_MOVE  kn1
  11 codex-a  knowledge.distill  done                            kn2
  12 codex-a  knowledge.promote  proposed                        p1
  13 ana      knowledge.demote   done                            kn2
  14 ana      proposal.approve   refused EVIDENCE_INSUFFICIENT   gate
  chain ok
