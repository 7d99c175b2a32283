# Which room a file lies in is settled by the longest place that holds it, whatever order the rooms were written in.
# Seed 000: phase 4, criterion 1.

room source "All of the source" src/
room authentication "Signing in" src/auth/

as human ana
> store_direct "Every file begins with what it is for" as=decision scope=room scopePath=source
= id: d1
> store_direct "Tokens expire within the hour" as=decision scope=room scopePath=authentication
= id: d2
> store_direct "Clocks may differ by a minute" as=learning scope=room scopePath=authentication
= id: l1

as agent codex-a
> recall_decisions scope=file scopePath=src/auth/jwt.go
= total: 1
= items.0.id: d2
> recall_decisions scope=file scopePath=src/authority.go
= total: 1
= items.0.id: d1
> scope_explain src/auth/jwt.go
= levels: 3
= levels.0.scope: file
= levels.0.decisions: 0
= levels.1.scope: room
= levels.1.scopePath: authentication
= levels.1.because: an entry point of room `authentication` holds this path, and none holds it more closely
= levels.1.decisions.0: d2
= levels.1.learnings.0: l1
= levels.2.scope: palace
> scope_explain docs/guide.md
= levels.1.scopePath: docs
= levels.1.because: no room claims this path: its first folder is its room
> scope_explain README.md
= levels: 2
> scope_explain ../elsewhere
! PATH_OUTSIDE  the path has an empty, `.` or `..` step
> palace.playbooks
= playbooks: 0
