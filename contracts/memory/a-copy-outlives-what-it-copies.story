# What two sources say is kept once, and stays while one of them says it; the one that is left is cited from then on.
needs engine

as agent codex-a
> source.keep documents=[{"path":"a.md","kind":"markdown","parts":[{"text":"The walrus oven must be vented every four hours."}]},{"path":"b.md","kind":"markdown","parts":[{"text":"The walrus oven must be vented every four hours."}]},{"path":"c.md","kind":"markdown","parts":[{"text":"The walrus oven must be vented every four hours."}]}]
= kept: 1
= again: 2
advance 10d
> source.gone id=["src1"]
= replaced: 1
> recall "walrus oven" only=evidence
= seen: 1
= seen.0.source: b.md
> recall "walrus oven" only=evidence asOf=2026-01-02T00:00:00.000Z
= seen: 1
= seen.0.source: a.md
> source.show src2
= history.1.change: handed on
# An edit takes the words away as well; they are where they still are.
> source.keep documents=[{"path":"b.md","kind":"markdown","parts":[{"text":"The walrus oven was sold to a museum."}]}]
= kept: 1
= replaced: 1
> recall "walrus oven vented" only=evidence limit=1
= seen.0.source: c.md
= seen.0.line: The walrus oven must be vented every four hours.
# Nobody says them any more when all that say them go at once.
> source.keep documents=[{"path":"d.md","kind":"markdown","parts":[{"text":"The walrus oven must be vented every four hours."}]}]
= again: 1
> source.gone id=["src3", "src4"]
= gone: 2
= replaced: 1
> recall "walrus oven vented" only=evidence
= seen: 1
= seen.0.line: The walrus oven was sold to a museum.
> ledger.verify
= valid: true
