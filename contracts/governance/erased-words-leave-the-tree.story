# What is erased leaves the index of the working tree as well: no outline says it, and no question finds a file by it.
as agent codex-a
> code.keep files=[{"path":"src/oven.rs","text":"/// Ask Berta Quill before heating.\npub fn heat_oven() {}\n","size":60,"mtime":1},{"path":"src/bell.rs","text":"// Quill signed off, says Berta.\npub fn ring_bell() {}\n","size":50,"mtime":1},{"path":"src/door.rs","text":"/// Opens.\npub fn open_door() {}\n","size":30,"mtime":1}]
= read: 3
> source.keep documents=[{"path":"src/oven.rs","kind":"code","parts":[{"text":"/// Ask Berta Quill before heating.\npub fn heat_oven() {}"}]}]
= kept: 1
as human ana
> evidence.erase matching="Berta Quill"
= erased: 1
as agent codex-a
> explore_symbol heat_oven
! NOT_FOUND  symbol not found: heat_oven
> explore quill
= results: 0
> explore_symbol open_door
= definitions.0.doc: Opens.
sql select count(*) from code_blob
| 1
