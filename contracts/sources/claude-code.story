# A transcript of Claude Code is read: who said what and when, what its tools answered, without its thinking.
needs program

as agent codex-a
fixture claude-code/session.jsonl
$ palace ingest session.jsonl
= sources.new: 1
= pieces.kept: 15
= broken.lines: 2
> recall "how many seconds was the offset that winter time needs none of" only=evidence anywhere=true limit=1
= seen.0.line: The offset is fixed at 3600 seconds; winter time needs none. I removed it.
= seen.0.kind: conversation
= seen.0.source: claude-code#5f0c2a10-0000-4000-8000-000000000001/session
= seen.0.author: claude-opus-4-5
= seen.0.at: 2025-11-10T09:12:00.000Z
> recall "what time does the clock use" only=evidence anywhere=true limit=1
= seen.0.line: It uses winter time all year.
= seen.0.kind: conversation
= seen.0.source: claude-code#5f0c2a10-0000-4000-8000-000000000001/session
= seen.0.author: claude-opus-4-5
= seen.0.at: 2025-11-10T09:08:00.000Z
> recall "12: let offset" only=evidence anywhere=true limit=1
= seen.0.line: 12: let offset = 3600;
= seen.0.kind: conversation
= seen.0.source: claude-code#5f0c2a10-0000-4000-8000-000000000001/session
= seen.0.author: Bash
= seen.0.at: 2025-11-10T09:05:00.000Z
# Whoever is shown as the author can be asked for by that, in any case; user, assistant and tool stand for all of them, whatever their names.
> recall "oven timer" author=USER anywhere=true limit=1
= seen.0.line: The oven timer rings an hour late. Why?
= seen.0.author: user
> recall "offset" author=Claude-Opus-4-5 anywhere=true limit=1
= seen.0.author: claude-opus-4-5
> recall "offset" author=assistant anywhere=true limit=1
= seen.0.author: claude-opus-4-5
> recall "let offset" author=tool anywhere=true limit=1
= seen.0.author: Bash
> recall "offset" author=robin anywhere=true
= seen: (nothing)
= note: Nobody is known as `robin`; those who are: `claude-opus-4-5`, `Read`, `user`, `Bash`, `Task`.
# What it thought to itself is not kept.
sql select count(*) from evidence where content like '%daylight saving%'
| 0
# The same again writes nothing.
$ palace ingest session.jsonl
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 1
sql select count(*) from ledger where op like 'source.%'
| 1
