# What a language model thought of says what it was made from, or it is not even filed.
# Seed 000: phase 2, criterion 4 and its LLM evidence requirements; invariant 4.

as human ana
> store_direct "We indent with tabs" as=decision
= id: d1
> store_direct "We indent with spaces" as=decision
= id: d2

as agent extractor
> session_start agentType=extractor
= sessionId: s1
> conversation_store sessionId=s1 messages=[{"role":"user","content":"The first request after a restart took a minute."}]
= conversationId: src1
> source.keep documents=[{"path":"notes.md","kind":"markdown","parts":[{"text":"The cache is kept in memory."}]}]
= kept: 1
> source.list path=notes
= sources.0.id: src2
> store "The cache is cold after a restart" as=learning source=auto_extract
! EVIDENCE_INSUFFICIENT  a proposal made by `auto_extract` must carry evidenceRefs with session_id, conversation_id, extractor
! next: Add session_id, conversation_id, extractor to evidenceRefs and call again
> store "The cache is cold after a restart" as=learning source=auto_extract evidenceRefs={"session_id": "s1", "conversation_id": ""}
! EVIDENCE_INSUFFICIENT  a proposal made by `auto_extract` must carry evidenceRefs with conversation_id, extractor
# What it names must be there: a session that nobody began, a conversation that nobody kept, and a file that is none are refused.
> store "The cache is cold after a restart" as=learning source=auto_extract evidenceRefs={"session_id": "ses_0", "conversation_id": "src1", "extractor": "llm"}
! NOT_FOUND  session `ses_0` does not exist
> store "The cache is cold after a restart" as=learning source=auto_extract evidenceRefs={"session_id": "s1", "conversation_id": "c 7", "extractor": "llm"}
! INPUT_INVALID  evidenceRefs.conversation_id: `c 7` is not an id like `src_7h3k…`
> store "The cache is cold after a restart" as=learning source=auto_extract evidenceRefs={"session_id": "s1", "conversation_id": "src_0", "extractor": "llm"}
! NOT_FOUND  conversation `src_0` does not exist
> store "The cache is cold after a restart" as=learning source=auto_extract evidenceRefs={"session_id": "s1", "conversation_id": "src2", "extractor": "llm"}
! NOT_FOUND  conversation `src2` does not exist
> store "The cache is cold after a restart" as=learning source=auto_extract evidenceRefs={"session_id": "s1", "conversation_id": "src1", "extractor": "llm"}
= proposalId: p1
= status: pending

> store "These two contradict each other" as=learning source=contradiction_auto_link evidenceRefs={"source_record": "d1", "target_record": "d2"}
! EVIDENCE_INSUFFICIENT  a proposal made by `contradiction_auto_link` must carry evidenceRefs with confidence, explanation
> store "These two contradict each other" as=learning source=contradiction_auto_link evidenceRefs={"sourceRecord": "d1", "targetRecord": "d_0", "confidence": 0.9, "explanation": "one says tabs, one says spaces"}
! NOT_FOUND  authoritative claim `d_0` does not exist
> store "These two contradict each other" as=learning source=contradiction_auto_link evidenceRefs={"sourceRecord": "d1", "targetRecord": "d2", "confidence": 9, "explanation": "one says tabs, one says spaces"}
! INPUT_INVALID  evidenceRefs.confidence: `9` is not a confidence between 0 and 1
> store "These two contradict each other" as=learning source=contradiction_auto_link evidenceRefs={"sourceRecord": "d1", "targetRecord": "d2", "confidence": 0.9, "explanation": "one says tabs, one says spaces"}
= proposalId: p2

# The words themselves are evidence too: who said them, and that it was an agent.
> proposals
= proposals.0.source: auto_extract
= proposals.0.evidence: e3
= proposals.0.evidenceRefs.extractor: llm
> evidence.show e3
= origin: agent
= principal: extractor
= content: The cache is cold after a restart

# Evidence that does not exist cannot be cited.
> store "Nobody saw this" evidence=["e_0"]
! NOT_FOUND  evidence `e_0` does not exist
