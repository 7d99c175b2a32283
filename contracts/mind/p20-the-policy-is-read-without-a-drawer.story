# P20: what each tier takes can be read in a palace that holds nothing, and is what the gate then asks for.

as agent codex-a
> mempal_knowledge_policy
= entries: 4
= entries.0.tier: dao_tian
= entries.0.target_status: canonical
= entries.0.requirements.min_supporting_refs: 3
= entries.0.requirements.min_verification_refs: 2
= entries.0.requirements.min_teaching_refs: 1
= entries.0.requirements.reviewer_required: true
= entries.1.tier: dao_ren
= entries.1.target_status: promoted
= entries.1.requirements.min_supporting_refs: 2
= entries.1.requirements.min_verification_refs: 1
= entries.1.requirements.reviewer_required: false
= entries.2.tier: shu
= entries.2.requirements.min_supporting_refs: 1
= entries.2.requirements.min_verification_refs: 1
= entries.3.tier: qi
= entries.3.requirements.min_supporting_refs: 1
= entries.3.requirements.counterexamples_block: true
> palace.status
= evidence: 0
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> knowledge.distill "Write ahead" content="Then apply." tier=dao_ren supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.gate kn1
= requirements.minSupportingRefs: 2
= requirements.minVerificationRefs: 1
= requirements.minTeachingRefs: 0
= requirements.counterexamplesBlock: true
ledger
  1 codex-a  evidence.record    done  e1
  2 codex-a  knowledge.distill  done  kn1
  chain ok
