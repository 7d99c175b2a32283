# A guarded cycle is seven calls, one after the other: what is known, what is asked, what to read, a draft, a look at it, a
# judgement, and what is remembered. Seed 004: the guarded cycle's phases.
needs engine

as agent codex-a
> experience.record "The login failed after midnight" type=effective domain=Debugging approach="Looked at the clock first" outcome="The token was too old" reasoning="Tokens are compared with the clock" confidence=0.9 tags=["auth"]
= experienceId: x1
> cycle.snapshot contextKeys=["auth"] context="someone cannot log in"
= sessionId: s1
= phase: SNAPSHOT
= status: ok
= scopeMode: project
= nextPhase: ROUTER
= cycle: 1
> cycle.step s1 ROUTER input={"userInput":"Why does the login fail?"}
= phase: ROUTER
= output.status: ok
= output.nextAction: CONTEXT_PACK
= nextPhase: CONTEXT_PACK
> cycle.step s1 CONTEXT_PACK
= output.status: ok
= output.packedExperiences: 1
= output.packedContext.experiences.0.id: x1
= output.packedContext.experiences.0.trust: 3
= output.packedContext.experiences.0.salience: 320
= output.packedContext.experiences.0.whyIncluded: trust:3,sal:320
> cycle.step s1 DRAFT input={"draft":"The token is compared with the clock. Set the clock."}
= output.status: ok
= output.draftProvided: true
= nextPhase: FINALIZE_RESPONSE
> cycle.step s1 FINALIZE_RESPONSE input={"draft":"The token is compared with the clock. Set the clock."}
= output.status: ok
= output.integrity: OK
= output.integrityLine: [INTEGRITY: OK]
= output.response: The token is compared with the clock. Set the clock.⏎⏎[INTEGRITY: OK]
> cycle.step s1 GOVERNANCE_VALIDATE
= output.status: ok
= output.valid: true
= output.chainCount: 5
= output.receiptId: receipt1
= output.token.tokenId: token1
= output.token.permissions.0: write
> cycle.step s1 MEMORY_UPDATE input={"userInput":"Why does the login fail?","summary":"Clocks are compared before tokens."}
= output.status: ok
= output.outcome: success
= output.experienceId: x2
= nextPhase: null
> experience.show x2
= situation: Guarded cycle completed for: Why does the login fail?
= reasoning: Clocks are compared before tokens.
= source: system
= type: effective
> receipt.verify receipt1
= valid: true
> cycle.token token1
= valid: true
> cycle.spend token1 write sessionId=s1
= authorized: true
ledger
  1 codex-a  experience.record  done  x1
  2 codex-a  cycle.snapshot     done  s1
  3 codex-a  cycle.step         done  s1
  4 codex-a  cycle.step         done  s1
  5 codex-a  cycle.step         done  s1
  6 codex-a  cycle.step         done  s1
  7 codex-a  cycle.step         done  s1
  8 codex-a  cycle.step         done  s1
  9 codex-a  cycle.spend        done  token1
  chain ok
