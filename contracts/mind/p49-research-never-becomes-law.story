# P49: what research brings is evidence of origin research and nothing else: no report writes knowledge, whatever it calls itself,
# and only distilling makes a candidate of it, which the gate then weighs like any other.

as human ana
> research.ingest execute=true report={"report_id": "r-1", "title": "Laws", "tier": "dao_tian", "status": "canonical", "sources": ["https://a.example/1"], "findings": [{"summary": "Caches are cold", "tier": "dao_tian", "status": "canonical", "memory_kind": "knowledge"}, "Caches warm up"], "candidate_insights": [{"statement": "All caches are cold", "tier": "dao_tian", "status": "canonical"}]}
= createdCount: 2
= evidenceDrawers.0.drawerId: e1
= evidenceDrawers.1.drawerId: e2
= candidateInsights: 1
> knowledge.list
= items: 0
> drawer.show e1
= drawer.memoryKind: evidence
= drawer.provenance: research
= drawer.tier: (nothing)
= drawer.statement: (nothing)
> memory.context "cold caches"
= sections: 0
as agent codex-a
> knowledge.distill "All caches are cold" content="At first." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
# One report is one voice: it cannot check itself.
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="the report says so"
! EVIDENCE_INSUFFICIENT  promotion gate failed: verification evidence refs below requirement: have 0, need 1
