# What was proposed and waits is shown where it answers, apart from what was approved, and it is never believed before a human agrees.
as agent codex-a
> store "We lock the store with flock" as=decision
= proposalId: p1
> store "TIL: the oven is at 240 degrees" as=learning
= proposalId: p2
> recall "how do we lock the store"
= total: 0
= waiting: 1
= waiting.0.id: p1
= waiting.0.as: decision
= waiting.0.content: We lock the store with flock
= waiting.0.author: codex-a
# Who asks for what was approved is shown nothing else.
> recall "how do we lock the store" only=authoritative
= total: 0
= waiting: (nothing)
> recall "how do we lock the store" as=learning
= waiting: (nothing)
> recall "how do we lock the store" principal=somebody
= waiting: (nothing)
as human ana
> approve p1
= promotedTo: d1
as agent codex-a
> recall "how do we lock the store"
= items.0.id: d1
= total: 1
= waiting: (nothing)
as human ana
> reject p2
= status: rejected
as agent codex-a
> recall "oven degrees"
= waiting: (nothing)
