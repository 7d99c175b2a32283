# An export of mem0 is read: each memory with whose it is and when.
needs program

as agent codex-a
fixture mem0/memories.json
$ palace ingest memories.json
= sources.new: 2
= pieces.kept: 2
> recall "does he prefer rye or wheat" only=evidence anywhere=true limit=1
= seen.0.line: Prefers rye over wheat
= seen.0.kind: memory
= seen.0.source: mem0#m-1
= seen.0.author: robin
= seen.0.at: 2025-11-02T16:00:00.000Z
= seen.0.heading: food, preference
> recall "when does the shop open" only=evidence anywhere=true limit=1
= seen.0.line: Opens the shop at eight
= seen.0.kind: memory
= seen.0.source: mem0#m-2
= seen.0.author: robin
= seen.0.at: 2025-11-03T16:00:00.000Z
# The same again writes nothing.
$ palace ingest memories.json
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 2
sql select count(*) from ledger where op like 'source.%'
| 1
