# P18 and P20: what each tier takes is a table that anyone may read, and the gate says what is missing without touching anything.
# W4: voices are counted, not references; who reviews is who seals, whatever name a caller gives.

as agent codex-a
> knowledge.policy
= entries.0.tier: dao_tian
= entries.0.targetStatus: canonical
= entries.0.requirements.minSupportingRefs: 3
= entries.0.requirements.minVerificationRefs: 2
= entries.0.requirements.minTeachingRefs: 1
= entries.0.requirements.reviewerRequired: true
= entries.1.tier: dao_ren
= entries.1.requirements.minSupportingRefs: 2
= entries.2.tier: shu
= entries.3.requirements.counterexamplesBlock: true
> evidence.record "the build was green" source="ci.log" origin=tool
= id: e1
> evidence.record "the build was green on the second day too" source="ci.log" origin=tool
= id: e2
> evidence.record "I believe that it is green" source="me"
= id: e3
> evidence.record "I still believe it" source="my notes"
= id: e4
> evidence.record "the other branch was red" source="other.log" origin=tool
= id: e5
> knowledge.distill "The build is green" content="Look at the log." tier=dao_ren supportingRefs=["e1","e2"] counterexampleRefs=["e5"] domain=global
= drawerId: kn1
> knowledge.gate kn1 reviewer=ana
= allowed: false
= targetStatus: promoted
= evidenceCounts.supporting: 1
= evidenceCounts.counterexample: 1
= reasons.0: supporting evidence refs below requirement: have 1, need 2
= reasons.1: verification evidence refs below requirement: have 0, need 1
= reasons.2: counterexample refs present: 1
> knowledge.gate kn1 allowCounterexamples=true
! INPUT_INVALID  counterexamples are not waived by whoever asks: answer them with `answered`, under a human's seal
> knowledge.gate kn1 targetStatus=canonical
! INPUT_INVALID  dao_ren only allows candidate, promoted, demoted, or retired
# Two words of one agent are one voice, and a voice that speaks for something cannot check it.
> knowledge.distill "Green" content="Look." tier=shu supportingRefs=["e3"] domain=global
= drawerId: kn2
> knowledge.promote kn2 status=promoted verificationRefs=["e4"] reason="I checked myself"
! EVIDENCE_INSUFFICIENT  promotion gate failed: verification evidence refs below requirement: have 0, need 1
> knowledge.show kn1
= status: candidate
= events.1: (nothing)
ledger
   1 codex-a  evidence.record    done                           e1
   2 codex-a  evidence.record    done                           e2
   3 codex-a  evidence.record    done                           e3
   4 codex-a  evidence.record    done                           e4
   5 codex-a  evidence.record    done                           e5
   6 codex-a  knowledge.distill  done                           kn1
   7 codex-a  knowledge.gate     refused INPUT_INVALID          allowCounterexamples
   8 codex-a  knowledge.gate     refused INPUT_INVALID          status
   9 codex-a  knowledge.distill  done                           kn2
  10 codex-a  knowledge.promote  refused EVIDENCE_INSUFFICIENT  gate
  chain ok
