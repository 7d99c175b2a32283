# Where an idea is follows from its standing, its outcome and its links; nobody has to keep a status.
# Seed 000: recall_ideas.

as human ana
> store_direct "Cache the seal checks" as=idea
= id: i1
> store_direct "Write the ledger twice" as=idea
= id: i2
> store_direct "Drop the tree" as=idea scope=room scopePath=ledger
= id: i3
> store_direct "Seal checks are cached by digest" as=decision
= id: d1
> store_direct "Copies of the ledger are kept" as=learning
= id: l1
> recall_ideas
= total: 3
= items.0.status: active
> recall_link d1 implements i1
= id: k1
> recall_link l1 inspired_by i2
= id: k2
> recall_outcome i3 failed note="proofs need it"
= outcome: failed

as agent codex-a
> recall_ideas status=implemented
= total: 1
= items.0.id: i1
> recall_ideas status=exploring
= items.0.id: i2
> recall_ideas status=dropped
= items.0.id: i3
= items.0.outcome: failed
= items.0.outcomeNote: proofs need it
> recall_ideas status=active
= total: 0
> recall_ideas
= total: 2
> recall_ideas "ledger" limit=1
= items.0.id: i2
> recall_ideas scope=room scopePath=ledger status=dropped
= total: 1
> recall_ideas status=done
! INPUT_INVALID  `status`: unknown variant `done`, expected one of `active`, `exploring`, `implemented`, `dropped`
# What implements it must itself still hold.
as human ana
> claim.retire d1 reason="they are not"
= standing: retired
> recall_ideas status=active
= items.0.id: i1
= items.0.links.0.state: stale
