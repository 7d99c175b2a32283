# Gates want looks too, and a look is a call: whoever makes every call in order is let through, by the default preset and by the strict one.
# Contract 004: section 3, workflow and config.
needs engine

as agent codex-a
> session_start codex goal="mend the parser"
= sessionId: s1
> record_experience type=effective domain=Tools situation="The parser was slow" approach="Measured it" outcome="One loop was hot" reasoning="Numbers first"
= experience_id: x1
> tag_experience x1 tags=["parser"]
= updated: true
> search_experiences parser
= ok
> analyze_problem "Which loop is hot?"
= session_id: rs1
> gather_context rs1 sources={}
= ok
> check_compliance learn edit session_id=s1
= compliant: true
> verify_compliance reason edit session_id=s1
! COMPLIANCE_FAILED  the reason gate is not passed; missing: reason_through, finalize_decision
> reason_through rs1 "The inner one" thought_number=1
= ok
> finalize_decision rs1 "Mend the inner loop"
= ok
> verify_compliance reason edit session_id=s1
= compliant: true
= message: Compliance verified, operation authorized

as human ana
> apply_preset strict
= ok
as agent codex-a
> session_start codex goal="mend it strictly"
= sessionId: s2
> record_experience type=effective domain=Tools situation="The lexer was slow" approach="Read it whole" outcome="Two tables became one" reasoning="Fewer is faster"
= experience_id: x3
> tag_experience x2 tags=["lexer"]
= updated: true
> export_experiences format=json
= ok
> search_experiences lexer
= ok
> get_experience x2
= ok
> analyze_problem "Which table is left?"
= session_id: rs2
> gather_context rs2 sources={}
= ok
> verify_compliance reason edit session_id=s2
! COMPLIANCE_FAILED  the reason gate is not passed; missing: analyze_problem, reason_through, finalize_decision
> analyze_problem "And which loop?"
= session_id: rs3
> reason_through rs3 "The one that is left" thought_number=1
= ok
> finalize_decision rs3 "Keep one table"
= ok
> verify_compliance reason edit session_id=s2
= compliant: true
> get_workflow_status s2
= gates_status.teach: passed
= gates_status.learn: passed
= gates_status.reason: passed
