# Which standings are authoritative is said once, in the kernel. The tables that the contract names are views over it.
# Seed 000: phase 1, criteria 3 and 4; phase 4, criterion 2; invariant 2.

as human ana
> store_direct "We use one file" as=decision
= id: d1
> store_direct "WAL needs a local disk" as=learning
= id: l1
> claim.inherit records=[{"as": "decision", "content": "Tabs, not spaces"}]
= ids: d2
> claim.retire l1 reason="it does not"
= standing: retired
as agent codex-a
> store "We use two files" as=decision
= proposalId: p1

sql select name, authority, authoritative from standing order by name
| candidate | proposed | 0
| canonical | approved | 1
| demoted | proposed | 0
| expired | proposed | 0
| legacy | legacy_approved | 1
| promoted | approved | 1
| provisional | proposed | 0
| rejected | proposed | 0
| retired | proposed | 0
sql select id, authority, status from decisions order by created_at
| d1 | approved | active
| d2 | legacy_approved | active
sql select id, authority, status from learnings order by created_at
| l1 | proposed | obsolete
sql select id, authority from authoritative_decisions order by created_at
| d1 | approved
| d2 | legacy_approved
sql select count(*) from authoritative_learnings
| 0
sql select kind, scope, authority, records from scope_authority_summary order by kind, authority
| decision | palace | approved | 1
| decision | palace | legacy_approved | 1
| learning | palace | proposed | 1

# Where the index speaks of approved rows, SQL by itself does not decide: recall asks the seals too.
> recall
= total: 2
