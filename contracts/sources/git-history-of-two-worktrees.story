# A history is one for all checkouts: one that lags behind takes nothing away that another brought, and only what was rewritten goes.
needs program

as agent codex-a
$ git init -q -b main bakery && git -C bakery commit -q --allow-empty --date 2025-03-01T10:00:00Z -m 'Bake the first loaf'
$ git -C bakery commit -q --allow-empty --date 2025-03-05T10:00:00Z -m 'Mend the oven door' && git -C bakery worktree add -q ../older HEAD~1 && git clone -q bakery elsewhere && git -C elsewhere reset -q --hard HEAD~1
$ git -C bakery commit -q --allow-empty --date 2025-03-09T10:00:00Z -m 'Paint the sign' && palace ingest --git bakery
= pieces.kept: 3
# A worktree, and a clone that does not even have the newest commit.
$ palace ingest --git older
= sources.unchanged: 1
$ palace ingest --git elsewhere
= sources.unchanged: 1
$ git -C older commit -q --allow-empty --date 2025-03-10T10:00:00Z -m 'Count the flour' && palace ingest --git older
= sources.edited: 1
= pieces.kept: 1
= pieces.replaced: 0
$ palace ingest --git bakery
= sources.unchanged: 1
> recall "who painted the sign" only=evidence anywhere=true limit=1
= seen.0.line: Paint the sign
# What was rewritten is the past: git has it, and nothing leads there any more.
$ git -C bakery commit -q --amend --allow-empty --date 2025-03-09T10:00:00Z -m 'Varnish the sign' && palace ingest --git older
= sources.edited: 1
= pieces.kept: 0
= pieces.replaced: 1
$ palace ingest --git bakery
= pieces.kept: 1
= pieces.replaced: 0
sql select count(*) from item where until = ''
| 4
