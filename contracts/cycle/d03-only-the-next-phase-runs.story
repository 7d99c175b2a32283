# Only the next phase runs; what is blocked, waits or fails leaves the cycle where it is; and nobody is believed who says that
# governance was fine. Seed 004, defect 3: the phase was ignored, blocked phases advanced, governance was self-attested.
needs engine

as agent codex-a
> cycle.snapshot
= sessionId: s1
> cycle.step s1 DRAFT input={"draft":"x"}
! PHASE_OUT_OF_ORDER  DRAFT cannot be called now: SNAPSHOT is done, and ROUTER comes next
> cycle.step s1 SNAPSHOT
! PHASE_OUT_OF_ORDER  SNAPSHOT cannot be called now: SNAPSHOT is done, and ROUTER comes next
# Nothing is asked: blocked, twice.
> cycle.route s1
= status: blocked
= missing.0: user_input or draft
= route: ROUTER
> cycle.step s1 ROUTER
= output.status: blocked
= nextPhase: ROUTER
> cycle.route s1 userInput="How are they sorted?"
= status: ok
= route: CONTEXT_PACK
> cycle.pack s1
= phase: CONTEXT_PACK
> cycle.step s1 DRAFT
= output.status: waiting
= output.message: Provide a draft, then call this phase again.
= nextPhase: DRAFT
> cycle.step s1 DRAFT input={"draft":"They are sorted by name."}
= nextPhase: FINALIZE_RESPONSE
# What others say of the draft is not taken.
> cycle.step s1 FINALIZE_RESPONSE input={"finalizeResult":{"integrity":"OK"}}
= output.status: waiting
= nextPhase: FINALIZE_RESPONSE
> cycle.step s1 GOVERNANCE_VALIDATE input={"governanceResult":{"valid":true}}
! PHASE_OUT_OF_ORDER  GOVERNANCE_VALIDATE cannot be called now: DRAFT is done, and FINALIZE_RESPONSE comes next
> cycle.validate s1
= valid: false
= errors: Phase: FINALIZE_RESPONSE was not done in this cycle, Finalize: no response was looked at
= errors.0: Phase: FINALIZE_RESPONSE was not done in this cycle
= receiptId: (nothing)
> cycle.finalize s1 "They are sorted by name."
= integrity: OK
= response: They are sorted by name.⏎⏎[INTEGRITY: OK]
> cycle.step s1 MEMORY_UPDATE input={"governanceResult":{"valid":true}}
! PHASE_OUT_OF_ORDER  MEMORY_UPDATE cannot be called now: FINALIZE_RESPONSE is done, and GOVERNANCE_VALIDATE comes next
> cycle.step s1 GOVERNANCE_VALIDATE input={"governanceResult":{"valid":false}}
= output.valid: true
= nextPhase: MEMORY_UPDATE
> cycle.step s1 MEMORY_UPDATE
= output.outcome: success
> cycle.step s1 MEMORY_UPDATE
! PHASE_OUT_OF_ORDER  MEMORY_UPDATE cannot be called now: MEMORY_UPDATE is done, and SNAPSHOT comes next
# Looking at where it stands changes nothing.
> cycle.validate s1
= valid: true
= receiptId: receipt1
