# An edit touches one file, a rename and a second copy read nothing again, and what is deleted is found no more.
as agent codex-a
> code.keep files=[{"path":"a.py","text":"def alpha():\n    return beta()\n","size":30,"mtime":10},{"path":"b.py","text":"def beta():\n    return 1\n","size":25,"mtime":10}]
= read: 2
= lines: 4
# Size and time tell what must be looked at.
> code.check seen=[{"path":"a.py","size":30,"mtime":10},{"path":"b.py","size":25,"mtime":11},{"path":"c.py","size":1,"mtime":1}] whole=true
= changed: b.py, c.py
= gone: 0
# Touched, and the same: its text is known, and nothing is read.
> code.keep files=[{"path":"b.py","text":"def beta():\n    return 1\n","size":25,"mtime":11}]
= read: 0
= known: 1
= dropped: 0
# Edited.
> code.keep files=[{"path":"b.py","text":"def gamma():\n    return 1\n","size":26,"mtime":12}]
= read: 1
= dropped: 1
> explore gamma
= results.0.path: b.py
> explore_symbol beta
! NOT_FOUND  symbol not found: beta
> explore_callers beta
= callers.0.path: a.py
# Renamed: the same text in another place.
> code.keep files=[{"path":"lib/b.py","text":"def gamma():\n    return 1\n","size":26,"mtime":12}] gone=["b.py"]
= read: 0
= gone: 1
= dropped: 0
> explore gamma
= results.0.path: lib/b.py
# Copied, and the first one deleted: the text stays as long as it lies anywhere.
> code.keep files=[{"path":"copy.py","text":"def gamma():\n    return 1\n","size":26,"mtime":13}] gone=["lib/b.py"]
= dropped: 0
> explore_symbol gamma
= definitions.0.path: copy.py
> code.check seen=[{"path":"a.py","size":30,"mtime":10}] whole=true
= gone: copy.py
> code.keep files=[] gone=["copy.py"]
= dropped: 1
> explore_symbol gamma
! NOT_FOUND  symbol not found: gamma
> code.keep files=[{"path":"../x.py","text":""}]
! PATH_OUTSIDE  the path has an empty, `.` or `..` step
> code.keep files=[{"path":"./x.py","text":""}]
! PATH_OUTSIDE  `./x.py` is not how this path is written; use `x.py`
