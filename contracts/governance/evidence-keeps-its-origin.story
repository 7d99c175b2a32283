# What was seen is kept as it was seen, with where it came from. Nobody writes down a human's word but a human.
# Law 4 of the architecture.

as agent codex-a
> evidence.record "test result: ok. 12 passed" source="cargo test" origin=tool
= id: e1
= origin: tool
> evidence.record "I like it" source="a chat" origin=human
! INPUT_INVALID  only a human records what a human said
! next: Leave origin out, or use agent, tool or research
> store "Ana likes it" source=human
! INPUT_INVALID  only a human proposes what a human thought of
! next: Leave source out, or say what made it
> store "The suite passes in twelve tests" as=learning evidence=["e1"]
= proposalId: p1
as human ana
> proposal.show p1
= shown.evidence: 2
= shown.evidence.0.origin: agent
= shown.evidence.1.origin: tool
= shown.evidence.1.source: cargo test
> approve p1
= result.evidence: e2, e1
> evidence.record "I like it" source="a chat"
= origin: human
> evidence.show e_0
! NOT_FOUND  evidence `e_0` does not exist
