# P23: by the contract's tools an agent may ask that knowledge be promoted or demoted; the call is weighed at once, then waits for
# a human, and until then nothing has moved.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "it was slow once" source="c.log" origin=tool
= id: e3
> knowledge.distill "Measure first" content="Then change." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> mempal_knowledge_promote kn1 status=promoted verification_refs=[] reason="I am sure"
! EVIDENCE_INSUFFICIENT  promotion gate failed: verification evidence refs below requirement: have 0, need 1
> mempal_knowledge_promote kn1 status=promoted verification_refs=["e2"] reason="it held" reviewer="ana"
= proposal_id: p1
> knowledge.show kn1
= status: candidate
as human ana
> approve p1
= result.newStatus: promoted
as agent codex-a
> mempal_knowledge_demote kn1 status=demoted evidence_refs=["e3"] reason="it was slow" reason_type=contradicted
= proposal_id: p2
> knowledge.show kn1
= status: promoted
= events.1.actor: ana
as human ana
> reject p2 note="once is nothing"
= ok
> knowledge.show kn1
= status: promoted
= believed: true
ledger
  1 codex-a  evidence.record    done                           e1
  2 codex-a  evidence.record    done                           e2
  3 codex-a  evidence.record    done                           e3
  4 codex-a  knowledge.distill  done                           kn1
  5 codex-a  knowledge.promote  refused EVIDENCE_INSUFFICIENT  gate
  6 codex-a  knowledge.promote  proposed                       p1
  7 ana      proposal.approve   done                           p1
  8 codex-a  knowledge.demote   proposed                       p2
  9 ana      proposal.reject    done                           p2
  chain ok
