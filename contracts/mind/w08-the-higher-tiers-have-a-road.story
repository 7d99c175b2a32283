# W8: a method becomes a law of its field, and rarely a law of everything: one tier at a time, each through the higher gate,
# under a seal; what stood below is put away and says what took its place.

as human ana
> evidence.record "run one held" source="1.log" origin=tool
= id: e1
> evidence.record "run two held" source="2.log" origin=tool
= id: e2
> evidence.record "run three held" source="3.log" origin=tool
= id: e3
> evidence.record "the paper checked it" source="paper" origin=research
= id: e4
> evidence.record "the book checked it" source="book" origin=research
= id: e5
> evidence.record "my teacher said so" source="lesson"
= id: e6
> evidence.record "the fourth run broke" source="4.log" origin=tool
= id: e7
as agent codex-a
> knowledge.distill "Measure first" content="Then change." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn1
as human ana
> knowledge.promote kn1 status=promoted verificationRefs=["e4"] reason="it held"
= newStatus: promoted
> knowledge.raise kn1 reason="it holds in the whole field"
! EVIDENCE_INSUFFICIENT  promotion gate failed: supporting evidence refs below requirement: have 1, need 2
as agent codex-a
> knowledge.raise kn1 supportingRefs=["e2"] reason="it holds in the whole field"
= proposalId: p1
as human ana
> approve p1
= result.newTier: dao_ren
= result.drawerId: kn2
= result.raisedFrom: kn1
> knowledge.show kn1
= status: retired
= events.2.metadata.raisedTo: kn2
> knowledge.raise kn2 supportingRefs=["e3"] verificationRefs=["e5"] reason="it holds everywhere"
! EVIDENCE_INSUFFICIENT  promotion gate failed: teaching evidence refs below requirement: have 0, need 1
> knowledge.raise kn2 supportingRefs=["e3"] verificationRefs=["e5"] teachingRefs=["e6"] reason="it holds everywhere"
= newTier: dao_tian
= status: canonical
= drawerId: kn3
> knowledge.demote kn3 status=retired evidenceRefs=["e7"] reason="it broke" reasonType=contradicted
! INPUT_INVALID  dao_tian only allows canonical or demoted
> knowledge.demote kn3 status=demoted evidenceRefs=["e7"] reason="it broke" reasonType=contradicted
= newStatus: demoted
> knowledge.promote kn3 status=canonical reason="it held"
! EVIDENCE_INSUFFICIENT  promotion gate failed: counterexample refs present: 1
> knowledge.promote kn3 status=canonical answered=["e7"] reason="the fourth run was another machine"
= newStatus: canonical
> knowledge.raise kn3 reason="higher"
! LIFECYCLE_NO_SUCH_MOVE  nothing stands above dao_tian
ledger
   1 ana      evidence.record    done                            e1
   2 ana      evidence.record    done                            e2
   3 ana      evidence.record    done                            e3
   4 ana      evidence.record    done                            e4
   5 ana      evidence.record    done                            e5
   6 ana      evidence.record    done                            e6
   7 ana      evidence.record    done                            e7
   8 codex-a  knowledge.distill  done                            kn1
   9 ana      knowledge.promote  done                            kn1
  10 ana      knowledge.raise    refused EVIDENCE_INSUFFICIENT   gate
  11 codex-a  knowledge.raise    proposed                        p1
  12 ana      proposal.approve   done                            p1
  13 ana      knowledge.raise    refused EVIDENCE_INSUFFICIENT   gate
  14 ana      knowledge.raise    done                            kn3
  15 ana      knowledge.demote   refused INPUT_INVALID           status
  16 ana      knowledge.demote   done                            kn3
  17 ana      knowledge.promote  refused EVIDENCE_INSUFFICIENT   gate
  18 ana      knowledge.promote  done                            kn3
  19 ana      knowledge.raise    refused LIFECYCLE_NO_SUCH_MOVE  kn3
  chain ok
