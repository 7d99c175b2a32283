# Eight characters of an id are enough to call it by, where one record begins so. What a caller may not see does not begin anything for them.
as agent codex-a
> evidence.record "The oven is at 240 degrees" source=oven
= id: e1
> evidence.get short(e1)
= pieces.0.id: e1
> store "The cache is cold after a restart" as=learning evidence=["short(e1)"]
= proposalId: p1
> proposal.show short(p1)
= proposal.id: p1
> evidence.get id=["short(e1)"]
= pieces.0.id: e1
as human ana
> approve short(p1)
= promotedTo: l1
as agent codex-a
> recall id=short(l1)
= items.0.id: l1
> ledger.trace short(l1)
= id: l1
as human ana
> claim.retire short(l1) reason="it is warm now"
= id: l1
# What is no longer believed is not there for an agent, whole or short; a person may still name it.
as agent codex-a
> recall id=short(l1)
! NOT_FOUND  authoritative claim `short(l1)` does not exist
> claim.retire short(l1) reason="show me"
! NOT_FOUND  claim `short(l1)` does not exist
as human ana
> claim.show short(l1)
= claim.id: l1
= authoritative: false
# The ledger has whole ids.
> ledger.show subject=short(l1)
= entries: 1
= entries.0.subject: l1
# So it is in a list of ids, and with what an agent's own lists do not hold but the ledger does.
as agent codex-a
> knowledge.distill statement="The oven is hot" content="It is at 240 degrees." tier=shu supportingRefs=["short(e1)"]
! INPUT_INVALID  global anchor requires domain=global
> context.assemble "the oven"
= pack: ctx1
> context.replay short(ctx1)
= pack: ctx1
