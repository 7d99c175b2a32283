# A named pipe is not waited for.
needs program

as agent codex-a
$ mkdir odd
$ printf '# Ovens\n\nThe deck oven runs at 230 degrees.\n' > odd/notes.md
$ mkfifo odd/pipe
# Named, it is refused; found in a folder, it is counted and the rest is kept.
$ palace ingest odd/pipe
! INPUT_INVALID  nothing could be read: odd/pipe: a named pipe; write it to a file, or bring it by standard input as `-`
! next: Name something that can be read; see `palace ingest --help`
$ palace ingest odd
= sources.new: 1
= skipped.reasons: {"not-a-file":1}
> recall "how hot is the deck oven" only=evidence anywhere=true limit=1
= seen.0.source: notes.md
sql select count(*) from source
| 1
> ledger.verify
= valid: true
