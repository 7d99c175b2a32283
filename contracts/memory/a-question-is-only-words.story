# Whatever a question looks like, it is words: query languages, other scripts, emptiness and noise get an answer or a clear refusal.
as agent codex-a
> source.keep documents=[{"path":"a.md","kind":"text","parts":[{"text":"東京タワーは赤い。 The tower is red."}]},{"path":"b.md","kind":"text","parts":[{"text":"البحر هادئ اليوم"}]},{"path":"c.md","kind":"text","parts":[{"text":"Launch went well 🚀"}]}]
= kept: 3
> recall "東京" only=evidence limit=1
= seen.0.source: a.md
> recall "البحر" only=evidence limit=1
= seen.0.source: b.md
> recall "🚀" only=evidence limit=1
= seen.0.source: c.md
> recall "\" NEAR( * : tower ) OR -red" only=evidence limit=1
= seen.0.source: a.md
> recall "the of and" only=evidence
= total: 0
> recall "" only=evidence
! INPUT_INVALID  `query`: `` is not text: it is blank
> recall "towe" only=evidence limit=1
= seen.0.source: a.md
# A task is pasted as it is: its lines become one.
> recall "Find out:\n\t- which tower\r\n\t- is red" only=evidence limit=1
= seen.0.source: a.md
# Eight thousand letters are enough for a question. More are refused, and far more before they are looked at.
> recall query="tower "*90000 only=evidence limit=1
! INPUT_INVALID  `query`: `tower tower tower tower tower tower tower tower tower tower …` is not at most 8192 characters long: it has 539999
> recall query="tower "*200000 only=evidence
! INPUT_TOO_LARGE  the input of `recall` has 1200030 bytes; at most 1048576 are taken
! next: Send less: split the content or shorten it
