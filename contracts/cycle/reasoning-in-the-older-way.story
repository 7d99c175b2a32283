# The older tools of reasoning answer as they did, stand alone, and say what replaced them.
# Contract 004: section 3, reasoning, with the recorded calls; defect 7: a line's end is a line's end.
as agent codex-a
> analyze_problem "How to fix the login error in my React app urgently step by step"
= session_id: rs1
= user_intent.goal: implementation
= user_intent.priority: high
= user_intent.format: tutorial
= user_intent.context: frontend
= suggested_queries.search.query: login error react urgently step
= suggested_queries.search.patterns: login, error, react, urgently, step
= suggested_queries.search.recommended: true
= suggested_queries.localFiles: src/auth/, src/components/Auth, README.md
= key_concepts: login, error, react, urgently, step
= next_step: Call gather_context with sources collected from suggested queries
= deprecated: true
= replacement: compliance_snapshot + compliance_router
= deprecation_notice: analyze_problem is deprecated. Use compliance_snapshot followed by compliance_router for the new GUARDED_REASON lifecycle.
= code: LEGACY_TOOL_DEPRECATED
> gather_context rs1
= session_id: rs1
= status: awaiting_sources
= synthesized_context: No context sources provided.
= token_count: 50
= expected_format.local_docs: (array) Results from Read tool
= priority_breakdown.critical: 0
= code: LEGACY_TOOL_DEPRECATED
> gather_context rs1 sources={"experiences":[{"type":"effective","domain":"Tools","approach":"x","outcome":"y"}],"local_docs":[{"path":"README.md","content":"hello"}]}
= synthesized_context: ## Effective Approaches⏎⏎- **Tools**: x → y⏎⏎## Project Documentation⏎⏎**README.md**: hello...⏎⏎
= token_count: 150
= priority_breakdown.critical: 1
= priority_breakdown.high: 1
= next_step: Call reason_through to evaluate approaches
= replacement: context_pack
> reason_through rs1 "Use JWT tokens for login in the React app" thought_number=1 confidence=0.8
= session_id: rs1
= thought_id: th1
= thought_number: 1
= scope_creep_detected: false
= scope_creep_warning: null
= replacement: guarded_cycle
> reason_through rs1 "Bake some bread" thought_number=2 revises_thought=1
= scope_creep_detected: true
= scope_creep_warning: This thought shares little with the problem. Come back to it, or say why it matters
> reason_through rs1 "Take back what is not there" thought_number=3 revises_thought=9
! NOT_FOUND  there is no thought 9 to take back
> reason_through rs1 "Nowhere" thought_number=0
! INPUT_INVALID  `thought_number`: a place between 1 and 1000

# A problem is thought through by whoever began.
as agent claude-b
> reason_through rs1 "I know better" thought_number=3
! SESSION_FOREIGN  session rs1 belongs to somebody else
> get_session_state rs1
! SESSION_FOREIGN  session rs1 belongs to somebody else
> reason_through reasoning_0 "Nowhere" thought_number=1
! NOT_FOUND  reasoning session `reasoning_0` does not exist
as agent codex-a
> get_session_state rs1
= session_id: rs1
= reasoning_session.phase: reason
= reasoning_session.problem: How to fix the login error in my React app urgently step by step
= workflow_session: null
= thought_count: 2
= thoughts.0.confidence: 0.8
= thoughts.1.revises_thought: 1
= active: true
> finalize_decision rs1 "Implement JWT" rationale=stateless
= session_id: rs1
= conclusion: Implement JWT
= experience_id: x1
= session_summary.problem: How to fix the login error in my React app urgently step by step
= session_summary.thoughts_count: 2
= session_summary.avg_confidence: 0.8
= message: Decision finalized and recorded as experience x1
= replacement: finalize_response + governance validation
= code: LEGACY_TOOL_DEPRECATED
> get_experience x1
= domain: Decision
= situation: How to fix the login error in my React app urgently step by step
= approach: Implement JWT
= reasoning: stateless
> reason_through rs1 "One more" thought_number=3
! SESSION_ENDED  reasoning session rs1 is concluded
> analyze_problem "Which editor should we choose"
= session_id: rs2
= user_intent.goal: decision
> finalize_decision rs2 "Any" record_as_experience=false
= experience_id: null
= message: Decision finalized

# Secrets are taken out before anything is written.
> analyze_problem "Why does ghp_012345678901234567890123456789abcdef not work"
= session_id: rs3
sql select count(*) from reasoning_session where problem like '%ghp_0123%'
| 0
sql select count(*) from ledger where body like '%ghp_0123%'
| 0
