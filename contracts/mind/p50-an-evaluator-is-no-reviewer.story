# P50: advice moves nothing and counts for nothing: it is no evidence of a gate, no reviewer, and no reason that lets a step pass.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Measure first" content="Then change." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> evaluator.advise evaluatorId=ev-1 subjectKind=qi subjectId=kn1 proposedAction=promote evidenceRefs=["e1","e2"]
= recommendation: advisory_support
= writes: false
= lifecycleAuthority: false
> knowledge.show kn1
= status: candidate
= events: 1
= refs: 1
> knowledge.gate kn1 reviewer=ev-1
= allowed: false
> knowledge.promote kn1 status=promoted verificationRefs=["ev-1"] reason="the evaluator says so"
! INPUT_INVALID  gate refs must contain drawer ids: ev-1
> knowledge.promote kn1 status=promoted verificationRefs=[] reason="the evaluator says so" reviewer=ev-1
! EVIDENCE_INSUFFICIENT  promotion gate failed: verification evidence refs below requirement: have 0, need 1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held" reviewer=ev-1
= proposalId: p1
> knowledge.show kn1
= status: candidate
