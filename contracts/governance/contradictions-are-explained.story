# What cannot both be so is found by rules that can be read. An agent files a link with its reasons; only a human links.
# Seed 000: recall_contradictions, recall_contradiction_check, recall_contradiction_summary; invariant 4.

as human ana
> store_direct "The server listens on port 8080" as=decision
= id: d1
> store_direct "The server listens on port 9090" as=learning
= id: l1
> store_direct "Always seal a decision" as=decision
= id: d2
> store_direct "Never seal a decision" as=idea
= id: i1
> store_direct "Backups run at night" as=learning
= id: l2

as agent codex-a
> store "The server listens on port 7070" as=learning
= proposalId: p1
> recall_contradictions d1
= contradictions: 1
= contradictions.0.id: l1
= contradictions.0.confidence: 0.9
= contradictions.0.rule: number
= contradictions.0.explanation: one says 8080, the other 9090, about listen, port, server
= filed: (nothing)
> recall_contradictions l2
= contradictions: 0
> recall_contradictions d2 minConfidence=0.99
= contradictions: 0
> recall_contradictions d_0
! NOT_FOUND  authoritative claim `d_0` does not exist
> recall_contradiction_check d2 i1
= contradicts: true
= confidence: 0.98
= explanation: one says "always", the other "never", about decision, seal
> recall_contradiction_check d1 d2
= contradicts: false
> recall_contradiction_summary
= pairs: 2
= linked: 0
= unlinked: 2
= pairs.0.confidence: 0.98

# The link waits for a human, with what it was made from; filing it twice files it once.
> recall_contradictions d1 autoLink=true
= filed: p2
> recall_contradictions l1 autoLink=true
= filed: (nothing)
> proposal.show p2
= proposal.op: claim.link
= proposal.source: contradiction_auto_link
= proposal.evidenceRefs.source_record: d1
= proposal.evidenceRefs.target_record: l1
= proposal.evidenceRefs.confidence: 0.9
= proposal.evidenceRefs.explanation: one says 8080, the other 9090, about listen, port, server
> recall_links d1
= links: 0
as human ana
> approve p2
= result.relation: contradicts
> recall_contradictions d1
= contradictions.0.linked: true
> recall_contradiction_summary limit=1
= pairs.0.linked: true
= pairs.0.record2Id: l1
= linked: 1
= unlinked: 1

# Near in words is found too, among what holds.
> store_direct "The server is listening on port 8080 now" as=learning
= id: l3
as agent codex-a
> search_similar d1
= similar.0.id: l3
> search_similar d1 minSimilarity=1
= similar: 0
> search_similar d_0
! NOT_FOUND  authoritative claim `d_0` does not exist
