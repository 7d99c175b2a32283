# A gate is passed when the calls it wants were made: in order, lately, by whoever asks, and not refused.
# Contract 004: section 3, workflow; section 12, defect 4: the ancestor granted every time. Nothing says so but the ledger.
needs engine

as agent codex-a
> verify_compliance teach edit
! NOT_FOUND  no session of yours is under way, so there are no calls to read gates from
> session_start codex goal="mend the parser"
= sessionId: s1
> check_compliance teach edit session_id=s1
= compliant: false
= missing_requirements: record_experience, tag_experience
= next_steps: Call record_experience, Call tag_experience
= would_block: true
= mode: dry-run
= current_phase: teach
= action: edit
> verify_compliance teach edit session_id=s1
! COMPLIANCE_FAILED  the teach gate is not passed; missing: record_experience, tag_experience
> verify_compliance reason edit session_id=s1
! COMPLIANCE_FAILED  the reason gate is not passed; missing: record_experience, tag_experience, search_experiences, gather_context, reason_through, finalize_decision

# What was refused was not done.
> record_experience type=effective domain=Nope situation=a approach=b outcome=c reasoning=d
! INPUT_INVALID  `domain`: unknown variant `Nope`, expected one of `Tools`, `Protocol`, `Communication`, `Process`, `Debugging`, `Decision`
> check_compliance teach edit
= missing_requirements: record_experience, tag_experience

# One call of two is not enough, and what came first must come first.
> record_experience type=effective domain=Tools situation="The parser was slow" approach="Measured it" outcome="One loop was hot" reasoning="Numbers first" tags=["a"]
= recorded: true
= experience_id: x1
> verify_compliance teach edit session_id=s1
! COMPLIANCE_FAILED  the teach gate is not passed; missing: tag_experience

# Another's calls are another's. Nobody asks for a session that is not theirs.
as agent claude-b
> session_start claude-code
= sessionId: s2
> tag_experience x1 tags=["b"]
= updated: true
> verify_compliance teach edit session_id=s1
! SESSION_FOREIGN  session s1 belongs to somebody else
> check_compliance teach edit session_id=s1
! SESSION_FOREIGN  session s1 belongs to somebody else
> get_workflow_status s1
! SESSION_FOREIGN  session s1 belongs to somebody else
as agent codex-a
> check_compliance teach edit session_id=s1
= missing_requirements: tag_experience

> tag_experience x1 tags=["parser"]
= updated: true
> check_compliance teach edit session_id=s1
= compliant: true
= missing_requirements: 0
= next_steps: Nothing is missing for teach: call verify_compliance
= would_block: false
> verify_compliance teach edit session_id=s1
= compliant: true
= session_id: s1
= current_phase: teach
= message: Compliance verified, operation authorized
= token.type: operation
= token.phase: teach
= token.action: edit
> get_workflow_status s1
= session_id: s1
= current_phase: learn
= active_session: s1
= gates_status.teach: passed
= gates_status.learn: open
= gates_status.reason: open
= steps_completed: edit
= active_tokens.0.type: operation
= fast_track_active: false

# A session that was begun afterwards has no calls yet.
> session_start codex
= sessionId: s3
> check_compliance teach edit session_id=s3
= missing_requirements: record_experience, tag_experience

# What is older than a session lasts under the preset is too old.
advance 59m
> check_compliance teach edit session_id=s1
= compliant: true
advance 2m
> check_compliance teach edit session_id=s1
= missing_requirements: record_experience, tag_experience

# A row that says otherwise does not exist: there is none to be edited.
sql select count(*) from cycle_token where token_type = 'operation'
| 1

# Nothing is verified in a session that has ended.
> session_end s3
= state: completed
> verify_compliance teach edit session_id=s3
! SESSION_ENDED  session s3 is no longer under way
> verify_compliance dance edit session_id=s1
! INPUT_INVALID  `current_phase`: unknown variant `dance`, expected one of `teach`, `learn`, `reason`
