# Authority is a signature, not a column: whoever edits the file by hand gains nothing by it.
# Seed 000: invariants 1 and 2; law 1 of the architecture.
needs engine
palace sealed

as human ana
> store_direct "We use one file" as=decision
! KEY_MISSING  this palace has no human key yet, so nothing can be decided

enrol ana
= ok
> store_direct "We use one file" as=decision
= id: d1
= authority: approved
as agent codex-a
> recall
= total: 1

# A row that calls itself promoted, without a seal.
tamper insert into claim (id, draft, standing, source, created_at, updated_at) select 'd_forged', draft, standing, source, created_at, updated_at from claim where id = 'd1'
> recall
= total: 1
> recall id=d_forged
! NOT_FOUND  authoritative claim `d_forged` does not exist

# With a copied seal, but other words.
tamper update claim set seal = (select seal from claim where id = 'd1'), draft = replace(draft, 'one file', 'two files') where id = 'd_forged'
> recall
= total: 1
= items.0.content: We use one file

# The sealed row itself, with other words.
tamper delete from claim where id = 'd_forged'
tamper update claim set draft = replace(draft, 'one file', 'no file')
reopen
> recall
= total: 0
as human ana
> claim.show d1
= claim.authority: approved
= authoritative: false

# And the ledger tells on it, whoever asks.
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `d1` is not what entry 5 left: the row was changed behind the ledger's back
