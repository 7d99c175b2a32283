# A file of two gigabytes is not read unless that is asked for.
needs program

as agent codex-a
$ mkdir odd
$ printf '# Ovens\n\nThe deck oven runs at 230 degrees.\n' > odd/notes.md
$ yes 'The mill grinds.' | head -c 100000 > odd/huge.log && truncate -s 2G odd/huge.log
# Named, it is refused; found in a folder, it is counted and the rest is kept.
$ palace ingest odd/huge.log
! INPUT_INVALID  nothing could be read: odd/huge.log: 2147483648 bytes of text in one document, more than 40 MiB, which no --max-size changes; split it into several files
! next: Name something that can be read; see `palace ingest --help`
$ palace ingest odd
= sources.new: 1
= skipped.reasons: {"too-large":1}
> recall "how hot is the deck oven" only=evidence anywhere=true limit=1
= seen.0.source: notes.md
sql select count(*) from source
| 1
> ledger.verify
= valid: true
