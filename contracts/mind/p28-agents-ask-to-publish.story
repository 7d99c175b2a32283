# P28: an agent asks to publish by the contract's own tool; it lies where it lay until a human has said yes.
needs engine

in worktree://bakery/annex
as agent codex-a
> evidence.record "it held" source="a.log" origin=tool
= id: e1
> evidence.record "it held again" source="b.log" origin=tool
= id: e2
> mempal_knowledge_distill "Preheat the stone" content="An hour." tier=shu supporting_refs=["e1"]
= drawer_id: kn1
as human ana
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
as agent codex-a
> mempal_knowledge_publish_anchor kn1 to=repo reason="every oven has one" reviewer="ana"
= proposal_id: p1
> knowledge.show kn1
= anchorId: worktree://bakery/annex
as human ana
> approve p1
= result.newAnchorId: repo://bakery
> knowledge.show kn1
= anchorId: repo://bakery
= events.2.actor: ana
