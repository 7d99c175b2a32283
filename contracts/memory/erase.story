# What was seen can be erased: from every row, index and payload, while the ledger still proves that it was there and who erased it.
# Laws 3 and 5 of the architecture.

as agent codex-a
> evidence.record "the parcel went to Harbour Lane 7" source="a chat"
= id: e1
> evidence.record "the suite passes" source="cargo test" origin=tool
= id: e2
> context.assemble "where did the parcel go"
= pack: ctx1
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
! NOT_FOUND  evidence `e1` was erased at day-0
# An agent that was shown it, and one that invents an id, are told apart.
as agent codex-a
> context.replay ctx1
! NOT_FOUND  context pack `ctx1` was erased at day-0
> evidence.get id=["e1"]
! NOT_FOUND  evidence `e1` was erased at day-0
> evidence.show e_0000000000000000
! NOT_FOUND  evidence `e5` does not exist
as human ana
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
   3 codex-a  context.assemble  done                   ctx1
   4 codex-a  claim.propose     proposed               p1
   5 codex-a  claim.propose     proposed               p2
   6 ana      proposal.approve  done                   p1
   7 codex-a  evidence.erase    proposed               p3
   8 ana      evidence.erase    done                   e1
   9 ana      proposal.approve  done                   p3
  10 ana      palace.scrub      done                   0 copies
  11 ana      evidence.show     refused NOT_FOUND      e1
  12 codex-a  context.replay    refused NOT_FOUND      ctx1
  13 codex-a  evidence.get      refused NOT_FOUND      e1
  14 codex-a  evidence.show     refused NOT_FOUND      e5
  15 ana      evidence.erase    refused NOT_FOUND      evidence
  16 ana      evidence.erase    done                   e4
  17 ana      palace.scrub      done                   0 copies
  18 ana      evidence.erase    refused NOT_FOUND      evidence
  19 ana      evidence.erase    refused INPUT_INVALID  id
  20 ana      evidence.erase    refused NOT_FOUND      evidence
  chain ok
