# A session belongs to whoever started it, and can run one cycle after another. Seed 004, defect 11: one cycle per session,
# session ids that can be guessed, and no owner.
needs engine

as agent codex-a
> cycle.snapshot contextKeys=["auth"]
= sessionId: s1
= cycle: 1
as agent codex-b
> cycle.snapshot sessionId=s1
! SESSION_FOREIGN  session s1 belongs to somebody else
> cycle.step s1 ROUTER input={"userInput":"mine now"}
! SESSION_FOREIGN  session s1 belongs to somebody else
> cycle.validate s1
! SESSION_FOREIGN  session s1 belongs to somebody else
> cycle.invocation s1 Bash
! SESSION_FOREIGN  session s1 belongs to somebody else
> cycle.snapshot sessionId=ses_1
! NOT_FOUND  session `ses_1` does not exist
> cycle.step 1 SNAPSHOT
! INPUT_INVALID  `sessionId`: invalid type: integer `1`, expected a string
as agent codex-a
> cycle.step s1 ROUTER input={"userInput":"first"}
= ok
# Taking a snapshot in the middle only looks; giving up is said.
> cycle.snapshot sessionId=s1
= cycle: 1
= phase: ROUTER
= nextPhase: CONTEXT_PACK
> cycle.snapshot sessionId=s1 restart=true
= cycle: 2
= nextPhase: ROUTER
> cycle.step s1 ROUTER input={"userInput":"second"}
= ok
> cycle.step s1 CONTEXT_PACK
= ok
> cycle.step s1 DRAFT input={"draft":"It is so."}
= ok
> cycle.step s1 FINALIZE_RESPONSE input={"draft":"It is so."}
= ok
> cycle.step s1 GOVERNANCE_VALIDATE
= output.receiptId: receipt1
> cycle.step s1 MEMORY_UPDATE
= nextPhase: null
# Finished: the next cycle begins with the next snapshot.
> cycle.step s1 ROUTER input={"userInput":"third"}
! PHASE_OUT_OF_ORDER  ROUTER cannot be called now: MEMORY_UPDATE is done, and SNAPSHOT comes next
> cycle.step s1 SNAPSHOT input={"scope":"global"}
= output.lastPhase: MEMORY_UPDATE
= output.scopeMode: global
= output.status: ok
> cycle.snapshot sessionId=s1
= cycle: 3
> session.end s1
= ok
> cycle.step s1 ROUTER input={"userInput":"too late"}
! SESSION_ENDED  session s1 ended at day-0
sql select n, scope, done from cycle
| 3 | global | SNAPSHOT
sql select session_id, scope_mode, last_phase from memory_sessions
| s1 | global | SNAPSHOT
