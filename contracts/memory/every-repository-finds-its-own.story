# What two repositories say is found in both, and no repository is shown what only another says.
needs engine

as agent codex-a
in repo://a
> source.keep documents=[{"path":"README.md","kind":"markdown","parts":[{"text":"The walrus oven must be vented every four hours."}]},{"path":"copy.md","kind":"markdown","parts":[{"text":"The walrus oven must be vented every four hours."}]},{"path":"own.md","kind":"markdown","parts":[{"text":"The heron sleeps in the bell tower."}]}]
= kept: 2
= again: 1
in repo://b
> source.keep documents=[{"path":"guide.md","kind":"markdown","parts":[{"text":"The walrus oven must be vented every four hours."}]}]
= kept: 1
> recall "walrus oven" only=evidence
= seen: 1
= seen.0.source: guide.md
> recall "heron tower" only=evidence
= seen: (nothing)
# Within one, a copy is found by its own name, too.
in repo://a
> recall "walrus oven" only=evidence path=copy.md
= seen: 1
= seen.0.line: The walrus oven must be vented every four hours.
> recall "walrus oven" only=evidence source=src2
= seen: 1
> recall "walrus oven" only=evidence path=guide.md
= seen: (nothing)
# A worktree finds what its repository says, so that is linked there.
in worktree://a/feature
> source.keep documents=[{"path":"README.md","kind":"markdown","parts":[{"text":"The walrus oven must be vented every four hours."}]}]
= kept: 0
= again: 1
> recall "walrus oven" only=evidence
= seen: 1
= seen.0.source: README.md
# When the repository says it no longer, the worktree still does.
in repo://a
> source.gone id=["src1", "src2"]
= gone: 2
> recall "walrus oven" only=evidence
= seen: (nothing)
in worktree://a/feature
> recall "walrus oven" only=evidence limit=1
= seen.0.line: The walrus oven must be vented every four hours.
> ledger.verify
= valid: true
