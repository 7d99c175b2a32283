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
> evidence.erase id=["e1"] reason="it names where somebody lives"
= proposalId: p3
= status: pending
> evidence.show e1
= content: the parcel went to Harbour Lane 7

as human ana
> proposal.show p3
= shown.pieces: 1
= shown.first.0.line: the parcel went to Harbour Lane 7
= shown.no longer believed.0.id: d1
> approve p3
= status: approved
= result.erased: 1
= result.fell: d1
= result.proposals: p2
> evidence.show e1
! NOT_FOUND  evidence `e1` does not exist
> claim.show d1
= claim.standing: retired
= authoritative: false
> proposal.show p2
= proposal.status: rejected
= proposal.input.erased: true
= proposal.reviewNote: it rested on evidence that was erased

# By a text: whatever holds it, letter for letter.
> evidence.erase matching="harbour lane"
! NOT_FOUND  nothing was found by this text, so nothing is erased
> evidence.erase matching="Harbour Lane"
= erased: 1
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
   6 codex-a  evidence.erase    proposed               p3
   7 ana      evidence.erase    done                   e1
   8 ana      proposal.approve  done                   p3
   9 ana      palace.scrub      done                   0 copies
  10 ana      evidence.show     refused NOT_FOUND      e1
  11 ana      evidence.erase    refused NOT_FOUND      evidence
  12 ana      evidence.erase    done                   e4
  13 ana      palace.scrub      done                   0 copies
  14 ana      evidence.erase    refused NOT_FOUND      evidence
  15 ana      evidence.erase    refused INPUT_INVALID  id
  16 ana      evidence.erase    refused NOT_FOUND      evidence
  chain ok
