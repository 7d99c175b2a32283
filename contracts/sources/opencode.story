# What opencode keeps is read from its storage folder, from its database, and from an export: the same session once.
needs program

as agent codex-a
fixture opencode/storage
$ palace ingest storage
= sources.new: 2
= pieces.kept: 7
= broken.lines: 1
> recall "paper upside down" only=evidence anywhere=true limit=1
= seen.0.line: paper inserted upside down
= seen.0.kind: conversation
= seen.0.source: opencode#ses_1
= seen.0.author: read
= seen.0.at: 2025-11-10T12:00:12.000Z
> recall "find the driver of the label printer" only=evidence anywhere=true limit=1
= seen.0.line: Find the driver of the label printer.
= seen.0.kind: conversation
= seen.0.source: opencode#ses_2
= seen.0.at: 2025-11-10T12:00:20.000Z
# A session has one name, wherever it is read from.
fixture opencode/export.json
$ palace ingest export.json
= sources.new: 0
= sources.unchanged: 1
fixture opencode/opencode.sql
$ palace ingest opencode.db
= sources.new: 0
= sources.unchanged: 1
# The same again writes nothing.
$ palace ingest storage
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 2
sql select count(*) from ledger where op like 'source.%'
| 1
