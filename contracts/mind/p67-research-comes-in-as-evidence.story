# Findings come in as evidence of origin research, once, when a person says so; insights become suggestions with what they cite.

as human ana
> research.ingest report={"report_id": "r-7", "title": "Cold caches", "sources": [{"url": "https://a.example/1"}], "findings": ["The cache is cold after a restart", {"summary": "Warming it takes nine seconds"}], "candidate_insights": ["Warm the cache before serving", {"statement": "Restart rarely", "findings": [0]}]}
= valid: true
= writes: false
= plannedEvidenceCount: 2
= createdCount: 0
= evidenceDrawers.0.drawerId: e1
= evidenceDrawers.0.sourceFile: research://r-7#finding-0
= evidenceDrawers.0.created: false
> palace.status
= evidence: 0
> research.ingest execute=true report={"report_id": "r-7", "title": "Cold caches", "sources": [{"url": "https://a.example/1"}], "findings": ["The cache is cold after a restart", {"summary": "Warming it takes nine seconds"}], "candidate_insights": ["Warm the cache before serving", {"statement": "Restart rarely", "findings": [0]}]}
= writes: true
= createdCount: 2
= skippedCount: 0
= evidenceDrawers.0.drawerId: e1
= evidenceDrawers.1.sourceFile: research://r-7#finding-1
= candidateInsights.0.supportingRefs: e1, e2
= candidateInsights.1.supportingRefs: e1
= candidateInsights.1.suggestedCommand: palace, mind, knowledge, distill, --tier, qi, --field, research, --statement=Restart rarely, --content=Restart rarely, --supporting-ref, e1
> evidence.show e1
= origin: research
= source: research://r-7#finding-0
= principal: ana
# The same report again writes nothing, and nothing became a claim.
> research.ingest execute=true report={"report_id": "r-7", "title": "Cold caches", "sources": [{"url": "https://a.example/1"}], "findings": ["The cache is cold after a restart", {"summary": "Warming it takes nine seconds"}], "candidate_insights": ["Warm the cache before serving", {"statement": "Restart rarely", "findings": [0]}]}
= writes: false
= createdCount: 0
= skippedCount: 2
= evidenceDrawers.0.drawerId: e1
> research.ingest execute=true report={"report_id": "r"}
= valid: false
= writes: false
= errors: title is required, sources must contain at least one item, findings must contain at least one item
> palace.status
= evidence: 2
= claims: 0
ledger
  1 ana  research.ingest  done  research r-7
  chain ok
