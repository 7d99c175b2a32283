# A rollout of Codex is read: the question, the commands, and what came of them.
needs program

as agent codex-a
fixture codex/rollout-2025-11-10T10-00-00-019a0000-0000-7000-8000-000000000002.jsonl
$ palace ingest rollout-*.jsonl
= sources.new: 1
= pieces.kept: 6
= broken.lines: 1
> recall "are the orders sorted by pickup time now" author=gpt-5-codex only=evidence anywhere=true limit=1
= seen.0.line: Orders are sorted by pickup time now.
= seen.0.kind: conversation
= seen.0.source: codex#rollout-2025-11-10T10-00-00-019a0000-0000-7000-8000-000000000002
= seen.0.author: gpt-5-codex
= seen.0.at: 2025-11-10T10:00:11.000Z
> recall "monday.csv tuesday.csv" only=evidence anywhere=true limit=1
= seen.0.line: monday.csv tuesday.csv
= seen.0.kind: conversation
= seen.0.source: codex#rollout-2025-11-10T10-00-00-019a0000-0000-7000-8000-000000000002
= seen.0.author: shell
= seen.0.at: 2025-11-10T10:00:08.000Z
# The same again writes nothing.
$ palace ingest rollout-*.jsonl
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 1
sql select count(*) from ledger where op like 'source.%'
| 1
