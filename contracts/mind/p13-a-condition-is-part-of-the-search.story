# Wing, room, domain, field and place are conditions inside the search: what is asked for narrowly is found, however much else matches better.
as agent codex-a
> drawer.ingest "The deck oven runs at 230 degrees" wing=bakery room=ovens field=tooling anchorKind=repo anchorId="repo://bakery"
= drawerId: e1
> drawer.ingest "An oven for bricks runs at 900 degrees" wing=brickworks anchorKind=repo anchorId="repo://brickworks"
= drawerId: e2
> drawer.ingest "Degrees are measured in ovens and elsewhere" domain=global
= drawerId: e3
> drawer.search "oven degrees" wing=brickworks
= results.0.drawerId: e2
= results.0.route: {"wing":"brickworks","confidence":1.0,"reason":"the caller named it"}
= results.1: (nothing)
> drawer.search "bricks" wing=bakery
= results.0.drawerId: e1
> drawer.search "oven degrees" room=ovens
= results.0.drawerId: e1
= results.1: (nothing)
> drawer.search "oven degrees" domain=global
= results.0.drawerId: e3
= results.0.wing: global
= results.1: (nothing)
> drawer.search "oven degrees" field=tooling
= results.0.drawerId: e1
> drawer.search "oven degrees" field=writing
= results: 0
> drawer.search "oven degrees" anchorKind=worktree
= results: 0
> drawer.search "oven degrees" memoryKind=knowledge
= results: 0
> drawer.search "oven degrees" status=canonical
= results: 0
> drawer.search "oven degrees" wing=no-such-wing
= results: 0
> drawer.search "oven degrees" tier=gold
! INPUT_INVALID  `tier`: unknown variant `gold`, expected one of `qi`, `shu`, `dao_ren`, `dao_tian`
> drawer.search " "
! INPUT_INVALID  `query`: `` is not text: it is blank
# What stands before and after a piece comes along when asked.
> source.keep documents=[{"path":"talk","kind":"conversation","parts":[{"text":"Which flour?"},{"text":"The rye from the mill by the river."},{"text":"Good."}]}] wing=bakery room=flour
= kept: 3
> drawer.search "rye from the mill" wing=bakery room=flour topK=1 withNeighbors=true
= results.0.content: The rye from the mill by the river.
= results.0.neighbors.prev.content: Which flour?
= results.0.neighbors.next.content: Good.
> memory.status
= scopes: 4
