# P26: publishing is for knowledge that is believed: a candidate, what was demoted, and evidence stay where they are.
needs engine

in worktree://bakery/annex
as human ana
> evidence.record "it held" source="a.log" origin=tool
= id: e1
> evidence.record "it held again" source="b.log" origin=tool
= id: e2
> evidence.record "it cracked" source="c.log" origin=tool
= id: e3
> knowledge.distill "Preheat the stone" content="An hour." tier=shu supportingRefs=["e1"]
= drawerId: kn1
> knowledge.publish kn1 to=repo reason="every oven has one"
! LIFECYCLE_NO_SUCH_MOVE  `kn1` is candidate; only promoted or canonical knowledge is published
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.demote kn1 status=demoted evidenceRefs=["e3"] reason="it cracked" reasonType=contradicted
= newStatus: demoted
> knowledge.publish kn1 to=repo reason="every oven has one"
! LIFECYCLE_NO_SUCH_MOVE  `kn1` is demoted; only promoted or canonical knowledge is published
> knowledge.publish e1 to=repo reason="all should see it"
! INPUT_INVALID  `drawerId`: `e1` is not an id like `k_7h3k…`
> knowledge.show kn1
= anchorId: worktree://bakery/annex
