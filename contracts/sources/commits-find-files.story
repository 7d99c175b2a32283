# A file that shares no word with a question is found by the message of a commit that changed it.
needs program

as agent codex-a
$ git init -q -b main bakery && mkdir bakery/src && printf 'fn heat(level: u8) -> u8 {\n    level.saturating_add(3)\n}\n' > bakery/src/warm.rs && printf 'fn knead(minutes: u8) -> u8 {\n    minutes\n}\n' > bakery/src/dough.rs
$ git -C bakery add -A && git -C bakery commit -q --date 2025-03-01T10:00:00Z -m 'Bake the first loaf'
$ printf 'fn heat(level: u8) -> u8 {\n    level.saturating_add(5)\n}\n' > bakery/src/warm.rs && git -C bakery commit -qa --date 2025-04-02T10:00:00Z -m 'Compensate for a drafty chimney'
$ cd bakery && palace ingest .
= sources.new: 2
> recall "drafty chimney" only=evidence anywhere=true
= total: 0
$ cd bakery && palace ingest --git .
= sources.new: 2
> recall "drafty chimney" only=evidence anywhere=true
= seen.0.kind: commit
= seen.1.path: src/warm.rs
