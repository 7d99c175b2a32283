# A file that is put back to how it was contradicts its own ledger, and a ledger that is cut contradicts a checkpoint kept elsewhere.
# Law 2 of the architecture.
needs engine

as human ana
> store_direct "We use one file" as=decision
= id: d1
> claim.retire d1 reason="we use two"
= standing: retired
> ledger.checkpoint
= size: 3
keep note as then

# Signatures cannot tell that a row went back in time; the ledger can.
tamper update claim set standing = 'promoted'
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `d1` is not what entry 2 left: the row was changed behind the ledger's back
tamper update claim set standing = 'retired'
> ledger.verify
= valid: true

# The last entries and the kept checkpoint go: the chain alone would not notice, the note would.
tamper delete from checkpoint
tamper delete from ledger where seq > 1
tamper update claim set standing = 'promoted', seal = (select digest from seal where statement like '%claim.adopt%')
> ledger.verify
= valid: true
> ledger.verify checkpoint=["then"]
! STORE_DAMAGED  the ledger does not verify: the ledger has 2 entries, but a checkpoint was signed at 3: the tail is gone
> ledger.consistency old=then
! STORE_DAMAGED  the ledger does not continue the checkpoint of size 3: the proof leads to another root: the entry, its place or the history differs
