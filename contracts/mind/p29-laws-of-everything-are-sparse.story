# P29: at most one law of everything is told unless somebody asks for more, and none where they ask for none.
# P30: the law that answers best is the one.

as human ana
> evidence.record "one" source="1.log" origin=tool
= id: e1
> evidence.record "two" source="2.log" origin=tool
= id: e2
> evidence.record "three" source="3.log" origin=tool
= id: e3
> evidence.record "taught" source="talk" origin=human
= id: e4
> evidence.record "checked" source="5.log" origin=tool
= id: e5
> evidence.record "checked again" source="6.log" origin=tool
= id: e6
> knowledge.distill "Silence is no evidence" content="Whoever is silent." tier=dao_ren supportingRefs=["e1","e2","e3"] teachingRefs=["e4"] domain=global
= drawerId: kn1
> knowledge.distill "A backup that was never restored is none" content="Restore it." tier=dao_ren supportingRefs=["e1","e2","e3"] teachingRefs=["e4"] domain=global
= drawerId: kn2
> knowledge.promote kn1 status=promoted verificationRefs=["e5"] reason="it held"
= newStatus: promoted
> knowledge.promote kn2 status=promoted verificationRefs=["e5"] reason="it held"
= newStatus: promoted
> knowledge.raise kn1 verificationRefs=["e6"] reason="it holds everywhere"
= newTier: dao_tian
> knowledge.raise kn2 verificationRefs=["e6"] reason="it holds everywhere"
= newTier: dao_tian
as agent codex-a
> memory.context "can we rely on the backup"
= sections: 1
= sections.0.name: dao_tian
= sections.0.items: 1
= sections.0.items.0.text: A backup that was never restored is none
> memory.context "can we rely on the backup" daoTianLimit=2
= sections.0.items: 2
> memory.context "can we rely on the backup" daoTianLimit=0
= sections: 0
