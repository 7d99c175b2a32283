# P27: publishing changes where knowledge holds, and nothing else: neither its words, its tier, its status nor its evidence; it is
# one event with where it came from.
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
> knowledge.publish kn1 to=repo reason="every oven has one"
= newAnchorId: repo://bakery
> knowledge.show kn1
= statement: Preheat the stone
= content: An hour.
= tier: shu
= status: promoted
= believed: true
= anchorId: repo://bakery
= refs: 2
= events: 3
= events.2.eventType: published_anchor
= events.2.fromStatus: (nothing)
= events.2.reason: every oven has one
= events.2.metadata.from: worktree://bakery/annex
sql select count(*) from knowledge
| 1
