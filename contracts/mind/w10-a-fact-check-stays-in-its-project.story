# W10: a fact check reads the facts of the project it is asked in, and those of everywhere; never another project's.
needs engine

as agent codex-a
in repo://aaaa
> fact.add Bob husband_of Alice
= triples.0.id: t1
= triples.0.anchor: repo://aaaa
> evidence.record "Then we met Alicia there" source=talk
= ok
in global://default
> fact.add Water boils_at 100C
= triples.0.id: t2

# In the project, in another checkout of it, and in another project.
in worktree://aaaa/feature
> fact.check text="Bob is Alice's brother"
= issues.0.tripleId: t1
= kgTriplesScanned: 2
> fact.query Bob
= triples.0.id: t1
in repo://bbbb
> fact.check text="Bob is Alice's brother, and Alicea knows"
= issues: 0
= kgTriplesScanned: 1
> fact.query Bob
= triples: 0
> fact.query water
= triples.0.id: t2
> fact.timeline Bob
= triples: 0
> fact.list
= total: 1
> fact.stats
= stats.total: 1
= stats.entities: 2
> fact.invalidate t1
! NOT_FOUND  fact `t1` does not exist
# The same words are another fact here.
> fact.add Bob husband_of Alice
= triples.0.id: t3
= again: false
in global://default
> fact.list
= total: 1
= triples.0.id: t2
