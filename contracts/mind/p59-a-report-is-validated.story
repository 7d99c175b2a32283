# A report of research is validated before any of it comes in; nothing is written.

as agent codex-a
> research.validate report={"report_id": "r-7", "title": "Cold caches", "sources": [{"url": "https://a.example/1"}], "findings": ["The cache is cold after a restart", {"summary": "Warming it takes nine seconds"}], "candidate_insights": ["Warm the cache before serving", {"statement": "Restart rarely", "findings": [0]}]}
= valid: true
= reportId: r-7
= title: Cold caches
= sourceCount: 1
= findingCount: 2
= candidateInsightCount: 2
= errors: 0
> research.validate report={}
= valid: false
= errors: report_id is required, title is required, sources must contain at least one item, findings must contain at least one item
> research.validate report={"report_id": "r", "title": "T", "sources": ["s"], "findings": ["f"], "candidate_insights": [{"statement": "x", "findings": [7]}]}
= valid: false
= errors: candidate_insights.0 cites finding 7, which is not there
> palace.status
= evidence: 0
