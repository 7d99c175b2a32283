# Work is done in sessions, so that what belongs together can be found together.
# Seed 000: phase 3, session tools are for everyone.

as agent codex-a
> session_start codex goal="make the tests pass"
= sessionId: s1
= state: active
> session_list active=true
= sessions: 1
= sessions.0.goal: make the tests pass
> session_end s1 outcome=partial summary="two are left"
= state: completed
= outcome: partial
> session_end s1
! SESSION_ENDED  session s1 ended at day-0
> session_list active=true
= sessions: 0
> session_end ses_0
! NOT_FOUND  session `ses_0` does not exist
> palace.status
= sealing: unsealed
= sessions: 0
= claims: 0

# A session is its owner's to speak in and to end; a person may do either, and an agent cannot take another's work away.
> session_start codex goal="mend the roof"
= sessionId: s2
as agent mallory
> session_log s2 command "rm -r notes"
! SESSION_FOREIGN  session s2 belongs to somebody else
> session_end s2
! SESSION_FOREIGN  session s2 belongs to somebody else
as human ana
> session_log s2 command "ls"
= ok
> session_end s2 outcome=partial
= state: completed
