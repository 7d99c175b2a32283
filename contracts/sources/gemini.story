# Sessions, checkpoints and logs of Gemini CLI are read, of every shape it has had.
needs program

as agent codex-a
fixture gemini/session-2025-11-10T11-00-ef93.json
$ palace ingest session-2025*.json
= sources.new: 1
= pieces.kept: 4
> recall "rye went from 3 to 4" only=evidence anywhere=true limit=1
= seen.0.line: Rye went from 3 to 4.
= seen.0.kind: conversation
= seen.0.source: gemini#session-2025-11-10T11-00-ef93
= seen.0.author: gemini-2.5-pro
= seen.0.at: 2025-11-10T11:00:09.000Z
# A checkpoint has no times, so the time it was read stands for them.
fixture gemini/checkpoint-week.json
$ palace ingest checkpoint-week.json
= sources.new: 1
> recall "who bakes on Sunday" only=evidence anywhere=true limit=1
= seen.0.line: Who bakes on Sunday?
= seen.0.kind: conversation
= seen.0.source: gemini#checkpoint-week
= seen.0.at: day-0
fixture gemini/session-2026-01-12T08-00-ab12.jsonl
$ palace ingest session-2026-01-12T08-00-ab12.jsonl
= sources.new: 1
> recall "rye on Monday" only=evidence anywhere=true limit=1
= seen.0.line: Rye on Monday.
= seen.0.kind: conversation
= seen.0.source: gemini#session-2026-01-12T08-00-ab12
= seen.0.author: gemini-3-pro
= seen.0.at: 2026-01-12T08:00:02.000Z
# The same again writes nothing.
$ palace ingest session-2025*.json
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 1
sql select count(*) from ledger where op like 'source.%'
| 3
