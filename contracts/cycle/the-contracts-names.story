# The guarded cycle under the contract's own names and in its spelling, through every door. Seed 004: the memory tools, of which
# two were only claimed.

as agent codex-a
> compliance_snapshot context=ctx context_keys=["auth"]
= session_id: s1
= phase: SNAPSHOT
= status: ok
= scope_mode: project
= snapshot_hash: h1
> compliance_router session_id=s1 snapshot_hash=""
= route: ROUTER
= status: blocked
= has_draft: false
> compliance_router session_id=s1 snapshot_hash=h1 user_input=hi
= route: CONTEXT_PACK
= phase: ROUTER
= status: ok
> context_pack session_id=s1 byte_budget=400
= packed_context.cells: 0
= packed_context.experiences: 0
= byte_count: 170
= phase: CONTEXT_PACK
> guarded_cycle session_id=s1 phase=SNAPSHOT input={"draft":"text"}
! PHASE_OUT_OF_ORDER  SNAPSHOT cannot be called now: CONTEXT_PACK is done, and DRAFT comes next
> guarded_cycle session_id=s1 phase=DRAFT input={"draft":"text"}
= output.draft_provided: true
= next_phase: FINALIZE_RESPONSE
> record_invocation session_id=s1 tool_name=Grep input_obj={"pattern":"x"} output_obj={"lines":2}
= session_id: s1
> finalize_response session_id=s1 draft="Research shows 73.2% of users prefer it. It always works."
= response: Research shows 73.2% of users prefer it. It always works.⏎⏎[INTEGRITY: NEEDS_VERIFICATION]
= integrity: NEEDS_VERIFICATION
= integrity_line: [INTEGRITY: NEEDS_VERIFICATION]
= violations.0.rule: no_implied_research
= violations.0.severity: warning
= violations.0.message: Draft claims research/evidence without citations
= violations.1.message: Draft contains specific numbers without cited source
= violations.2.message: Draft contains absolute claims that may be unsafe assumptions
> finalize_response session_id=s1 draft=""
! INPUT_INVALID  `draft`: `` is not text: it is blank
> governance_validate session_id=s1
= valid: true
= context_hash_match: true
= receipt_id: receipt1
= token.token_id: token1
> guarded_cycle session_id=s1 phase=MEMORY_UPDATE input={"user_input":"hi"}
= output.outcome: success
= next_phase: null
> guarded_cycle session_id=s1 phase=MEMORY_UPDATE
! PHASE_OUT_OF_ORDER  MEMORY_UPDATE cannot be called now: MEMORY_UPDATE is done, and SNAPSHOT comes next
> guarded_cycle session_id=ses_999 phase=SNAPSHOT
! NOT_FOUND  session `ses_999` does not exist
