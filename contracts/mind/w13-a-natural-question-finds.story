# W13: a question in a whole sentence finds what shares a few of its words, and what answers best is told first.

as human ana
> evidence.record "one" source="a.log" origin=tool
= id: e1
> evidence.record "two" source="b.log" origin=tool
= id: e2
> knowledge.distill "Rotate the signing key in May" content="The auditor asks for it." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.distill "Sweep the floor on Fridays" content="After closing." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn2
> knowledge.promote kn2 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
as agent codex-a
> memory.context "could somebody please tell me when we have to rotate that key again?"
= sections.0.items.0.drawerId: kn1
= sections.0.items.1.drawerId: kn2
> memory.context "who sweeps the floor?"
= sections.0.items.0.drawerId: kn2
