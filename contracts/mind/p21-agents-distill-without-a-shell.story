# P21: an agent distils from evidence by the contract's own tool; it plans without writing, and never gets more than a candidate.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> mempal_knowledge_distill "Measure first" content="Then change." tier=dao_ren supporting_refs=["e1","e2"] domain=global dry_run=true
= created: false
= dry_run: true
> knowledge.list
= items: 0
> mempal_knowledge_distill "Measure first" content="Then change." tier=dao_ren supporting_refs=["e1","e2"] domain=global status=promoted
! INPUT_INVALID  `status`: unknown field `status`, expected one of `statement`, `content`, `tier`, `supporting_refs`, `counterexample_refs`, `teaching_refs`, `verification_refs`, `domain`, `field`, `wing`, `room`, `scope_constraints`, `trigger_hints`, `importance`, `dry_run`
> mempal_knowledge_distill "Measure first" content="Then change." tier=dao_ren supporting_refs=["e1","e2"] domain=global
= drawer_id: kn1
= created: true
> knowledge.show kn1
= status: candidate
= believed: false
= events.0.actor: codex-a
> memory.context "measure first"
= sections: 0
