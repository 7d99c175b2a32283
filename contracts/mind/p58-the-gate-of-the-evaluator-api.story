# The gate of the evaluator API asks for accepted advice, no rollback and no contradiction; it gives nobody authority.

as agent codex-a
> adoption.record track=evaluator signal=accepted feature=advisory_gate evaluatorId=ev-1 query="skill trigger"
= quality: ready
> adoption.record track=evaluator signal=accepted feature=advisory_gate evaluatorId=ev-1 query="release steps"
= quality: ready
> adoption.record track=evaluator signal=accepted feature=advisory_gate evaluatorId=ev-1 query="flaky test"
= quality: ready
> adoption.gate evaluator-api
= ready: true
= requiredTrack: evaluator
= stats.accepted: 3
> adoption.record track=evaluator signal=contradiction feature=advisory_gate evaluatorId=ev-1 note="the advice was wrong"
= quality: ready
> adoption.gate evaluator-api
= ready: false
= reasons: contradiction events present: 1, 4 of 4 events of the last 30 days count: ready, or an alarm, and one for each principal and occasion
> adoption.record track=research_adapter signal=accepted feature=research_ingest_plan researchReportId=r-1 note="it was found again"
= quality: ready
> adoption.gate research-adapter
= ready: true
= stats.accepted: 1
