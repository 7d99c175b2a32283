# P38: a card that was made from a drawer has its words, tier, field, place and evidence in their roles, and its first event says
# which drawer that was.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "measure, said the teacher" source="talk"
= id: e3
> knowledge.distill "Measure first" content="Then change." tier=shu supportingRefs=["e1","e2"] teachingRefs=["e3"] domain=global field=debugging scopeConstraints="not for typos" triggerHints={"intentTags":["speed"]}
= drawerId: kn1
as human ana
> card.backfill
= created: 1
> card.list
= cards.0.id: card1
> card.show card1
= cards.0.statement: Measure first
= cards.0.content: Then change.
= cards.0.tier: shu
= cards.0.status: candidate
= cards.0.field: debugging
= cards.0.anchorId: global://default
= cards.0.scopeConstraints: not for typos
= cards.0.triggerHints.intentTags: speed
= cards.0.links: 3
> card.events card1
= events.0.eventType: created
= events.0.metadata.sourceDrawerId: kn1
# The drawer is still there.
> knowledge.show kn1
= statement: Measure first
