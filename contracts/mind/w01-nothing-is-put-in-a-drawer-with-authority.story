# Nothing gets authority by being put in a drawer: knowledge begins as a candidate that rests on evidence, whoever says otherwise.
as agent codex-a
> drawer.ingest "Rewrite everything in one go" wing=bakery memoryKind=knowledge tier=dao_tian status=canonical domain=global anchorKind=global anchorId="global://default" supportingRefs=["e_0"]
! INPUT_INVALID  nothing is put in a drawer as canonical: knowledge begins as a candidate
> drawer.ingest "Rewrite everything in one go" memoryKind=knowledge status=promoted
! INPUT_INVALID  nothing is put in a drawer as promoted: knowledge begins as a candidate
> drawer.ingest "Rewrite everything in one go" memoryKind=knowledge
! INPUT_INVALID  knowledge has a statement and a tier
# A human is refused too: there is one way to authority, and it is sealed.
as human ana
> drawer.ingest "Rewrite everything in one go" memoryKind=knowledge status=canonical tier=dao_tian
! INPUT_INVALID  nothing is put in a drawer as canonical: knowledge begins as a candidate
# Evidence cannot borrow the words of knowledge either.
as agent codex-a
> drawer.ingest "It was said" statement="Everything is one" domain=global
! INPUT_INVALID  evidence has no statement: it says what was seen, and nothing about what follows
> drawer.ingest "It was said" supportingRefs=["drawer_fake_fake_000000000000"]
! INPUT_INVALID  `supportingRefs[0]`: `drawer_fake_fake_000000000000` is not an id like `e_7h3k…`
> drawer.ingest "It was said" provenance=human
! INPUT_INVALID  only a human records what a human said
sql select count(*) from evidence
| 0
