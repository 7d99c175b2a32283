# P25: what holds in a checkout is published to its repository, and from there to everywhere: one step at a time, outwards, and by
# nobody's wish anywhere else.
needs engine

in worktree://bakery/annex
as human ana
> evidence.record "it held" source="a.log" origin=tool
= id: e1
> evidence.record "it held again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Preheat the stone" content="An hour." tier=shu supportingRefs=["e1"]
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.publish kn1 to=global reason="stones are stones"
! LIFECYCLE_NO_SUCH_MOVE  from a worktree it goes to its repository first
> knowledge.publish kn1 to=worktree reason="only here"
! INPUT_INVALID  `to`: unknown variant `worktree`, expected `repo` or `global`
> knowledge.publish kn1 to=repo reason="every oven has one"
= oldAnchorKind: worktree
= oldAnchorId: worktree://bakery/annex
= oldParentAnchorId: repo://bakery
= newAnchorKind: repo
= newAnchorId: repo://bakery
> knowledge.publish kn1 to=repo reason="once more"
! LIFECYCLE_NO_SUCH_MOVE  `kn1` lies at repo://bakery already
# From another checkout of the same repository it is told now; from another repository it is not.
in worktree://bakery/main
> memory.context "preheat the stone"
= sections.0.items.0.drawerId: kn1
in repo://harbour
> memory.context "preheat the stone"
= sections: 0
