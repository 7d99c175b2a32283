# A row beside a claim that no seal covers is not there for any reader, and the ledger names it.
# Law 1 of the architecture.
needs engine

palace sealed
enrol ana
= ok
as human ana
> store_direct "One file is easy to copy" as=learning confidence=0.6
= id: l1
> store_direct "We use one file" as=decision
= id: d1
> decay_boost l1
= to: 0.7
> recall_outcome d1 success
= outcome: success
> recall_link l1 supports d1
= id: k1
> palace.configure proposalDays=7
= settings.proposalDays: 7

tamper update confidence set hundredths = 99
tamper update outcome set outcome = 'failed'
tamper update setting set value = '3000'
tamper update link set relation = 'contradicts' where relation = 'supports'
as agent codex-a
> recall id=l1
= items.0.confidence: 0.6
= items.0.links: (nothing)
> recall id=d1
= items.0.outcome: (nothing)
> palace.settings
= settings.proposalDays: 30
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `d1 outcome 1` is not what entry 10 left: the row was changed behind the ledger's back
