# A plain text file is read as it is.
needs program

as agent codex-a
fixture plain/list.txt
$ palace ingest list.txt
= sources.new: 1
= pieces.kept: 1
> recall "rye wheat" only=evidence anywhere=true limit=1
= seen.0.line: rye wheat
= seen.0.kind: text
= seen.0.source: list.txt
= seen.0.at: day-0
# The same again writes nothing.
$ palace ingest list.txt
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 1
sql select count(*) from ledger where op like 'source.%'
| 1
