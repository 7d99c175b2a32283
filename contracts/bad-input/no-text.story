# Bytes that are no text are not kept; old encodings are read as well as they can be.
needs program

as agent codex-a
$ mkdir odd
$ printf '# Ovens\n\nThe deck oven runs at 230 degrees.\n' > odd/notes.md
$ head -c 4000 /dev/zero | tr "\\000" "\\377" > odd/noise.txt
# Named, it is refused; found in a folder, it is counted and the rest is kept.
$ palace ingest odd/noise.txt
! INPUT_INVALID  nothing could be read: odd/noise.txt: not text in UTF-8; save it as UTF-8, or leave it out
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
$ printf 'caf\351 au lait is served until noon in our little town by the river\n' > latin.txt && palace ingest latin.txt
= sources.new: 1
> recall "until when is au lait served" only=evidence anywhere=true limit=1
= seen.0.line: caf� au lait is served until noon in our little town by the river
