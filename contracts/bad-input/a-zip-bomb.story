# An archive that is called .json is seen for what it is, and never unpacked.
needs program

as agent codex-a
$ mkdir odd
$ printf '# Ovens\n\nThe deck oven runs at 230 degrees.\n' > odd/notes.md
$ head -c 20000000 /dev/zero | gzip > odd/conversations.json
# Named, it is refused; found in a folder, it is counted and the rest is kept.
$ palace ingest odd/conversations.json
! INPUT_INVALID  nothing could be read: odd/conversations.json: a gzip archive; unpack or convert it first, or leave it out
! next: Name something that can be read; see `palace ingest --help`
$ palace ingest odd
= sources.new: 1
= skipped.reasons: {"not-text":1}
> recall "how hot is the deck oven" only=evidence anywhere=true limit=1
= seen.0.source: notes.md
sql select count(*) from source
| 1
> ledger.verify
= valid: true
