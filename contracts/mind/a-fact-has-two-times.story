# A fact has two times: when it was true, and when we heard of it. Nothing is overwritten, so both pasts can be asked.
# Seed 001: the temporal knowledge graph, with the end of a fact said from the command line too.
needs engine

as agent codex-a
> evidence.record "Ada said at lunch that she works at Acme since spring" source=lunch origin=tool
= id: e1
> fact.add Ada works_at Acme sourceDrawer=e1 confidence=0.9 validFrom=2025-03-01T00:00:00Z
= triples.0.id: t1
= triples.0.validFrom: 2025-03-01T00:00:00.000Z
= triples.0.confidence: 0.9
= triples.0.sourceDrawer: e1
= triples.0.principal: codex-a
= triples.0.origin: agent
= triples.0.anchor: global://default
= again: false

# The same said again, in whatever letters, is answered with what is there.
as agent codex-b
> fact.add "ada" "works for" ACME
= triples.0.id: t1
= triples.0.principal: codex-a
= again: true
= contradicts: (nothing)

# What cannot hold beside it is kept, and the answer says what it contradicts.
> fact.add Ada left Acme
= triples.0.id: t2
= again: false
= contradicts.0.id: t1
= contradicts.0.principal: codex-a

# Pre-1970 and future times are times like any other.
> fact.add Acme founded_in Turin validFrom=1899-07-11T00:00:00+01:00
= triples.0.validFrom: 1899-07-10T23:00:00.000Z
# A day is asked about as it ended, and nonsense is neither.
> fact.query Ada object=Acme asOf=2025-03-01
= triples.0.id: t1
> fact.query Ada object=Acme asOf=2025-02-28
= triples.0: (nothing)
> fact.query Ada asOf=2024-02-30
! INPUT_INVALID  `asOf`: `2024-02-30` is neither a moment like 2026-01-31T08:00:00Z nor a day like 2026-01-31
> fact.add Ada works_at Globex validFrom=2999-01-01T00:00:00Z
= triples.0.id: t4
> fact.add Tom works_at Acme validTo=2001-01-01T00:00:00Z
! INPUT_INVALID  what begins at 2001-01-01T00:00:00.000Z cannot end at 2001-01-01T00:00:00.000Z
! next: Say also when it began, with validFrom
> fact.add Tom works_at Acme validFrom=2001-01-01T00:00:00Z validTo=1999-01-01T00:00:00Z
! INPUT_INVALID  what begins at 2001-01-01T00:00:00.000Z cannot end at 1999-01-01T00:00:00.000Z
! next: Name an end that is later than its beginning
> fact.add Tom works_at Acme validFrom=1999-01-01T00:00:00Z validTo=2001-01-01T00:00:00Z
= triples.0.id: t5
> fact.query Ada
= triples: 2
= triples.0.id: t2
= triples.1.id: t1
> fact.query Ada activeOnly=false
= triples: 3
= triples.0.id: t4
> fact.query Ada asOf=2999-06-01T00:00:00Z predicate="works at" object=globex
= triples.0.id: t4
> fact.query Acme asOf=1950-01-01T00:00:00Z
= triples.0.object: Turin
> fact.query Tom asOf=2000-01-01T00:00:00Z
= triples.0.id: t5
> fact.query Tom
= triples: 0

# It ended months ago; we only hear it now. Asked as we knew it last week, it still holds.
advance 10d
> fact.invalidate t1 validTo=2025-09-15T00:00:00Z
= triples.0.validTo: 2025-09-15T00:00:00.000Z
= triples.0.retractedAt: day-10
= triples.0.retractedBy: codex-b
> fact.query Ada predicate=works_at
= triples: 0
> fact.query Ada predicate=works_at asOf=2025-08-01T00:00:00Z
= triples.0.id: t1
> fact.query Ada predicate=works_at asOf=2025-10-01T00:00:00Z
= triples: 0
> fact.query Ada predicate=works_at asOf=2025-10-01T00:00:00Z knownAt=2026-01-02T00:00:00Z
= triples.0.id: t1
= triples.0.validTo: (nothing)
= triples.0.retractedAt: (nothing)

# What was said by mistake never held, whenever one asks; what we thought then stays.
> fact.invalidate t2 mistaken=true
= ok
> fact.query Ada predicate=left
= triples: 0
> fact.query Ada predicate=left knownAt=2026-01-02T00:00:00Z asOf=2026-01-02T00:00:00Z
= triples.0.id: t2

# An end is said once, and after the beginning.
> fact.invalidate t1
! LIFECYCLE_NO_SUCH_MOVE  codex-b said at day-10 that fact t1 ended at 2025-09-15T00:00:00.000Z
> fact.invalidate t4 validTo=2025-01-01T00:00:00Z
! INPUT_INVALID  fact t4 cannot end at 2025-01-01T00:00:00.000Z because it begins at day-355380
> fact.invalidate t4 validTo=3000-01-01T00:00:00Z mistaken=true
! INPUT_INVALID  what never held has no end
> fact.invalidate t5
! LIFECYCLE_NO_SUCH_MOVE  fact t5 ends at 2001-01-01T00:00:00.000Z as it was said
> fact.invalidate triple_0
! NOT_FOUND  fact `triple_0` does not exist
> fact.invalidate d_0
! INPUT_INVALID  `tripleId`: `d_0` is not an id like `triple_7h3k…`
> fact.add Ada knows Tom sourceDrawer=e_0
! NOT_FOUND  evidence `e_0` does not exist
> fact.add Ada knows Tom confidence=1.5
! INPUT_INVALID  `confidence`: `1.5` is not a confidence between 0 and 1
> fact.add Ada knows Tom validFrom=yesterday
! INPUT_INVALID  `validFrom`: `yesterday` is neither a moment like 2026-01-31T08:00:00Z nor a day like 2026-01-31
> fact.add " " knows Tom
! INPUT_INVALID  `subject`: `` is not text: it is blank

# It holds again: that is another stretch of time, and the first one stays as it was.
> fact.add Ada works_at Acme
= triples.0.id: t6
= again: false
> fact.timeline ada
= triples.0.id: t1
= triples.1.id: t2
= triples.2.id: t6
= triples.3.id: t4
> fact.timeline Acme
= triples.0.predicate: founded_in
= triples.1.subject: Tom
> fact.stats
= stats.total: 6
= stats.active: 2
= stats.expired: 3
= stats.upcoming: 1
= stats.entities: 5
= stats.topPredicates.0.0: works_at
= stats.topPredicates.0.1: 4
> fact.list limit=2
= triples: 2
= total: 6

# A row that somebody edits by hand is noticed.
tamper update fact set object = 'Initech' where id = 't6'
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `t6` is not what entry 37 left: the row was changed behind the ledger's back
tamper update fact set object = 'Acme' where id = 't6'
tamper update fact set closed_at = '2026-01-02T00:00:00.000Z', ended = '2026-01-02T00:00:00.000Z', closed_by = 'nobody' where id = 't6'
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `t6 closed` stands in the file, but no entry made it
tamper update fact set closed_at = '', ended = '', closed_by = '' where id = 't6'
ledger
   1 codex-a  evidence.record  done                            e1
   2 codex-a  fact.add         done                            t1
   3 codex-b  fact.add         done                            t1
   4 codex-b  fact.add         done                            t2
   5 codex-b  fact.add         done                            t3
   6 codex-b  fact.query       refused INPUT_INVALID           asOf
   7 codex-b  fact.add         done                            t4
   8 codex-b  fact.add         refused INPUT_INVALID           validTo
   9 codex-b  fact.add         refused INPUT_INVALID           validTo
  10 codex-b  fact.add         done                            t5
  11 codex-b  fact.invalidate  done                            t1
  12 codex-b  fact.invalidate  done                            t2
  13 codex-b  fact.invalidate  refused LIFECYCLE_NO_SUCH_MOVE  t1
  14 codex-b  fact.invalidate  refused INPUT_INVALID           validTo
  15 codex-b  fact.invalidate  refused INPUT_INVALID           validTo
  16 codex-b  fact.invalidate  refused LIFECYCLE_NO_SUCH_MOVE  t5
  17 codex-b  fact.invalidate  refused NOT_FOUND               triple_0
  18 codex-b  fact.invalidate  refused INPUT_INVALID           tripleId
  19 codex-b  fact.add         refused NOT_FOUND               e_0
  20 codex-b  fact.add         refused INPUT_INVALID           confidence
  21 codex-b  fact.add         refused INPUT_INVALID           validFrom
  22 codex-b  fact.add         refused INPUT_INVALID           subject
  23 codex-b  fact.add         done                            t6
  24 codex-b  ledger.verify    refused STORE_DAMAGED           ledger
  chain ok
