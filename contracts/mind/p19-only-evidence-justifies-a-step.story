# P19: every reference of a step points to evidence that is there; an id that is none, knowledge, and evidence that was erased
# justify nothing, and a step that is refused leaves no reference behind.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "it lost a write" source="c.log" origin=tool
= id: e3
> knowledge.distill "Write ahead" content="Then apply." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.distill "Write behind" content="Much later." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn2
as human ana
> evidence.erase id=["e3"]
= ok
> knowledge.promote kn1 status=promoted verificationRefs=["e2","kn2"] reason="another one says so too"
! INPUT_INVALID  gate refs must point to evidence drawers: kn2
> knowledge.promote kn1 status=promoted verificationRefs=["e2","e3"] reason="what was erased"
! NOT_FOUND  ref drawer not found: e3
> knowledge.promote kn1 status=promoted verificationRefs=["e2","because"] reason="a word"
! INPUT_INVALID  gate refs must contain drawer ids: because
> knowledge.show kn1
= status: candidate
= refs: 1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.demote kn1 status=demoted evidenceRefs=["kn2"] reason="the other one says no" reasonType=contradicted
! INPUT_INVALID  gate refs must point to evidence drawers: kn2
> knowledge.demote kn1 status=demoted evidenceRefs=["e3"] reason="what was erased" reasonType=contradicted
! NOT_FOUND  ref drawer not found: e3
> knowledge.show kn1
= status: promoted
= refs: 2
