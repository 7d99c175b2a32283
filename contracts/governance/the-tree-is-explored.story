# What the working tree defines, calls and imports is found by its words and names; an index is nobody's authority, so an agent may keep it.
as agent codex-a
> code.keep files=[{"path":"src/store.rs","text":"use crate::retry::retry_later;\nmod item;\n\n/// Opens a palace.\npub fn open_palace(path: &str) -> Store {\n    retry_later(3);\n    Store::new(path)\n}\n\npub struct Store { name: String }\n","size":160,"mtime":1},{"path":"src/retry.rs","text":"/// Waits and tries again.\npub fn retry_later(times: u32) {\n    wait(times)\n}\n\nfn wait(times: u32) {}\n","size":90,"mtime":1},{"path":"web/app.ts","text":"import { draw } from './draw';\nexport class App {\n  start() { draw(1); }\n}\n","size":70,"mtime":1},{"path":"web/draw.ts","text":"export function draw(n: number) {}\n","size":35,"mtime":1},{"path":"docs/guide.md","text":"# How retries work\n","size":19,"mtime":1},{"path":"picture.png","text":"x"}]
= files: 5
= read: 5
= skipped: 1
> explore "retry later"
= results.0.at: src/retry.rs:2-4
= results.0.symbol: retry_later
= results.0.kind: function
= results.0.matched: later, retry
> explore "open palace" room=src
= results.0.at: src/store.rs:5-8
> explore "open palace" path=web/
= results: 0
> explore "retri latr"
= results: 0
> explore "retri latr" fuzzy=true
= results.0.symbol: retry_later
> explore " "
! INPUT_INVALID  `query`: `` is not text: it is blank
> explore_symbols class
= symbols: 2
= symbols.0.name: Store
= symbols.0.path: src/store.rs
= symbols.1.name: App
> explore_symbols kingdom
! INPUT_INVALID  `kingdom` is not a kind of symbol; use one of class, interface, function, method, constant, type, enum, property, constructor, module
> explore_symbol open_palace
= definitions.0.signature: pub fn open_palace(path: &str) -> Store
= definitions.0.doc: Opens a palace.
= definitions.0.exported: true
> explore_symbol App.start
= definitions.0.line: 3
> explore_symbol nothing_like_it
! NOT_FOUND  symbol not found: nothing_like_it
> explore_symbol draw file=web/app.ts
! NOT_FOUND  symbol not found: draw
> explore_file src/retry.rs
= symbols: 1
= symbols.0.name: retry_later
> explore_file src/lost.rs
! NOT_FOUND  file `src/lost.rs` is not in the index
> explore_file ../secret.rs
! PATH_OUTSIDE  the path has an empty, `.` or `..` step
> explore_callers retry_later
= callers.0.path: src/store.rs
= callers.0.line: 6
= callers.0.symbol: open_palace
= total: 1
> explore_callers nothing_like_it
! NOT_FOUND  symbol not found: nothing_like_it
> explore_callees open_palace file=src/store.rs
= callees.0.name: Store
= callees.1.name: retry_later
= callees.1.defined.0.path: src/retry.rs
> explore_deps files=["web/app.ts"]
= files.0.imports.0.files: web/draw.ts
> explore_deps files=["web/draw.ts"]
= files.0.importedBy: web/app.ts
> explore_graph src/retry.rs
= calls.0.to: wait
= calledBy.0.from: open_palace
> explore_impact web/draw.ts
= target: file
= affected.0.path: web/app.ts
= affected.0.distance: 1
> explore_impact wait
= target: symbol
= affected.0.symbol: retry_later
= affected.1.symbol: open_palace
= affected.1.distance: 2
> explore_impact nothing_like_it
! NOT_FOUND  symbol not found: nothing_like_it
> ledger.verify
= valid: true
