# A palace from before there were blocks of sketches: the first who keeps something makes them, so that copies are still known.
needs engine
as agent codex-a
> source.keep documents=[{"path":"a.md","kind":"markdown","parts":[{"text":"The nightly build takes forty minutes on the old runner and twelve on the new one"}]},{"path":"b.md","kind":"markdown","parts":[{"text":"Backups are tested on the first Monday of every month."}]}]
= kept: 2
> source.keep documents=[{"path":"b.md","kind":"markdown","parts":[{"text":"Backups are tested on the last Friday of every month."}]}]
= kept: 1
= replaced: 1
tamper delete from vector_block where vectors = 0
reopen
> source.keep documents=[{"path":"c.md","kind":"markdown","parts":[{"text":"> The nightly build takes forty minutes on the old runner and twelve on the new one"}]},{"path":"d.md","kind":"markdown","parts":[{"text":"Backups are tested on the last Friday of every month."}]}]
= kept: 0
= again: 2
# What is the past is not what a copy is linked to.
> source.keep documents=[{"path":"e.md","kind":"markdown","parts":[{"text":"Backups are tested on the first Monday of every month."}]}]
= kept: 1
= again: 0
sql select count(*) from vector_block where vectors = 0
| 1
