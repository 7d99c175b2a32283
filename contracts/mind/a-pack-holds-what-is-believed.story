# A pack tells knowledge that answers the task among what a human approved, from where the caller stands outwards, and nothing
# that is not believed.

as human ana
> evidence.record "the tide came early" source="a.log" origin=tool
= id: e1
> evidence.record "the tide came early again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Read the tide table before you sail" content="Tides come early." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.distill "Sail by the stars" content="Nobody knows." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn2
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
as agent codex-a
> context.assemble "sail with the tide"
= items.0: kn1
= items.1: e2
