# The first human key is pinned outside the database. A key swapped in the file breaks trust; it does not move it.
# Law 1 of the architecture.
needs engine
palace sealed

enrol ana
= ok
as human ana
> store_direct "We use one file" as=decision
= id: d1
> key.list
= sealing: sealed
= keys: 1
= keys.0.name: ana
= keys.0.active: true

tamper update key set public = 'public(mallory)', fingerprint = 'fingerprint(mallory)', name = 'mallory'
as agent codex-a
> recall
= total: 0
as human mallory
> store_direct "We use two files" as=decision
! TRUST_BROKEN  this palace's keys cannot be trusted: the first key is h2, but h1 is pinned
> key.list
= keys: 0
= broken: the first key is h2, but h1 is pinned
