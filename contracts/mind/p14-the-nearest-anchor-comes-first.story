# P14: within a tier the checkout comes before its repository, then what came from nobody knows which, then everywhere. Another
# project is told none of it.
needs engine

as human ana
in worktree://bakery/annex
> evidence.record "the oven is hot" source="a.log" origin=tool
= id: e1
> evidence.record "the oven is hot again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Bake in the annex oven" content="Only here." tier=shu supportingRefs=["e1"]
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
in repo://bakery
> knowledge.distill "Bake at dawn, bake by the clock" content="For bread, bake." tier=shu supportingRefs=["e1"]
= drawerId: kn2
> knowledge.promote kn2 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
in repo://legacy
> knowledge.distill "Bake and write it down" content="From an older house." tier=shu supportingRefs=["e1"]
= drawerId: kn3
> knowledge.promote kn3 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
in global://default
> knowledge.distill "Bake what is needed" content="Everywhere." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn4
> knowledge.promote kn4 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted

as agent codex-a
in worktree://bakery/annex
> memory.context "how do we bake"
= anchors.0.anchorId: worktree://bakery/annex
= anchors.1.anchorId: repo://bakery
= anchors.2.anchorId: repo://legacy
= anchors.3.anchorId: global://default
= anchors.3.anchorKind: global
= sections.0.items: 4
= sections.0.items.0.drawerId: kn1
= sections.0.items.0.parentAnchorId: repo://bakery
= sections.0.items.1.drawerId: kn2
= sections.0.items.2.drawerId: kn3
= sections.0.items.3.drawerId: kn4
= sections.0.items.3.anchorId: global://default
# Another checkout of the same repository.
in worktree://bakery/main
> memory.context "how do we bake"
= sections.0.items: 3
= sections.0.items.0.drawerId: kn2
# Another project.
in repo://harbour
> memory.context "how do we bake"
= sections.0.items: 2
= sections.0.items.0.drawerId: kn3
= sections.0.items.1.drawerId: kn4
# Published outwards, it is told to every checkout.
as human ana
> knowledge.publish kn1 to=repo reason="the annex is the bakery now"
= newAnchorId: repo://bakery
as agent codex-a
in worktree://bakery/main
> memory.context "how do we bake"
= sections.0.items: 4
> memory.context "how do we bake" domain=skill
= sections.0.items.0.drawerId: kn4
= sections.0.items.1.drawerId: (nothing)
