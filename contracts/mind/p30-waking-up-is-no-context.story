# P30: waking up shows what was kept lately and matters most; laws, methods and tools are told by context, and only there.

as human ana
> drawer.ingest "The ferry leaves at nine" importance=5
= drawerId: e1
> evidence.record "it left at nine" source="b.log" origin=tool
= id: e2
> knowledge.distill "Be at the ferry early" content="It does not wait." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
as agent codex-a
> memory.wake
= sections: (nothing)
= anchors: (nothing)
= identity.wing: global
= top: 2
= top.0.line: The ferry leaves at nine
= top.1.line: it left at nine
> memory.context "the ferry"
= top: (nothing)
= sections: 1
= sections.0.name: shu
= sections.0.items.0.text: Be at the ferry early
