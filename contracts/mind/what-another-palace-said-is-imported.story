# Facts of another palace are its word: they keep when they held, and are heard of now, once.
needs engine

as agent porter
> evidence.record "A letter about Zoe" source=letter
= id: e1
> fact.import palace=pal_0 facts=[{"id":"triple_zoe_knows_1a2b3c4d","subject":"Zoe","predicate":"knows","object":"Ada","validFrom":"2001-01-01T00:00:00Z","sourceDrawer":"e1"},{"id":"2","subject":"Zoe","predicate":"lives_in","object":"Turin","validFrom":"1968-01-01T00:00:00Z","ended":"1999-01-01T00:00:00Z","confidence":0.5}]
= kept:
= known:
> fact.timeline Zoe
= triples.0.object:
= triples.0.validTo:
= triples.0.retractedBy:
= triples.1.id: t1
= triples.1.origin:
= triples.1.principal:
= triples.1.sourceDrawer:

# Again writes nothing; an end that was said there meanwhile is heard of here.
> fact.import palace=pal_0 facts=[{"id":"triple_zoe_knows_1a2b3c4d","subject":"Zoe","predicate":"knows","object":"Ada","validFrom":"2001-01-01T00:00:00Z","ended":"2020-01-01T00:00:00Z"},{"id":"2","subject":"Zoe","predicate":"lives_in","object":"Turin","validFrom":"1968-01-01T00:00:00Z","ended":"1999-01-01T00:00:00Z"}]
= kept:
= closed:
= known:
> fact.query Zoe
= triples:
> fact.import palace=pal_0 facts=[{"id":"3","subject":"Zoe","predicate":"x","object":"y","validFrom":"2001-01-01T00:00:00Z","validTo":"2000-01-01T00:00:00Z"}]
! INPUT_INVALID
> fact.import palace=pal_0 facts=[{"id":"3","subject":"Zoe","predicate":"x","object":"y","validFrom":"2001-01-01T00:00:00Z","sourceDrawer":"e_0"}]
! NOT_FOUND
sql select count(*) from ledger where body like '%Turin%'
ledger
