# The memory of the MCP reference server is read: what is observed of each, and how they relate.
needs program

as agent codex-a
fixture reference-memory/memory.json
$ palace ingest memory.json
= sources.new: 3
= pieces.kept: 5
= broken.lines: 1
> recall "who is allergic to nuts" only=evidence anywhere=true limit=1
= seen.0.line: is allergic to nuts
= seen.0.kind: memory
= seen.0.source: reference-memory#Robin
= seen.0.heading: Robin (person)
> recall "who looks after oven 2" only=evidence anywhere=true limit=1
= seen.0.line: Robin looks after Oven 2
= seen.0.source: reference-memory#Robin
= seen.0.heading: Robin (relations)
# The same again writes nothing.
$ palace ingest memory.json
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 3
sql select count(*) from ledger where op like 'source.%'
| 1
