# A real transcript is read as talk: who said what, and what the tools answered; never as one lump of JSON.
needs program

as agent codex-a
fixture claude-code/session.jsonl
$ palace ingest session.jsonl --wing clock
= sources.new: 1
sql select distinct source_type, provenance, wing from drawers
| conversation | runtime | clock
sql select count(*) from drawers where content like '%"type":%' and content like '%"message":%'
| 0
> drawer.search "what time does the clock use" wing=clock topK=1 withNeighbors=true
= results.0.content: It uses winter time all year.
