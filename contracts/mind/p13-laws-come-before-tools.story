# P13: what to know before a task comes in one order: laws of everything, laws of the field, methods, tools, and evidence
# where it is asked for. Only what a human let be believed is in it, and everything in it can be cited.

as human ana
> evidence.record "the deploy failed when nobody measured" source="monday.log" origin=tool
= id: e1
> evidence.record "the deploy went well after a measurement" source="tuesday.log" origin=tool
= id: e2
> evidence.record "a third deploy confirmed it" source="wednesday.log" origin=tool
= id: e3
> evidence.record "measure before you deploy, said the teacher" source="talk" origin=human
= id: e4
> evidence.record "deploys were measured for a month" source="month.log" origin=tool
= id: e5
> evidence.record "the dashboard was right" source="board.log" origin=tool
= id: e6
> knowledge.distill "Deploy with the dashboard open" content="It shows the error rate." tier=qi supportingRefs=["e1"] domain=global triggerHints={"toolNeeds":["dashboard"]}
= drawerId: kn1
> knowledge.distill "Measure, deploy, measure" content="In this order." tier=shu supportingRefs=["e1"] domain=global triggerHints={"workflowBias":["measure-first"]}
= drawerId: kn2
> knowledge.distill "A deploy is an experiment" content="It can fail." tier=dao_ren supportingRefs=["e1","e2"] domain=global
= drawerId: kn3
> knowledge.distill "Change nothing that is not measured" content="Whatever it is." tier=dao_ren supportingRefs=["e1","e2","e3"] teachingRefs=["e4"] domain=global
= drawerId: kn4
# A candidate is not believed, so nobody is told.
> memory.context "how do we deploy"
= sections: 0
= anchors.0.anchorId: repo://legacy
= anchors.1.anchorId: global://default
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.promote kn2 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.promote kn3 status=promoted verificationRefs=["e3"] reason="it held"
= newStatus: promoted
> knowledge.promote kn4 status=promoted verificationRefs=["e5"] reason="it held"
= newStatus: promoted
> knowledge.raise kn4 verificationRefs=["e6"] reason="it holds everywhere"
= drawerId: kn5
= status: canonical
as agent codex-a
> memory.context "how do we deploy" includeEvidence=true
= query: how do we deploy
= domain: project
= field: general
= sections: 5
= sections.0.name: dao_tian
= sections.0.items.0.text: Change nothing that is not measured
= sections.0.items.0.status: canonical
= sections.1.name: dao_ren
= sections.1.items.0.drawerId: kn3
= sections.2.name: shu
= sections.2.items.0.text: Measure, deploy, measure
= sections.2.items.0.triggerHints.workflowBias: measure-first
= sections.3.name: qi
= sections.3.items.0.text: Deploy with the dashboard open
= sections.3.items.0.sourceFile: knowledge://global/general/qi/deploy-with-the-dashboard-open
= sections.3.items.0.triggerHints.toolNeeds: dashboard
= sections.3.items.0.evidenceCitations: 2
= sections.3.items.0.evidenceCitations.0.evidenceDrawerId: e1
= sections.3.items.0.evidenceCitations.0.role: supporting
= sections.3.items.0.evidenceCitations.0.sourceFile: monday.log
= sections.4.name: evidence
= sections.4.items.0.sourceFile: month.log
= sections.4.items.0.anchorKind: global
# Evidence is opt-in.
> memory.context "how do we deploy"
= sections.4.name: (nothing)
# What is lowered is no longer told.
as human ana
> evidence.record "the dashboard was down" source="down.log" origin=tool
= id: e7
> knowledge.demote kn1 status=demoted evidenceRefs=["e7"] reason="it was down" reasonType=contradicted
= newStatus: demoted
> memory.context "how do we deploy"
= sections.2.name: shu
= sections.3.name: (nothing)
> memory.context "how do we deploy" maxItems=0
! INPUT_INVALID  maxItems must be at least 1
> memory.context "how do we deploy" maxItems=1
= sections: 1
= sections.0.items: 1
ledger
   1 ana  evidence.record    done                   e1
   2 ana  evidence.record    done                   e2
   3 ana  evidence.record    done                   e3
   4 ana  evidence.record    done                   e4
   5 ana  evidence.record    done                   e5
   6 ana  evidence.record    done                   e6
   7 ana  knowledge.distill  done                   kn1
   8 ana  knowledge.distill  done                   kn2
   9 ana  knowledge.distill  done                   kn3
  10 ana  knowledge.distill  done                   kn4
  11 ana  knowledge.promote  done                   kn1
  12 ana  knowledge.promote  done                   kn2
  13 ana  knowledge.promote  done                   kn3
  14 ana  knowledge.promote  done                   kn4
  15 ana  knowledge.raise    done                   kn5
  16 ana  evidence.record    done                   e7
  17 ana  knowledge.demote   done                   kn1
  18 ana  memory.context     refused INPUT_INVALID  maxItems
  chain ok
