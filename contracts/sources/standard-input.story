# What is piped in is read: by what it says, or by a name that later replaces it.
needs program

as agent codex-a
$ echo 'The miller comes on Tuesday.' | palace ingest -
= sources.new: 1
> recall "when does the miller come" only=evidence anywhere=true limit=1
= seen.0.line: The miller comes on Tuesday.
= seen.0.kind: text
= seen.0.source: stdin#742d15c64f1d
# The same again writes nothing.
$ echo 'The miller comes on Tuesday.' | palace ingest -
= sources.unchanged: 1
= sources.new: 0
sql select count(*) from ledger where op like 'source.%'
| 1
$ echo 'Flour is delivered on Friday.' | palace ingest - --as-path flour.md --title Flour
= sources.new: 1
$ echo 'Flour is delivered on Sunday.' | palace ingest - --as-path flour.md --title Flour
= sources.edited: 1
> recall "when is flour delivered" only=evidence anywhere=true limit=1
= seen.0.line: Flour is delivered on Sunday.
= seen.0.source: flour.md
