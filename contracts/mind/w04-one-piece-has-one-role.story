# W4: evidence named twice counts once, a piece has one role, and two drawers of one source are one voice.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast at noon" source="a.log" origin=tool
= id: e2
> knowledge.distill "Measure first" content="Then change." tier=dao_ren supportingRefs=["e1","e1","e2"] domain=global
= drawerId: kn1
> knowledge.gate kn1
= evidenceCounts.supporting: 1
> knowledge.promote kn1 status=promoted verificationRefs=["e1"] reason="it held"
! INPUT_INVALID  `e1` is supporting evidence already, and cannot be verification too
> knowledge.distill "Change late" content="Measure." tier=qi supportingRefs=["e1"] teachingRefs=["e1"] domain=global
! INPUT_INVALID  `e1` is supporting evidence already, and cannot be teaching too
> knowledge.distill "Change late" content="Measure." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn2
# The same log cannot check what it said, whoever reads it out.
as human ana
> knowledge.promote kn2 status=promoted verificationRefs=["e2"] reason="it held" reviewer=bob
! EVIDENCE_INSUFFICIENT  promotion gate failed: verification evidence refs below requirement: have 0, need 1
ledger
  1 codex-a  evidence.record    done                           e1
  2 codex-a  evidence.record    done                           e2
  3 codex-a  knowledge.distill  done                           kn1
  4 codex-a  knowledge.promote  refused INPUT_INVALID          e1
  5 codex-a  knowledge.distill  refused INPUT_INVALID          e1
  6 codex-a  knowledge.distill  done                           kn2
  7 ana      knowledge.promote  refused EVIDENCE_INSUFFICIENT  gate
  chain ok
