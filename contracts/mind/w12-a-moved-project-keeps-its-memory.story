# A project is known by its history, not by where it lies: moved or cloned, it finds its memory again. There is one place that is everywhere.
needs program

as agent codex-a
$ git init -q -b main bakery && echo rye > bakery/flour.txt && git -C bakery add -A && git -C bakery commit -q -m 'Bake the first loaf'
$ cd bakery && palace drawer ingest 'The deck oven runs at 230 degrees'
= result.wing: bakery
$ mkdir elsewhere && mv bakery elsewhere/breads && cd elsewhere/breads && palace drawer search 'how hot is the oven' --top-k 1
= result.results.0.content: The deck oven runs at 230 degrees
$ git clone -q elsewhere/breads copy && cd copy && palace drawer search 'how hot is the oven' --top-k 1
= result.results.0.content: The deck oven runs at 230 degrees
sql select count(*) from drawers where anchor_id like '%/%/%/%' or anchor_id like '%bakery%'
| 0
# In a linked worktree one sees the repository's; what is said there stays there.
$ cd elsewhere/breads && git worktree add -q ../mill -b mill && cd ../mill && palace drawer ingest 'The mill stone is dull'
= result.wing: breads
$ cd elsewhere/mill && palace drawer search 'how hot is the oven' --top-k 1
= result.results.0.content: The deck oven runs at 230 degrees
$ cd elsewhere/breads && palace drawer search 'is the mill stone dull' --top-k 1
= result.results.0.content: The deck oven runs at 230 degrees
> drawer.ingest "x" anchorKind=global anchorId="global://team"
! INPUT_INVALID  `anchorId`: `global://team` is not an anchor like `repo://1f0c…`, `worktree://1f0c…/main` or `global://default`
