# What was seen can be erased: from every row, index and payload, while the ledger still proves that it was there and who erased it.
# Laws 3 and 5 of the architecture.

as agent codex-a
> evidence.record "the parcel went to Harbour Lane 7" source="a chat"
= id: e1
> evidence.record "the suite passes" source="cargo test" origin=tool
= id: e2
> store "Parcels are left with the neighbour" as=decision evidence=["e1"]
= proposalId: p1
> store "He said: the parcel went to Harbour Lane 7" as=learning
= proposalId: p2
as human ana
> approve p1
= promotedTo: d1

# An agent asks; a human decides.
as agent codex-a
> evidence.erase e1 reason="it names where somebody lives"
! INPUT_INVALID  `id`: invalid type: string "e1", expected a sequence
> evidence.show e1
= content: the parcel went to Harbour Lane 7

as human ana
> proposal.show p3
! INPUT_INVALID  `proposalId`: `p3` is not an id like `p_7h3k…`
> approve p3
! INPUT_INVALID  `proposalId`: `p3` is not an id like `p_7h3k…`
> evidence.show e1
= id: e1
= origin: agent
= principal: codex-a
= source: a chat
= content: the parcel went to Harbour Lane 7
= digest: h1
= recordedAt: day-0
> claim.show d1
= claim.standing: promoted
= authoritative: true
> proposal.show p2
= proposal.status: pending
= proposal.input.erased: (nothing)
= proposal.reviewNote: (nothing)

# By a text: whatever holds it, letter for letter.
> evidence.erase matching="harbour lane"
! NOT_FOUND  nothing was found by this text, so nothing is erased
> evidence.erase matching="Harbour Lane"
= erased: 2
> evidence.erase matching="Harbour Lane"
! NOT_FOUND  nothing was found by this text, so nothing is erased
> evidence.erase
! INPUT_INVALID  say which evidence in exactly one way: ids, a source, a principal, or a text it holds
> evidence.erase principal=nobody
! NOT_FOUND  nothing was found by it, so nothing is erased
sql select count(*) from evidence where content like '%Harbour%'
| 0
sql select count(*) from ledger where body like '%Harbour%'
| 0
sql select count(*) from proposal where input like '%Harbour%'
| 0
> evidence.show e2
= content: the suite passes
ledger
   1 codex-a  evidence.record   done                   e1
   2 codex-a  evidence.record   done                   e2
   3 codex-a  claim.propose     proposed               p1
   4 codex-a  claim.propose     proposed               p2
   5 ana      proposal.approve  done                   p1
   6 codex-a  evidence.erase    refused INPUT_INVALID  id
   7 ana      proposal.show     refused INPUT_INVALID  proposalId
   8 ana      proposal.approve  refused INPUT_INVALID  proposalId
   9 ana      evidence.erase    refused NOT_FOUND      evidence
  10 ana      evidence.erase    done                   2 pieces
  11 ana      palace.scrub      done                   0 copies
  12 ana      evidence.erase    refused NOT_FOUND      evidence
  13 ana      evidence.erase    refused INPUT_INVALID  id
  14 ana      evidence.erase    refused NOT_FOUND      evidence
  chain ok
