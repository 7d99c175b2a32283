# An evaluator's findings become advice: the same from the same findings, on evidence that is there, and it moves nothing.

as agent codex-a
> evidence.record "12 passed" source="cargo test" origin=tool
= id: e1
> evidence.record "1 failed, in the cache" source="cargo test" origin=tool
= id: e2
> evaluator.advise evaluatorId=ev-1 subjectKind=dao_ren subjectId=k_1 proposedAction=promote evidenceRefs=["e1"]
= writes: false
= recommendation: advisory_support
= lifecycleAuthority: false
= deterministicGateRequired: true
= requiresHumanReview: false
= evidenceRefs: e1
= reasons: evidence refs: 1, nothing against, advice only: the gate and a human decide
= adoptionCapture.recordPayload.track: evaluator
= adoptionCapture.recordPayload.signal: used
= adoptionCapture.recordPayload.query: dao_ren:k_1 promote
> evaluator.advise evaluatorId=ev-1 subjectKind=dao_ren subjectId=k_1 proposedAction=promote
= recommendation: needs_evidence
> evaluator.advise evaluatorId=ev-1 subjectKind=dao_ren subjectId=k_1 proposedAction=promote evidenceRefs=["e1"] counterexampleRefs=["e2"]
= recommendation: do_not_promote
> evaluator.advise evaluatorId=ev-1 subjectKind=dao_ren subjectId=k_1 proposedAction=promote evidenceRefs=["e1"] riskNotes=["it is one machine"]
= recommendation: do_not_promote
> evaluator.advise evaluatorId=ev-1 subjectKind=dao_tian subjectId=k_1 proposedAction="make canonical" evidenceRefs=["e1", "e1"]
= recommendation: requires_human_review
= requiresHumanReview: true
= evidenceRefs: e1
# What is cited must be there, and must be evidence.
> evaluator.advise evaluatorId=ev-1 subjectKind=dao_ren subjectId=k_1 proposedAction=promote evidenceRefs=["e_0"]
! NOT_FOUND  evidence `e_0` does not exist
> evaluator.advise evaluatorId=ev-1 subjectKind=dao_ren subjectId=k_1 proposedAction=promote evidenceRefs=["d_0"]
! INPUT_INVALID  `evidenceRefs[0]`: `d_0` is not an id like `e_7h3k…`
> evaluator.advise evaluatorId=ev-1 subjectKind=dao_ren subjectId=k_1
! INPUT_INVALID  Missing required parameter: proposedAction
> adoption.stats
= total: 0
