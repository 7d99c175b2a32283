# A question begins where you are and widens: the file, its room, the palace. The narrowest answer comes first.
# Seed 000: phase 4, scope expansion.

as human ana
> store_direct "Everywhere: evidence precedes assertion" as=decision
= id: d1
> store_direct "In the store: one file" as=decision scope=room scopePath=store
= id: d2
> store_direct "In this file: no unwrap" as=decision scope=file scopePath=./store/lib.rs
= id: d3
> store_direct "In another file: anything goes" as=decision scope=file scopePath=cli/main.rs
= id: d4

as agent codex-a
> recall_decisions scope=file scopePath=store/lib.rs
= total: 3
= items.0.content: In this file: no unwrap
= items.1.content: In the store: one file
= items.2.content: Everywhere: evidence precedes assertion
> recall_decisions scope=room scopePath=store
= total: 2
> recall_decisions scope=palace
= total: 1
# Without a scope it asks about everywhere.
> recall_decisions
= total: 4
> palace.rooms
= rooms.0.name: store
= files: 2
= files.0.name: cli/main.rs
= files.0.claims: 1
> brief store/lib.rs
= decisions: 3
= decisions.0.content: In this file: no unwrap

# A path stays inside the project.
> store "Look outside" scope=file scopePath=../secrets
! PATH_OUTSIDE  the path has an empty, `.` or `..` step
> store "Look outside" scope=file scopePath=/etc/passwd
! PATH_OUTSIDE  the path is absolute
> store "Look nowhere" scope=file
! INPUT_INVALID  scopePath is required when scope is 'file'
> recall_decisions scope=galaxy scopePath=x
! INPUT_INVALID  Invalid scope: must be 'file', 'room', or 'palace'
