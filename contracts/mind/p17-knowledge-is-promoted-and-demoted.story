# P17: what is believed can be believed no longer, and every step says who, why and on what. P19: only evidence justifies a step.

as agent codex-a
> evidence.record "it survived the crash" source="a.log" origin=tool
= id: e1
> evidence.record "it survived the second crash" source="b.log" origin=tool
= id: e2
> evidence.record "it lost a write" source="c.log" origin=tool
= id: e3
> knowledge.distill "WAL survives" content="The log is replayed." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1

# There is nothing to lower yet, and nobody waits for what can never be.
> knowledge.demote kn1 status=demoted evidenceRefs=["e3"] reason="lost" reasonType=contradicted
! LIFECYCLE_NO_SUCH_MOVE  `kn1` is candidate, and cannot be demoted
as human ana
> knowledge.promote kn1 status=canonical verificationRefs=["e2"] reason="twice"
! INPUT_INVALID  qi only allows candidate, promoted, demoted, or retired
> knowledge.promote kn1 status=demoted verificationRefs=["e2"] reason="twice"
! INPUT_INVALID  promotion leads to promoted or canonical
> knowledge.promote kn1 status=promoted verificationRefs=["kn1"] reason="it says so itself"
! INPUT_INVALID  gate refs must point to evidence drawers: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["nothing"] reason="somebody said"
! INPUT_INVALID  gate refs must contain drawer ids: nothing
> knowledge.promote kn1 status=promoted verificationRefs=["e1"] reason="the same once more"
! INPUT_INVALID  `e1` is supporting evidence already, and cannot be verification too
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="twice"
= oldStatus: candidate
= newStatus: promoted
= verificationRefs: e2
= gate.allowed: true
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="twice"
! LIFECYCLE_NO_SUCH_MOVE  `kn1` is promoted already
> knowledge.demote kn1 status=promoted evidenceRefs=["e3"] reason="lost" reasonType=contradicted
! INPUT_INVALID  demotion leads to demoted or retired
> knowledge.demote kn1 status=demoted evidenceRefs=[] reason="lost" reasonType=contradicted
! EVIDENCE_INSUFFICIENT  a demotion names at least one piece of evidence against it
> knowledge.demote kn1 status=demoted evidenceRefs=["e3"] reason="lost" reasonType=boring
! INPUT_INVALID  `reasonType`: unknown variant `boring`, expected one of `contradicted`, `obsolete`, `superseded`, `out_of_scope`, `unsafe`
> knowledge.demote kn1 status=demoted evidenceRefs=["e3"] reason="it lost a write" reasonType=contradicted
= oldStatus: promoted
= newStatus: demoted
= counterexampleRefs: e3
> knowledge.demote kn1 status=retired evidenceRefs=["e3"] reason="never mind" reasonType=obsolete
= newStatus: retired
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] answered=["e3"] reason="twice"
! LIFECYCLE_NO_SUCH_MOVE  `kn1` is retired, and is kept for history only
> knowledge.show kn1
= status: retired
= events.1.fromStatus: candidate
= events.1.toStatus: promoted
= events.2.eventType: demoted
= events.2.metadata.reasonType: contradicted
= events.3.eventType: retired
= events.3.actor: ana
ledger
   1 codex-a  evidence.record    done                            e1
   2 codex-a  evidence.record    done                            e2
   3 codex-a  evidence.record    done                            e3
   4 codex-a  knowledge.distill  done                            kn1
   5 codex-a  knowledge.demote   refused LIFECYCLE_NO_SUCH_MOVE  kn1
   6 ana      knowledge.promote  refused INPUT_INVALID           status
   7 ana      knowledge.promote  refused INPUT_INVALID           status
   8 ana      knowledge.promote  refused INPUT_INVALID           kn1
   9 ana      knowledge.promote  refused INPUT_INVALID           nothing
  10 ana      knowledge.promote  refused INPUT_INVALID           e1
  11 ana      knowledge.promote  done                            kn1
  12 ana      knowledge.promote  refused LIFECYCLE_NO_SUCH_MOVE  kn1
  13 ana      knowledge.demote   refused INPUT_INVALID           status
  14 ana      knowledge.demote   refused EVIDENCE_INSUFFICIENT   evidenceRefs
  15 ana      knowledge.demote   refused INPUT_INVALID           reasonType
  16 ana      knowledge.demote   done                            kn1
  17 ana      knowledge.demote   done                            kn1
  18 ana      knowledge.promote  refused LIFECYCLE_NO_SUCH_MOVE  kn1
  chain ok
