# A rule that was broken three times becomes a policy, and breaking it again blocks. Seed 004: repeated violations escalate.
needs engine

as agent codex-a
> cycle.snapshot
= sessionId: s1
> cycle.route s1 userInput=one
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"It never fails."}
= ok
> cycle.finalize s1 "It never fails."
= integrity: NEEDS_VERIFICATION
> cycle.snapshot sessionId=s1 restart=true
= ok
> cycle.route s1 userInput=two
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"It never fails."}
= ok
> cycle.finalize s1 "It never fails."
= integrity: NEEDS_VERIFICATION
> cycle.snapshot sessionId=s1 restart=true
= ok
> cycle.route s1 userInput=three
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"It never fails."}
= ok
> cycle.finalize s1 "It never fails."
= integrity: NEEDS_VERIFICATION
> cycle.consolidate threshold=1
= processed: 3
= cellsCreated: 5
= cellsUpdated: 0
= idempotent: false
= scope: project
= waiting: 0
= threshold: 1
= escalated: unsafe_assumption
= archived: 0
> cycle.snapshot sessionId=s1 restart=true
= ok
> cycle.route s1 userInput=four
= ok
> cycle.pack s1
= packedContext.cells: 5
= packedContext.cells.0.type: policy
= packedContext.cells.0.body: Policy: unsafe_assumption was broken 3 times and blocks from now on
> cycle.step s1 DRAFT input={"draft":"It never fails."}
= ok
> cycle.finalize s1 "It never fails."
= integrity: BLOCKED
= violations.0.severity: error
= violations.0.message: Draft contains absolute claims that may be unsafe assumptions (a policy by now: it was broken before)
> cycle.finalize s1 "It has not failed yet."
= response: It has not failed yet.⏎⏎[INTEGRITY: OK]
= integrity: OK
= integrityLine: [INTEGRITY: OK]
= violations: 0
