# Calls from before a reset no longer count, in the session that was reset. The reset itself is an entry like the calls.
# Contract 004: section 3, workflow.
as agent codex-a
> session_start codex
= sessionId: s1
> record_experience type=effective domain=Process situation="A flaky test" approach="Seeded it" outcome="It is stable" reasoning="Chance was the cause"
= experience_id: x1
> tag_experience x1 tags=["tests"]
= updated: true
> check_compliance teach edit session_id=s1
= compliant: true
> reset_workflow s1
= reset: true
> check_compliance teach edit session_id=s1
= missing_requirements: record_experience, tag_experience
> get_session_state s1
= workflow_session.preset: three-gate
= workflow_session.gates_passed: 0
= workflow_session.active: true
= active: true
