# Broken lines are counted and shown, and the rest is read.
needs program

as agent codex-a
$ printf '{"type":"user","sessionId":"s-1","message":{"role":"user","content":"Which oven is for rye?"}}\noops\n{"type":\n{"type":"user","sessionId":"s-1","message":{"role":"user","content":"The deck oven."}}\n' > s-1.jsonl
$ palace ingest s-1.jsonl
= sources.new: 1
= pieces.kept: 2
= broken.lines: 2
= broken.first.0.line: 2
= broken.first.0.why: expected value at column 1
> recall "deck" only=evidence anywhere=true limit=1
= seen.0.line: The deck oven.
# What only looks like an export says so, and nothing is kept.
$ printf '<html>' > conversations.json && palace ingest --as chatgpt conversations.json
! INPUT_INVALID  nothing could be read: conversations.json: `conversations.json` cannot be read as chatgpt: expected value at line 1 column 1; name another format, or leave the file out
! next: Name something that can be read; see `palace ingest --help`
sql select count(*) from source
| 1
