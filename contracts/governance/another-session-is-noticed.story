# Who works on what is logged, so that two sessions do not change one file without knowing of each other.
# Seed 000: phase 3, session tools are for everyone. Nothing here is authority: it is what somebody says they did.
needs engine

as agent codex-a
> session_start codex goal="split the parser"
= sessionId: s1
> session_log s1 file_edit ./src/parser.rs outcome=success
= target: src/parser.rs
= outcome: success
> session_log s1 command "curl -H 'Authorization: Bearer ghp_012345678901234567890123456789abcdef'" details="it answered"
= outcome: unknown
= redacted: {"github-token":1}
sql select count(*) from activity where words like '%ghp_0123%'
| 0
sql select count(*) from ledger where body like '%ghp_0123%'
| 0

# One's own work is no conflict.
> session_conflict src/parser.rs sessionId=s1
= level: none

as agent claude-b
> session_start claude-code goal="fix a bug in the parser"
= sessionId: s2
> session_conflict src/parser.rs sessionId=s2
= level: critical
= others.0.sessionId: s1
= others.0.goal: split the parser
= others.0.kind: file_edit
> session_conflict src/lexer.rs
= level: none
> session_conflict ../outside
! PATH_OUTSIDE  the path has an empty, `.` or `..` step

# After five minutes it is a warning, after ten it is nothing.
advance 5m
> session_conflict src/parser.rs
= level: warning
= others.0.minutes: 5
advance 5m
> session_conflict src/parser.rs
= level: none

# Whoever has ended works on nothing, but the file may have changed.
as agent codex-a
> session_log s1 file_read src/parser.rs
= kind: file_read
> session_end s1 summary="the parser is two files now"
= state: completed
as agent claude-b
> session_conflict src/parser.rs sessionId=s2
= level: warning

# Nothing more is done in a session that has ended, or that never was.
as agent codex-a
> session_log s1 file_edit src/parser.rs
! SESSION_ENDED  session s1 ended at day-0
> session_log ses_0 search "parser"
! NOT_FOUND  session `ses_0` does not exist
as agent claude-b
> session_log s2 file_edit /etc/passwd
! PATH_OUTSIDE  the path is absolute

# A session in which nothing was done for a day was abandoned, whether or not anyone has swept.
advance 1d
> session_list active=true
= sessions: 0
> session_list
= sessions.0.state: abandoned
= sessions.0.sessionId: s2
> session_log s2 file_edit src/parser.rs
! SESSION_ENDED  session s2 was abandoned: nothing was done in it since day-0
> proposal.expire
= expired: 0
= abandoned: s2
sql select id, state from session order by started_at
| s1 | completed
| s2 | abandoned
# Whoever comes back may still say how it went.
> session_end s2 outcome=failure summary="the bug is still there"
= state: completed
= outcome: failure
