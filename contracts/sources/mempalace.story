# An export of MemPalace is read, drawer by drawer.
needs program

as agent codex-a
fixture mempalace
$ palace ingest mempalace
= sources.new: 2
= pieces.kept: 3
> recall "does oven 2 run hot" only=evidence anywhere=true limit=1
= seen.0.line: Oven 2 runs ten degrees hot. ## It is written on the door.
= seen.0.kind: memory
= seen.0.source: bakery/ovens.md
= seen.0.author: robin
= seen.0.at: 2025-11-10T08:00:00.123Z
= seen.0.heading: notes/ovens.txt
> recall "which oven was mended" only=evidence anywhere=true limit=1
= seen.0.line: Oven 1 was mended.
= seen.0.source: bakery/ovens.md
# The same again writes nothing.
$ palace ingest mempalace
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 2
sql select count(*) from ledger where op like 'source.%'
| 1
