# An agent plans what research would bring in, with the ids it would have; it never has it written.

as agent codex-a
> research.ingest report={"report_id": "r-7", "title": "Cold caches", "sources": [{"url": "https://a.example/1"}], "findings": ["The cache is cold after a restart", {"summary": "Warming it takes nine seconds"}], "candidate_insights": ["Warm the cache before serving", {"statement": "Restart rarely", "findings": [0]}]}
= writes: false
= plannedEvidenceCount: 2
= evidenceDrawers.0.findingIndex: 0
= evidenceDrawers.0.created: false
= candidateInsights: 2
> research.ingest execute=true report={"report_id": "r-7", "title": "Cold caches", "sources": [{"url": "https://a.example/1"}], "findings": ["The cache is cold after a restart", {"summary": "Warming it takes nine seconds"}], "candidate_insights": ["Warm the cache before serving", {"statement": "Restart rarely", "findings": [0]}]}
! MODE_HUMAN_ONLY  an agent plans what research would bring in; a person has it written
! next: Leave `execute` out, and ask a person to run `palace research ingest FILE --execute`
> palace.status
= evidence: 0
ledger
  1 codex-a  research.ingest  refused MODE_HUMAN_ONLY  execute
  chain ok
