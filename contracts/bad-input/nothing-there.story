# What is not there, or holds nothing, is said to be so.
needs program

as agent codex-a
$ palace ingest nowhere
! INPUT_INVALID  nowhere cannot be read: No such file or directory (os error 2)
! next: Name a file or folder that is there, or - for standard input
$ mkdir empty && palace ingest empty
= read: 0
= sources.new: 0
$ : > empty.md && palace ingest empty.md
= read: 1
= sources.new: 0
$ printf "" | palace ingest -
= sources.new: 0
sql select count(*) from source
| 0
> source.list
= sources: 0
