# P37: what says nothing about executing only tells what would be done, every time it is asked; executed once, it finds nothing more
# to do.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Measure first" content="Then change." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn1
as human ana
> card.backfill_plan
= writes: false
= ready: 1
> card.backfill_plan execute=false
= writes: false
= ready: 1
> card.list
= cards: 0
> card.backfill_plan execute=true
= writes: true
= created: 1
> card.backfill_plan
= writes: false
= ready: 0
= alreadyExists: 1
> card.list
= cards: 1
