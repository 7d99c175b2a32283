# Each thing that can be wrong with a draft, and what it comes to: worth knowing, to be verified, blocked. Contract 004: section 8,
# finalize_response; its rules could warn and never block. What blocks besides is told in a-draft-is-looked-at (the contrary of what is
# stable) and in a-rule-broken-thrice-blocks.
needs engine

as agent codex-a
> cycle.snapshot contextKeys=["cache","tools"]
= sessionId: s1
# Nothing was looked at yet.
> cycle.validate s1
= valid: false
= errors: Phase: ROUTER was not done in this cycle, Phase: CONTEXT_PACK was not done in this cycle, Phase: DRAFT was not done in this cycle, Phase: FINALIZE_RESPONSE was not done in this cycle, Finalize: no response was looked at

# 1.
> cycle.snapshot sessionId=s1 restart=true contextKeys=["cache","tools"]
= ok
> cycle.route s1 userInput="1"
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"Research shows that it is so."}
= ok
> cycle.finalize s1 "Research shows that it is so."
= integrity: NEEDS_VERIFICATION
= violations: 1
= violations.0.rule: no_implied_research
= violations.0.severity: warning

# 2.
> cycle.snapshot sessionId=s1 restart=true contextKeys=["cache","tools"]
= ok
> cycle.route s1 userInput="2"
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"It helped 73.2% of them."}
= ok
> cycle.finalize s1 "It helped 73.2% of them."
= integrity: NEEDS_VERIFICATION
= violations: 1
= violations.0.rule: no_false_precision
= violations.0.severity: warning

# 3.
> cycle.snapshot sessionId=s1 restart=true contextKeys=["cache","tools"]
= ok
> cycle.route s1 userInput="3"
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"Maybe it is. Perhaps it was. I think so."}
= ok
> cycle.finalize s1 "Maybe it is. Perhaps it was. I think so."
= integrity: NEEDS_VERIFICATION
= violations: 1
= violations.0.rule: no_guessing
= violations.0.severity: warning

# 4.
> cycle.snapshot sessionId=s1 restart=true contextKeys=["cache","tools"]
= ok
> cycle.route s1 userInput="4"
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"It is guaranteed."}
= ok
> cycle.finalize s1 "It is guaranteed."
= integrity: NEEDS_VERIFICATION
= violations: 1
= violations.0.rule: unsafe_assumption
= violations.0.severity: warning

# 5.
> cycle.snapshot sessionId=s1 restart=true contextKeys=["cache","tools"]
= ok
> cycle.route s1 userInput="5"
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"First open the file, then change the line, next close it, and finally save it. Then look at it once more, and finally show it to somebody. Then wait for what they say, and then go on with the next file of the list."}
= ok
> cycle.finalize s1 "First open the file, then change the line, next close it, and finally save it. Then look at it once more, and finally show it to somebody. Then wait for what they say, and then go on with the next file of the list."
= integrity: OK
= violations: 1
= violations.0.rule: procedural_numbering
= violations.0.severity: info

# 6.
> cycle.snapshot sessionId=s1 restart=true contextKeys=["cache","tools"]
= ok
> cycle.route s1 userInput="6"
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"Take AKIAIOSFODNN7EXAMPLQ with you."}
= ok
> cycle.finalize s1 "Take AKIAIOSFODNN7EXAMPLQ with you."
= integrity: BLOCKED
= violations: 1
= violations.0.rule: no_secrets
= violations.0.severity: error

# What is blocked fails governance, and another draft is looked at.
> cycle.validate s1
= valid: false
= errors: Phase: FINALIZE_RESPONSE was not done in this cycle, Finalize: the response is BLOCKED
> cycle.finalize s1 "Take nothing with you."
= integrity: OK
= violations: 0
> cycle.validate s1
= valid: true
= warnings: 0

# Memory that is little trusted, and memory that something speaks against.
> experience.record "The cache is cold in winter." type=effective domain=Tools approach=a outcome=b reasoning=c tags=["cache"]
= ok
> experience.record "The cache is not cold in winter." type=effective domain=Tools approach=d outcome=e reasoning=f tags=["cache"]
= ok
> cycle.consolidate threshold=1
= escalated: 0
> cycle.snapshot sessionId=s1 restart=true contextKeys=["cache","tools"]
= ok
> cycle.route s1 userInput="7"
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"I know that the cache is cold in winter."}
= ok
> cycle.finalize s1 "I know that the cache is cold in winter."
= integrity: OK
= violations: 2
= violations.0.rule: inference_labeling
= violations.0.severity: info
= violations.1.rule: contradiction_notice
= violations.1.severity: info
