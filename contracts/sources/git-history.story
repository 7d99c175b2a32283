# The history of a repository is read by the month: messages, authors, files; and only the newest month changes.
needs program

as agent codex-a
$ git init -q -b main bakery && echo rye > bakery/flour.txt && git -C bakery add -A && git -C bakery commit -q --date 2025-03-01T10:00:00Z -m 'Bake the first loaf'
$ git -C bakery commit -q --allow-empty --author 'Kim Example <kim@example.com>' --date 2025-04-02T10:00:00Z -m 'Mend the oven door'
$ palace ingest --git bakery
= sources.new: 2
= pieces.kept: 2
> recall "who mended the oven door" only=evidence anywhere=true limit=1
= seen.0.line: Mend the oven door
= seen.0.kind: commit
= seen.0.source: .git#2025-04
= seen.0.author: Kim Example
= seen.0.at: 2025-04-02T10:00:00.000Z
> recall "first loaf flour.txt" only=evidence anywhere=true limit=1
= seen.0.line: Bake the first loaf Files: A flour.txt
= seen.0.kind: commit
= seen.0.source: .git#2025-03
= seen.0.author: Robin Example
= seen.0.at: 2025-03-01T10:00:00.000Z
# The same again writes nothing.
$ palace ingest --git bakery
= sources.unchanged: 2
sql select count(*) from ledger where op like 'source.%'
| 1
$ git -C bakery commit -q --allow-empty --date 2025-04-05T10:00:00Z -m 'Clean the oven' && palace ingest --git bakery
= sources.edited: 1
= sources.unchanged: 1
