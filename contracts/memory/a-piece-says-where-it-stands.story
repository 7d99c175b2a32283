# Evidence from a file carries its path and the lines of the version it was read from, in every answer that shows it.
as agent codex-a
> source.keep documents=[{"path":"src/lock.rs","kind":"code","parts":[{"text":"// Locks for files.\n\nfn lock(path: &Path) {\n    flock(path);\n}\n"}]},{"path":"chat/1","kind":"conversation","parts":[{"text":"The flock call blocks on NFS.","author":"ana"}]}]
= kept: 2
> recall "flock path" only=evidence passages=true
= seen.0.path: src/lock.rs
= seen.0.lines: {"first":1,"last":5}
= seen.0.changed: (nothing)
= seen.0.passage.line: 3
= seen.0.passage.text: fn lock(path: &Path) {⏎    flock(path);⏎}
= seen.0.passage.words: path, Path, flock
= seen.1.source: chat/1
= seen.1.path: (nothing)
= seen.1.lines: (nothing)
> evidence.get e1
= pieces.0.path: src/lock.rs
= pieces.0.lines: {"first":1,"last":5}
# Without being asked for, passages are left out: they cost whoever pays for every word.
> recall "flock path" only=evidence
= seen.0.line: // Locks for files. fn lock(path: &Path) { flock(path); }
= seen.0.passage: (nothing)
# A piece that a newer version replaced is cited by the lines that it had.
> source.keep documents=[{"path":"src/lock.rs","kind":"code","parts":[{"text":"// Nothing is locked any more.\n"}]}]
= replaced: 1
> evidence.get e1
= pieces.0.lines: {"first":1,"last":5}
= pieces.0.changed: true
