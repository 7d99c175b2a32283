# A second person's key is enrolled under a seal of the first. A key that was replaced seals nothing more, and what it sealed stands.
# Law 1 of the architecture.
needs engine
palace sealed

as agent codex-a
> key.enrol name=codex-a public="00"
! MODE_HUMAN_ONLY  Tool "key.enrol" not available in agent mode

enrol ana
= ok
as human ana
> store_direct "Evidence precedes assertion" as=decision
= id: d1
as human bob
> store_direct "We use one file" as=decision
! SEAL_INVALID  the seal is not signed by a key this palace trusts

enrol bob by ana
= ok
> store_direct "We use one file" as=decision
= id: d2
= authority: approved
advance 16m
enrol bob by ana
! KEY_EXISTS  key h2 is enrolled already

# Ana's laptop is gone: bob seals a new key in place of her old one.
as human bob
> key.enrol name=ana public=public(ana-new) replaces=fingerprint(ana)
= name: ana
> key.list
= keys: 3
= keys.0.name: ana
= keys.0.active: false
= keys.1.name: bob
= keys.2.name: ana
= keys.2.active: true
as human ana
> store_direct "We use two files" as=decision
! SEAL_INVALID  the key of ana was retired and can no longer seal
as human ana-new
> store_direct "We use two files" as=decision
= id: d3
as agent codex-a
> recall
= total: 3

# A rotation is part of what was sealed: a column that is emptied brings no key back, and the ledger names the row.
as human ana-new
> key.enrol name=ana public=public(ana-third) replaces=fingerprint(ana)
! NOT_FOUND  no key h1 that could be replaced is enrolled here
> ledger.verify
= ok
tamper update key set retired_at = ''
as human ana
> store_direct "We use three files" as=decision
! SEAL_INVALID  the key of ana was retired and can no longer seal
> key.list
= keys.0.active: false
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `key h1` is not what entry 14 left: the row was changed behind the ledger's back
