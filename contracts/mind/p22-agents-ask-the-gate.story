# P22: an agent asks whether knowledge is ready, with the voices in every role counted (its own word teaches nobody), and asking is
# not on the history of what it asked about.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "it was slow once" source="c.log" origin=tool
= id: e3
> evidence.record "measure, said the teacher" source="talk"
= id: e4
> mempal_knowledge_distill "Measure first" content="Then change." tier=dao_ren supporting_refs=["e1","e2"] teaching_refs=["e4"] counterexample_refs=["e3"] domain=global
= drawer_id: kn1
> mempal_knowledge_gate kn1
= tier: dao_ren
= status: candidate
= target_status: promoted
= allowed: false
= evidence_counts.supporting: 2
= evidence_counts.verification: 0
= evidence_counts.teaching: 0
= evidence_counts.counterexample: 1
= reasons: verification evidence refs below requirement: have 0, need 1, counterexample refs present: 1
> mempal_knowledge_gate kn1 target_status=canonical
! INPUT_INVALID  dao_ren only allows candidate, promoted, demoted, or retired
> mempal_knowledge_gate e1
! INPUT_INVALID  `drawer_id`: `e1` is not an id like `k_7h3k…`
> knowledge.show kn1
= status: candidate
= events: 1
