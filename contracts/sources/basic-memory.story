# A note of basic-memory is read: observations and relations one by one, under their own headings.
needs program

as agent codex-a
fixture basic-memory/rye.md
$ palace ingest rye.md
= sources.new: 1
= pieces.kept: 8
> recall "how long does the dough rest" only=evidence anywhere=true limit=1
= seen.0.line: Rest the dough for twelve hours #timing (winter only)
= seen.0.kind: memory
= seen.0.source: rye.md
= seen.0.at: 2025-11-09T08:00:00.000Z
= seen.0.heading: technique
> recall "what does it need" only=evidence anywhere=true limit=1
= seen.0.line: needs Oven 2 (the hot one)
= seen.0.heading: relation
# What stands in its front matter is found too.
> recall "recipes/rye-bread tags bread" only=evidence anywhere=true limit=1
= seen.0.heading: front matter
# The same again writes nothing.
$ palace ingest rye.md
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 1
sql select count(*) from ledger where op like 'source.%'
| 1
