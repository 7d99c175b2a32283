# Facts of another palace are its word: they keep when they held, and are heard of now, once.
needs engine

as agent porter
> evidence.record "A letter about Zoe" source=letter
= id: e1
> fact.import palace=pal_0 facts=[{"id":"triple_zoe_knows_1a2b3c4d","subject":"Zoe","predicate":"knows","object":"Ada","validFrom":"2001-01-01T00:00:00Z","sourceDrawer":"e1"},{"id":"2","subject":"Zoe","predicate":"lives_in","object":"Turin","validFrom":"1968-01-01T00:00:00Z","ended":"1999-01-01T00:00:00Z","confidence":0.5}]
= kept: 2
= known: 0
> fact.timeline Zoe
= triples.0.object: Turin
= triples.0.validTo: 1999-01-01T00:00:00.000Z
= triples.0.retractedBy: porter
= triples.1.id: t1
= triples.1.origin: import
= triples.1.principal: porter
= triples.1.sourceDrawer: e1

# Again writes nothing; an end that was said there meanwhile is heard of here.
> fact.import palace=pal_0 facts=[{"id":"triple_zoe_knows_1a2b3c4d","subject":"Zoe","predicate":"knows","object":"Ada","validFrom":"2001-01-01T00:00:00Z","ended":"2020-01-01T00:00:00Z"},{"id":"2","subject":"Zoe","predicate":"lives_in","object":"Turin","validFrom":"1968-01-01T00:00:00Z","ended":"1999-01-01T00:00:00Z"}]
= kept: 0
= closed: 1
= known: 1
> fact.query Zoe
= triples: 0
> fact.import palace=pal_0 facts=[{"id":"3","subject":"Zoe","predicate":"x","object":"y","validFrom":"2001-01-01T00:00:00Z","validTo":"2000-01-01T00:00:00Z"}]
! INPUT_INVALID  3 begins at 2001-01-01T00:00:00.000Z and cannot end at 2000-01-01T00:00:00.000Z
> fact.import palace=pal_0 facts=[{"id":"3","subject":"Zoe","predicate":"x","object":"y","validFrom":"2001-01-01T00:00:00Z","sourceDrawer":"e_0"}]
! NOT_FOUND  evidence `e_0` does not exist
sql select count(*) from ledger where body like '%Turin%'
| 0
ledger
  1 porter  evidence.record  done                   e1
  2 porter  fact.import      done                   pal_0
  3 porter  fact.import      done                   pal_0
  4 porter  fact.import      refused INPUT_INVALID  validTo
  5 porter  fact.import      refused NOT_FOUND      e_0
  chain ok
