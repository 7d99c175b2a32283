# P80: everything that could support a step is here: evidence in every role, a gate that allows it, advice, records of adoption. No
# agent and no machine makes knowledge believed with it, and what it asked for waits until a person decides.
needs engine

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Measure first" content="Then change." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> evaluator.advise evaluatorId=ev-1 subjectKind=qi subjectId=kn1 proposedAction=promote evidenceRefs=["e1","e2"]
= recommendation: advisory_support
> adoption.record track=evaluator signal=accepted feature=advisory_gate evaluatorId=ev-1 query="kn1"
= quality: ready
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="everything speaks for it" reviewer=ana
= proposalId: p1
> approve p1
! MODE_HUMAN_ONLY  Tool "approve" not available in agent mode
as machine nightly
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it is night"
= proposalId: p2
> knowledge.show kn1
= status: candidate
= believed: false
as agent codex-b
> approve p1
! MODE_HUMAN_ONLY  Tool "approve" not available in agent mode
> knowledge.show kn1
= status: candidate
> memory.context "measure first"
= sections: 0
as human ana
> approve p1
= result.newStatus: promoted
> knowledge.show kn1
= believed: true
= events.1.actor: ana
