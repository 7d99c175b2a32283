# What a language model thought of says what it was made from, or it is not even filed.
# Seed 000: phase 2, criterion 4 and its LLM evidence requirements; invariant 4.

as agent extractor
> store "The cache is cold after a restart" as=learning source=auto_extract
! EVIDENCE_INSUFFICIENT  a proposal made by `auto_extract` must carry evidenceRefs with session_id, conversation_id, extractor
! next: Add session_id, conversation_id, extractor to evidenceRefs and call again
> store "The cache is cold after a restart" as=learning source=auto_extract evidenceRefs={"session_id": "s-1", "conversation_id": ""}
! EVIDENCE_INSUFFICIENT  a proposal made by `auto_extract` must carry evidenceRefs with conversation_id, extractor
> store "The cache is cold after a restart" as=learning source=auto_extract evidenceRefs={"session_id": "s-1", "conversation_id": "c-7", "extractor": "llm"}
= proposalId: p1
= status: pending

> store "These two contradict each other" as=learning source=contradiction_auto_link evidenceRefs={"source_record": "d_1", "target_record": "d_2"}
! EVIDENCE_INSUFFICIENT  a proposal made by `contradiction_auto_link` must carry evidenceRefs with confidence, explanation
> store "These two contradict each other" as=learning source=contradiction_auto_link evidenceRefs={"sourceRecord": "d_1", "targetRecord": "d_2", "confidence": 0.9, "explanation": "one says tabs, one says spaces"}
= proposalId: p2

# The words themselves are evidence too: who said them, and that it was an agent.
> proposals
= proposals.0.source: auto_extract
= proposals.0.evidence: e1
= proposals.0.evidenceRefs.extractor: llm
> evidence.show e1
= origin: agent
= principal: extractor
= content: The cache is cold after a restart

# Evidence that does not exist cannot be cited.
> store "Nobody saw this" evidence=["e_0"]
! NOT_FOUND  evidence `e_0` does not exist
