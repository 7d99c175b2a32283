# Words that are erased are erased wherever they were said again: in problems, thoughts, conclusions and what a token is for.
# Contract 004 has no erasure; ours reaches whatever is written.
needs engine

as agent codex-a
> session_start codex
= sessionId: s1
> evidence.record "the code of the safe is seven seven four two" source=note origin=tool
= id: e1
> analyze_problem "Why is it that the code of the safe is seven seven four two"
= session_id: rs1
> reason_through rs1 "It seems the code of the safe is seven seven four two" thought_number=1
= thought_id: th1
as human ana
> apply_preset minimal
= applied: true
as agent codex-a
> verify_compliance reason "say the code of the safe is seven seven four two"
= compliant: true
as human ana
> evidence.erase id=["e1"]
= erased: 1
sql select count(*) from reasoning_session where problem like '%seven four%'
| 0
sql select count(*) from reasoning_thought where thought like '%seven four%'
| 0
sql select count(*) from cycle_token where payload like '%seven four%'
| 0
sql select count(*) from ledger where body like '%seven four%'
| 0
