# A narrow question finds what it asks for however much else there is: by kind, path, author, source, time; and says why.
as agent codex-a
> source.keep documents=[{"path":"src/retry.rs","kind":"code","parts":[{"text":"fn retry(times: u32) { backoff(times) }"}]},{"path":"docs/retry.md","kind":"markdown","parts":[{"text":"We retry three times with backoff."}]},{"path":"chat/9","kind":"conversation","parts":[{"text":"Should we retry with backoff?","author":"Mel","at":"2025-05-08T10:00:00Z"},{"text":"Yes, retry with backoff, three times.","author":"Ana","at":"2025-05-08T10:01:00Z"}]}]
= kept: 4
> recall "retry with backoff" only=evidence of=["code"]
= seen: 1
= seen.0.source: src/retry.rs
> recall "retry with backoff" of=["Code"]
= seen: 1
> recall "retry with backoff" of=["bogus"]
! INPUT_INVALID  `of`: `bogus` is not one of code, markdown, text, conversation, commit, memory, note, experience
# A source is named by its id, or as answers name it.
> recall "retry with backoff" source=src/retry.rs
= seen: 1
= seen.0.source: src/retry.rs
> recall "retry with backoff" source=src/retry.go
! NOT_FOUND  source `src/retry.go` does not exist
> recall "retry with backoff" only=evidence path=docs/
= seen: 1
= seen.0.source: docs/retry.md
# A path is a folder or a file, not how a name begins, and may be written in more than one way.
> recall "retry with backoff" path=doc
= seen: (nothing)
> recall "retry with backoff" path=./docs//
= seen: 1
> recall "retry with backoff" path=docs/retry.md
= seen: 1
> recall "retry with backoff" path=/home/ana/docs
! INPUT_INVALID  `/home/ana/docs` begins at the root of a machine
! next: Name it as `source list` does, from the folder that was read
> recall "retry with backoff" only=evidence author=ana
= seen: 1
= seen.0.line: Yes, retry with backoff, three times.
> recall "retry with backoff" only=evidence from=2025-05-08T00:00:00Z until=2025-05-09T00:00:00Z explain=true
= seen: 2
= seen.0.why.because: its words match, and its meaning is near
= seen.0.why.matched: retry, backoff
> recall "retry with backoff" limit=0
= seen: (nothing)
= total: 0
> recall "retry with backoff" only=authoritative
= seen: (nothing)
= total: 0
> recall "what was said on 8 May 2025" only=evidence limit=2
= seen.0.source: chat/9
