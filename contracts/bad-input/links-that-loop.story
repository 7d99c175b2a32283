# Links are not followed, so that a loop has no end to look for and nothing outside is brought in.
needs program

as agent codex-a
$ mkdir odd
$ printf '# Ovens\n\nThe deck oven runs at 230 degrees.\n' > odd/notes.md
$ ln -s . odd/loop && ln -s ../odd odd/back && ln -s a odd/b && ln -s b odd/a
$ palace ingest odd
= sources.new: 1
= skipped.reasons: {"link":4}
> recall "how hot is the deck oven" only=evidence anywhere=true limit=1
= seen.0.source: notes.md
$ palace ingest odd/a
! INPUT_INVALID  odd/a cannot be read: Too many levels of symbolic links (os error 40)
! next: Name a file or folder that is there, or - for standard input
sql select count(*) from source
| 1
