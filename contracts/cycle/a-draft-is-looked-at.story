# A draft is looked at with what was packed for its session. A warning asks for verification; a secret, or the contrary of what
# is stable, blocks it, and the cycle waits for another draft. Seed 004: finalize_response, where nothing could ever block.
needs engine

as agent codex-a
> experience.record "Before a release in winter" type=effective domain=Process approach="Always run the tests before a release." outcome="Nothing broke" reasoning="Somebody looked" tags=["release"]
= ok
> experience.record "When a friend came for lunch" type=effective domain=Process approach="Always run the tests before a release." outcome="Nobody called at night" reasoning="Two people looked" tags=["release"]
= ok
> experience.record "The third one, on a rainy day" type=effective domain=Process approach="Always run the tests before a release." outcome="All went home early" reasoning="A short list" tags=["release"]
= ok
> cycle.consolidate threshold=1
= processed: 3
= cellsCreated: 1
= cellsUpdated: 0
= idempotent: false
= scope: project
= waiting: 0
= threshold: 1
= escalated: 0
= archived: 0
> experience.record "Once more, with a new machine" type=effective domain=Process approach="Always run the tests before a release." outcome="Quiet evening" reasoning="As always" tags=["release"]
= ok
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 1
= cellsUpdated: 1
= idempotent: false
= scope: project
= waiting: 0
= threshold: 1
= escalated: 0
= archived: 0
> cycle.snapshot contextKeys=["release","process"]
= sessionId: s1
> cycle.route s1 userInput="May I release?"
= ok
> cycle.pack s1
= packedContext.cells: 2
= packedContext.cells.0.body: Always run the tests before a release.
= packedContext.cells.0.state: stable
> cycle.finalize s1 "not yet"
! PHASE_OUT_OF_ORDER  FINALIZE_RESPONSE cannot be called now: CONTEXT_PACK is done, and DRAFT comes next
> cycle.step s1 DRAFT input={"draft":"Never run the tests before a release."}
= ok
# What the caller says was packed means nothing.
> cycle.finalize s1 "Never run the tests before a release." cells=[]
= integrity: BLOCKED
= violations.0.rule: contradicts_memory
= violations.0.severity: error
= violations.0.cells: cell1
= response: Never run the tests before a release.⏎⏎[INTEGRITY: BLOCKED]
> cycle.validate s1
= valid: false
= errors: Phase: FINALIZE_RESPONSE was not done in this cycle, Finalize: the response is BLOCKED
> cycle.finalize s1 "The key is AKIAIOSFODNN7EXAMPLQ, use it."
= response: The key is [redacted: aws-access-key], use it.⏎⏎[INTEGRITY: BLOCKED]
= integrity: BLOCKED
= integrityLine: [INTEGRITY: BLOCKED]
= violations.0.rule: no_secrets
= violations.0.severity: error
= violations.0.message: Draft contains a secret; it was taken out
> cycle.step s1 FINALIZE_RESPONSE input={"draft":"Never run the tests before a release."}
= phase: FINALIZE_RESPONSE
= output.phase: FINALIZE_RESPONSE
= output.status: blocked
= output.response: Never run the tests before a release.⏎⏎[INTEGRITY: BLOCKED]
= output.integrity: BLOCKED
= output.integrityLine: [INTEGRITY: BLOCKED]
= output.violations.0.rule: contradicts_memory
= output.violations.0.severity: error
= output.violations.0.message: Draft says the contrary of memory that is stable
= output.violations.0.cells: cell1
= nextPhase: FINALIZE_RESPONSE
= sessionId: s1
> cycle.finalize s1 "I know that you should always run the tests before a release. It never fails."
= response: I know that you should always run the tests before a release. It never fails.⏎⏎[INTEGRITY: NEEDS_VERIFICATION]
= integrity: NEEDS_VERIFICATION
= integrityLine: [INTEGRITY: NEEDS_VERIFICATION]
= violations.0.rule: inference_labeling
= violations.0.severity: info
= violations.0.message: Draft rests on memory that is little trusted; mark it with [Inference]
= violations.0.cells: cell1
= violations.1.rule: unsafe_assumption
= violations.1.severity: warning
= violations.1.message: Draft contains absolute claims that may be unsafe assumptions
> cycle.validate s1
= valid: true
= warnings: Finalize: the response needs verification
# What was broken is remembered by the house.
> experience.search violation
= results.0.situation: Violation: contradicts_memory - Draft says the contrary of memory that is stable
= results.0.source: system
= results.0.type: ineffective
