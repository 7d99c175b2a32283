# A chat of Cursor is read as it was exported, and from the database that Cursor keeps.
needs program

as agent codex-a
fixture cursor/label-printer.md
$ palace ingest label-printer.md
= sources.new: 1
= pieces.kept: 3
> recall "which way is the paper" only=evidence anywhere=true limit=1
= seen.0.line: The paper is upside down: ```text --- **Cursor** ``` ## What to do Turn it.
= seen.0.kind: conversation
= seen.0.source: cursor#label-printer
= seen.0.author: Cursor
fixture cursor/state.sql
$ palace ingest state.db
= sources.new: 2
= broken.lines: 1
> recall "is an early chat kept inside" only=evidence anywhere=true limit=1
= seen.0.line: An early chat is kept inside.
= seen.0.kind: conversation
= seen.0.source: cursor#c-2
= seen.0.at: 2025-11-10T12:03:20.000Z
> recall "contents paper inserted" only=evidence anywhere=true limit=1
= seen.0.line: {"contents":"paper inserted"}
= seen.0.kind: conversation
= seen.0.source: cursor#c-1
= seen.0.author: read_file
= seen.0.at: 2025-11-10T12:00:10.000Z
# The same again writes nothing.
$ palace ingest label-printer.md
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 1
sql select count(*) from ledger where op like 'source.%'
| 2
