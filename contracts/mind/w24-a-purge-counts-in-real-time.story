# A purge takes what was deleted before a moment and nothing else, erases its words everywhere, and names what has to stay.
needs engine

as agent codex-a
> drawer.ingest "The parcel went to Harbour Lane 7" wing=parcels
= drawerId: e1
> drawer.ingest "The parcel was heavy as lead" wing=parcels
= drawerId: e2
as human ana
> drawer.delete e1 reason="it names where somebody lives"
= deleted: true
advance 10d
> drawer.delete e2
= deleted: true
# Ten years ago nothing was deleted, and neither was anything before there were computers.
> drawer.purge before="2020-01-01T00:00:00Z"
! NOT_FOUND  nothing was deleted before 2020-01-01T00:00:00.000Z
> drawer.purge before="1901-01-01T00:00:00Z"
! NOT_FOUND  nothing was deleted before 1901-01-01T00:00:00.000Z
> drawer.purge before="2020-01-01"
! NOT_FOUND  nothing was deleted before 2020-01-01T00:00:00.000Z
> drawer.purge before="1704067200"
! INPUT_INVALID  `before`: `1704067200` is neither a moment like 2026-01-31T08:00:00Z nor a day like 2026-01-31
> drawer.purge before="2026-01-05T00:00:00Z"
= purged: 1
= ids: e1
> evidence.show e1
! NOT_FOUND  evidence `e1` was erased at day-10
> evidence.show e2
= content: The parcel was heavy as lead
sql select count(*) from ledger where body like '%Harbour%'
| 0
sql select count(*) from drawer_deletion
| 1
# The rest, however far ahead the moment lies.
> drawer.purge before="2999-01-01T00:00:00Z"
= ids: e2
> drawer.purge
! NOT_FOUND  nothing was deleted before day-10
> ledger.verify
= valid: true
