# A draft is looked at with what was packed for its session. A warning asks for verification; a secret, the contrary of stable
# memory, or a rule that became a policy blocks it, and the cycle waits for another draft. Seed 004: finalize_response.
needs engine

as agent codex-a
> experience.record "Before a release" type=effective domain=Process approach="Always run the tests before a release." outcome="Nothing broke" reasoning="It was checked" tags=["release"]
= ok
> experience.record "Before another release of ours" type=effective domain=Process approach="Always run the tests before a release." outcome="Nobody called at night" reasoning="It was looked at twice" tags=["release"]
= ok
> experience.record "Before the third release this spring" type=effective domain=Process approach="Always run the tests before a release." outcome="All went home early" reasoning="The list was short" tags=["release"]
= ok
> cycle.consolidate
! TOOL_UNKNOWN  Unknown tool: cycle.consolidate
> cycle.consolidate
! TOOL_UNKNOWN  Unknown tool: cycle.consolidate
> cycle.snapshot contextKeys=["release","process"]
= sessionId: s1
> cycle.route s1 userInput="May I release?"
= ok
> cycle.pack s1
= ok
> cycle.finalize s1 "not yet"
! PHASE_OUT_OF_ORDER  FINALIZE_RESPONSE cannot be called now: CONTEXT_PACK is done, and DRAFT comes next
> cycle.step s1 DRAFT input={"draft":"Never run the tests before a release."}
= ok
> cycle.finalize s1 "Never run the tests before a release." cells=[]
= integrity: OK
= violations.0.rule: (nothing)
= violations.0.severity: (nothing)
= response: Never run the tests before a release.⏎⏎[INTEGRITY: OK]
> cycle.validate s1
= valid: true
= errors.0: (nothing)
> cycle.finalize s1 "The key is AKIAIOSFODNN7EXAMPLE, use it."
! PHASE_OUT_OF_ORDER  FINALIZE_RESPONSE cannot be called now: GOVERNANCE_VALIDATE is done, and MEMORY_UPDATE comes next
> cycle.finalize s1 "Research shows 73.2% of users prefer it. It always works."
! PHASE_OUT_OF_ORDER  FINALIZE_RESPONSE cannot be called now: GOVERNANCE_VALIDATE is done, and MEMORY_UPDATE comes next
> cycle.validate s1
= valid: true
= warnings.0: (nothing)
