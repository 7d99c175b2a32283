# A source is known by its name, and nothing can be taken out of that: a file whose name tells a secret is not kept, and the rest is.
needs program

as agent codex-a
$ mkdir depot
$ printf 'The depot opens at six.\n' > depot/hours.md
$ printf 'The gate is green.\n' > depot/ghp_16C7e42F292c6912E7710c838347Ae178B4a.md
$ palace ingest depot
= sources.new: 1
= skipped.reasons: {"refused":1}
sql select path from source
| hours.md
> source.keep documents=[{"path":"ghp_16C7e42F292c6912E7710c838347Ae178B4a.md","title":"Gate","kind":"markdown","parts":[{"text":"The gate is green."}]}]
! INPUT_INVALID  the name `[redacted: github-token].md` holds a secret (github-token), and names are kept as they are; rename it, then bring it again
sql select count(*) from ledger where input like '%16C7e42F%'
| 0
