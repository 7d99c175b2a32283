# An export of Claude.ai is read, attachments and tools with it.
needs program

as agent codex-a
fixture claude-ai/conversations.json
$ palace ingest conversations.json
= sources.new: 2
= pieces.kept: 5
> recall "when do we open on Sundays" only=evidence anywhere=true limit=1
= seen.0.line: When do we open on Sundays? [attached hours.txt] Sunday 8-12
= seen.0.kind: conversation
= seen.0.source: claude-ai#conv-1
= seen.0.at: 2025-11-10T12:00:01.000Z
> recall "put it on the door" only=evidence anywhere=true limit=1
= seen.0.line: Put it on the door. [attached door.png]
= seen.0.kind: conversation
= seen.0.source: claude-ai#conv-1
= seen.0.at: 2025-11-10T12:00:04.000Z
# The same again writes nothing.
$ palace ingest conversations.json
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 2
sql select count(*) from ledger where op like 'source.%'
| 1
