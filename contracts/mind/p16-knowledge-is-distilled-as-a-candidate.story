# P16: evidence is distilled into a candidate, by rule and by nobody's authority: no tier is believed at birth.
# W8: a method (shu) is distilled like everything else; a law of everything is raised, never written.

as agent codex-a
> evidence.record "the index was rebuilt in two seconds" source="bench.log" origin=tool
= id: e1
> knowledge.distill "Rebuild the index after a crash" content="It takes two seconds." tier=shu supportingRefs=["e1"] domain=global triggerHints={"intentTags":["repair"],"workflowBias":["measure-first"],"toolNeeds":["cargo"]} dryRun=true
= created: false
= dryRun: true
= status: candidate
> knowledge.list
= items: 0
> knowledge.distill "Rebuild the index after a crash" content="It takes two seconds." tier=shu supportingRefs=["e1"] domain=global triggerHints={"intentTags":["repair"],"workflowBias":["measure-first"],"toolNeeds":["cargo"]}
= drawerId: kn1
= created: true
> knowledge.show kn1
= tier: shu
= status: candidate
= believed: false
= triggerHints.intentTags.0: repair
= refs.0.role: supporting
= events.0.eventType: created
= events.0.actor: codex-a
> knowledge.distill "Everything returns" content="Always." tier=dao_tian supportingRefs=["e1"] domain=global
! INPUT_INVALID  distill only allows candidate dao_ren, shu or qi
> knowledge.distill "x" content="y" tier=qi supportingRefs=[] domain=global
! EVIDENCE_INSUFFICIENT  knowledge is distilled from at least one piece of evidence
> knowledge.distill "x" content="y" tier=qi supportingRefs=["e_nothing"] domain=global
! NOT_FOUND  ref drawer not found: e_nothing
> knowledge.distill "x" content="y" tier=qi supportingRefs=["kn1"] domain=global
! INPUT_INVALID  gate refs must point to evidence drawers: kn1
> knowledge.distill "x" content="y" tier=qi supportingRefs=["e1"] domain=global importance=6
! INPUT_INVALID  `importance`: `6` is not an importance from 0 to 5
> knowledge.distill "x" content="y" tier=qi supportingRefs=["e1"]
! INPUT_INVALID  global anchor requires domain=global
> knowledge.distill "the token is ghp_012345678901234567890123456789abcdef" content="y" tier=qi supportingRefs=["e1"] domain=global
! INPUT_INVALID  the words hold a secret (github-token), and a seal would keep them to the letter
ledger
   1 codex-a  evidence.record    done                           e1
   2 codex-a  knowledge.distill  done                           kn1
   3 codex-a  knowledge.distill  done                           kn1
   4 codex-a  knowledge.distill  refused INPUT_INVALID          tier
   5 codex-a  knowledge.distill  refused EVIDENCE_INSUFFICIENT  supportingRefs
   6 codex-a  knowledge.distill  refused NOT_FOUND              e_nothing
   7 codex-a  knowledge.distill  refused INPUT_INVALID          kn1
   8 codex-a  knowledge.distill  refused INPUT_INVALID          importance
   9 codex-a  knowledge.distill  refused INPUT_INVALID          domain
  10 codex-a  knowledge.distill  refused INPUT_INVALID          knowledge
  chain ok
