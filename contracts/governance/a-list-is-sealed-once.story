# One seal stands behind a whole list, for exactly what the list approved: what it rejected can never be found standing behind it.
# Laws 1 and 9 of the architecture.
needs engine
palace sealed

enrol ana
= ok
as agent codex-a
> store "We use one file" as=decision
= proposalId: p1
> store "We use no file" as=decision
= proposalId: p2
> store "We deploy on fridays" as=decision
= proposalId: p3

# Over a wire nobody can sign.
as human ana without her seal
> proposal.decide [{"proposalId": "p1", "verdict": "approve"}]
! SEAL_REQUIRED  `proposal.decide` needs a human's seal over digest h2

as human ana
> proposal.decide [{"proposalId": "p1", "verdict": "approve"}, {"proposalId": "p2", "verdict": "reject"}, {"proposalId": "p3", "verdict": "approve", "edited": {"as": "decision", "content": "We deploy on Thursdays"}}]
= approved: 2
= rejected: 1
= decisions.0.promotedTo: d1
= decisions.2.promotedTo: d2
sql select count(*) from seal where statement like '%proposal.decide%'
| 1
replay
! PROPOSAL_ALREADY_DECIDED  3 of 3 decisions cannot be made (p1, p2, p3): proposal p1 is already approved

as agent codex-a
> recall
= total: 2

# The rejected words, and the ones that were edited away, under a copy of that seal.
tamper insert into claim (id, draft, standing, seal, source, created_at, updated_at) select 'd_forged', p.input, c.standing, c.seal, c.source, c.created_at, c.updated_at from claim c, proposal p where c.id = 'd1' and p.id = 'p2'
> recall
= total: 2
> recall id=d_forged
! NOT_FOUND  authoritative claim `d_forged` does not exist
tamper update claim set draft = (select input from proposal where id = 'p3') where id = 'd_forged'
> recall
= total: 2
tamper delete from claim where id = 'd_forged'
> ledger.verify
= valid: true
