# A text is held against facts: names that are nearly known ones, relations that cannot be, and what no longer holds.
# Seed 001: fact check, by whole words and three ways of saying something.
needs engine

as agent codex-a
> fact.check text="Bob is Alice's brother"
= issues: 0
= checkedEntities: Alice, Bob
= kgTriplesScanned: 0
> fact.add Bob husband_of Alice
= triples.0.id: t1
> fact.add Bob works_at "Acme Mills" validFrom=2020-01-01T00:00:00Z
= triples.0.id: t2
> fact.add Alice manager_of Tom
= triples.0.id: t3

# A relation that cannot hold beside the one that does.
> fact.check text="I hear that Bob is Alice's brother. Tom is tall."
= issues: 1
= issues.0.kind: relation_contradiction
= issues.0.subject: Bob
= issues.0.textClaim: Bob brother Alice
= issues.0.kgFact: Bob husband_of Alice
= issues.0.tripleId: t1
= checkedEntities: Alice, Bob, Tom
= kgTriplesScanned: 3
> fact.check text="Alice is the report of Tom. Tom is the report of Alice."
= issues: 1
> fact.check text="Alice is the report of Tom's team"
= issues.0.tripleId: t3
> fact.check text="Bob is Alice's husband, and Bob works for Acme Mills"
= issues: 0

# A name that is nearly one we know.
> fact.check text="Yesterday Alicia met Bobb at Acme Mill"
= issues: 3
= issues.0.kind: similar_name_conflict
= issues.0.mentioned: Acme Mill
= issues.0.knownEntity: Acme Mills
= issues.0.editDistance: 1
= issues.1.mentioned: Alicia
= issues.2.knownEntity: Bob
> fact.check text="Al met Ed. The bobs and malice of it"
= issues: 0

# What held once, and ended.
> fact.invalidate t2 validTo=2024-01-01T00:00:00Z
= ok
> fact.check text="Bob works at Acme Mills"
= issues.0.kind: stale_fact
= issues.0.predicate: works_at
= issues.0.object: Acme Mills
= issues.0.validTo: 2024-01-01T00:00:00.000Z
= issues.0.tripleId: t2
> fact.check text="Bob works at Acme Mills" now=2023-01-01T00:00:00Z
= issues: 0
> fact.add Bob works_at "Acme Mills"
= again: false
> fact.check text="Bob works at Acme Mills"
= issues: 0

# Names that texts of the same project say are known to be right.
> evidence.record "Yesterday we met Alicia and she was well" source=talk
= ok
> fact.check text="Alicia is well"
= issues: 0
> fact.check text=""
! INPUT_INVALID  `text`: `` is not text: it is blank
> fact.check text="x" now=soon
! INPUT_INVALID  `now`: `soon` is neither a moment like 2026-01-31T08:00:00Z nor a day like 2026-01-31
