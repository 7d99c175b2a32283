# A palace.db of mempal is read: drawers, knowledge cards, and facts with the time they held.
needs program

as agent codex-a
fixture mempal/palace.sql
$ palace ingest palace.db
= sources.new: 5
= pieces.kept: 7
> recall "what does Robin prefer" only=evidence anywhere=true limit=1
= seen.0.line: Robin prefers rye.
= seen.0.kind: memory
= seen.0.source: mempal#bakery/drawer_bakery_default_4
= seen.0.at: 2025-11-10T08:03:20.000Z
= seen.0.heading: bakery
> recall "why should oven 2 never be opened while hot" only=evidence anywhere=true limit=1
= seen.0.line: Never open oven 2 while hot: the door sticks.
= seen.0.kind: memory
= seen.0.source: mempal#card_1
= seen.0.at: 2025-11-10T08:23:20.000Z
= seen.0.heading: dao_ren canonical
> recall "what does Kim bake" only=evidence anywhere=true limit=1
= seen.0.line: Kim bakes wheat (until 2025-11-01T12:26:40.000Z)
= seen.0.kind: memory
= seen.0.source: mempal#triples
= seen.0.at: 2024-10-27T03:33:20.000Z
= seen.0.heading: fact
# The same again writes nothing.
$ palace ingest palace.db
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 5
sql select count(*) from ledger where op like 'source.%'
| 1
