# What claude-mem observed is read from its database and from its export.
needs program

as agent codex-a
fixture claude-mem/claude-mem.sql
$ palace ingest claude-mem.db
= sources.new: 2
= pieces.kept: 4
> recall "what does the timer add whatever the season" only=evidence anywhere=true limit=1
= seen.0.line: Timer uses a fixed offset One hour, all year The timer adds an hour whatever the season. - The offset is 3600 seconds - Winter time needs none Files: src/timer....
= seen.0.kind: memory
= seen.0.source: claude-mem#outer-1
= seen.0.author: claude-haiku-4-5
= seen.0.at: 2025-11-10T09:05:00.000Z
= seen.0.heading: discovery
> recall "are loaves counted twice" only=evidence anywhere=true limit=1
= seen.0.line: Loaves are counted twice on Sundays
= seen.0.kind: memory
= seen.0.source: claude-mem#inner-9
= seen.0.at: 2025-11-11T09:00:00.000Z
fixture claude-mem/export.json
$ palace ingest export.json
= sources.edited: 1
= pieces.kept: 1
$ palace ingest claude-mem.db
= sources.edited: 1
# The same again writes nothing.
$ palace ingest claude-mem.db
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 2
sql select count(*) from ledger where op like 'source.%'
| 3
