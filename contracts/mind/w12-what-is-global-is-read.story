# W12: there is one place called everywhere, and what lies there is read by every project.
needs engine

as human ana
in repo://bakery
> evidence.record "it rained" source="a.log" origin=tool
= id: e1
> evidence.record "it rained again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Cover the flour" content="Rain gets in." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.distill "Cover the oven" content="Here, rain gets in." tier=shu supportingRefs=["e1"]
= drawerId: kn2
> knowledge.promote kn2 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
# No other place is called so, so nothing can be published where nobody reads.
> knowledge.publish kn2 to=global targetAnchorId="global://another" reason="ovens are ovens"
! INPUT_INVALID  `targetAnchorId`: `global://another` is not an anchor like `repo://1f0c…`, `worktree://1f0c…/main` or `global://default`
as agent codex-a
in repo://harbour
> memory.context "rain and flour"
= sections.0.items: 1
= sections.0.items.0.drawerId: kn1
= sections.0.items.0.anchorId: global://default
in worktree://bakery/main
> memory.context "rain and flour"
= sections.0.items: 2
