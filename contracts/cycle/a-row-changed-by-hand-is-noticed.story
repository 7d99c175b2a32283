# An experience is bound by the ledger, words and labels and all: a row that somebody edits by hand is noticed.
needs engine

as agent codex-a
> experience.record type=effective domain=Tools situation="The lock is rusty" approach="Oil it" outcome="It turns" reasoning="Rust grips" tags=["lock"]
= experienceId: x1
tamper update experience set outcome = 'It broke' where id = 'x1'
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `x1` is not what entry 1 left: the row was changed behind the ledger's back
tamper update experience set outcome = 'It turns', tags = '["key"]' where id = 'x1'
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `x1` is not what entry 1 left: the row was changed behind the ledger's back
tamper update experience set tags = '["lock"]' where id = 'x1'
> ledger.verify
= valid: true
