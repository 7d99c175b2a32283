# What another palace read comes in as its word: found like anything else, of origin import, under a path that says whose it is.
as agent codex-a
> source.import palace=pal_0 sources=[{"path":"docs/server.md","title":"Server","kind":"markdown","pieces":[{"id":"e_1","content":"The server listens on port 8080.","at":"2025-01-01T00:00:00.000Z","until":"2025-02-01T00:00:00.000Z"},{"id":"e_2","content":"The server listens on port 9090.","at":"2025-02-01T00:00:00.000Z"},{"id":"e_3","content":"The deploy token is ghp_16C7e42F292c6912E7710c838347Ae178B4a.","seq":1,"at":"2025-02-01T00:00:00.000Z"}]}]
= kept: 3
= redacted: {"github-token":1}
= sources.0.change: new
= sources.0.path: import/pal_0/docs/server.md
> recall "which port does the server listen on" only=evidence limit=1
= seen.0.line: The server listens on port 9090.
= seen.0.origin: import
= seen.0.source: import/pal_0/docs/server.md
# What is said here already is seen twice, not kept twice; what changed there changes here.
> source.keep documents=[{"path":"notes.md","kind":"markdown","parts":[{"text":"Backups are tested on the first Monday of every month."}]}]
= kept: 1
> source.import palace=pal_0 sources=[{"path":"docs/server.md","title":"Server","kind":"markdown","pieces":[{"id":"e_2","content":"The server listens on port 9090.","at":"2025-02-01T00:00:00.000Z","until":"2025-03-01T00:00:00.000Z"},{"id":"e_4","content":"Backups are tested on the first Monday of every month.","at":"2025-03-01T00:00:00.000Z"}]}]
= kept: 0
= again: 1
= replaced: 1
= sources.0.change: edited
> recall "which port does the server listen on" only=evidence limit=1
= seen.0.line: Backups are tested on the first Monday of every month.
> source.import palace=pal_0 sources=[{"path":"../x","kind":"text","pieces":[]}]
! PATH_OUTSIDE  `../x` is not a path within a source: it must be relative, with forward slashes, and stay inside
> source.import palace=pal_0 sources=[{"path":"x","kind":"order","pieces":[]}]
! INPUT_INVALID  `order` is not a kind of source
sql select count(*) from evidence e join provenance p on p.n = e.provenance where p.origin <> 'import' or e.content like '%ghp_%'
| 0
