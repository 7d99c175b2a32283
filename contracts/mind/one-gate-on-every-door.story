# Knowledge is distilled by anyone, weighed by one gate, and believed only under a human's seal.
# Seed 001: P16 distill, P18 gate, P20 promote, P21 demote, P24 policy.

as agent codex-a
> evidence.record "WAL survived the crash" source="crash.log" origin=tool
= id: e1
> evidence.record "WAL survived again" source="second.log" origin=tool
= id: e2
> evidence.record "the manual says that the log is replayed" source="manual" origin=research
= id: e3
> knowledge.distill "Use WAL" content="The log is replayed after a crash." tier=dao_ren supportingRefs=["e1","e2"] domain=global
= drawerId: kn1
= created: true
= status: candidate
# Told again, it is the same.
> knowledge.distill "Use WAL" content="The log is replayed after a crash." tier=dao_ren supportingRefs=["e1","e2"] domain=global
= drawerId: kn1
= created: false
> knowledge.gate kn1
= allowed: false
= reasons.0: verification evidence refs below requirement: have 0, need 1
= evidenceCounts.supporting: 2
= requirements.minSupportingRefs: 2

# An agent asks; a human decides.
> knowledge.promote kn1 status=promoted reason="it held"
! EVIDENCE_INSUFFICIENT  promotion gate failed: verification evidence refs below requirement: have 0, need 1
> knowledge.promote kn1 status=promoted verificationRefs=["e3"] reason="it held"
= proposalId: p1
> knowledge.show kn1
= status: candidate
= believed: false
as human ana
> approve p1
= ok
> knowledge.show kn1
= status: promoted
= believed: true
= events.0.eventType: created
= events.1.eventType: promoted
= events.1.actor: ana

# A counterexample lowers it, and the same reason raises it again once the counterexample is answered.
> evidence.record "a network disk lost the log" source="third.log" origin=tool
= id: e4
> knowledge.demote kn1 status=demoted evidenceRefs=["e4"] reason="it lost data" reasonType=contradicted
= newStatus: demoted
> knowledge.promote kn1 status=promoted reason="it held"
! EVIDENCE_INSUFFICIENT  promotion gate failed: counterexample refs present: 1
! next: Name the counterexamples that were answered in `answered`, and add what else is missing
> knowledge.promote kn1 status=promoted reason="it held" allowCounterexamples=true
! INPUT_INVALID  counterexamples are not waived by whoever asks: answer them with `answered`, under a human's seal
> knowledge.promote kn1 status=promoted reason="it held" answered=["e4"]
= newStatus: promoted
> knowledge.show kn1
= events.2.eventType: demoted
= events.3.eventType: unlinked
= events.4.eventType: promoted
= events.4.reason: it held

# Evidence under it cannot vanish silently.
> evidence.erase id=["e1"]
= lowered: kn1
> knowledge.show kn1
= status: candidate
= believed: false
> proposal.list
= proposals.0.op: knowledge.promote
ledger
   1 codex-a  evidence.record    done                           e1
   2 codex-a  evidence.record    done                           e2
   3 codex-a  evidence.record    done                           e3
   4 codex-a  knowledge.distill  done                           kn1
   5 codex-a  knowledge.distill  done                           kn1
   6 codex-a  knowledge.promote  refused EVIDENCE_INSUFFICIENT  gate
   7 codex-a  knowledge.promote  proposed                       p1
   8 ana      proposal.approve   done                           p1
   9 ana      evidence.record    done                           e4
  10 ana      knowledge.demote   done                           kn1
  11 ana      knowledge.promote  refused EVIDENCE_INSUFFICIENT  gate
  12 ana      knowledge.promote  refused INPUT_INVALID          allowCounterexamples
  13 ana      knowledge.promote  done                           kn1
  14 ana      evidence.erase     done                           e1
  15 ana      palace.scrub       done                           0 copies
  chain ok
