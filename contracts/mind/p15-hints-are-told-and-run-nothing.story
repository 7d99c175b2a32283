# P15: a hint says what knowledge leans towards: an intent, a way of working, a tool. It is told as it stands; it starts nothing,
# names no skill, and does not decide what is told.

as human ana
> evidence.record "the release was smooth" source="a.log" origin=tool
= id: e1
> evidence.record "the release was smooth again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Rehearse the release" content="On a copy." tier=shu supportingRefs=["e1"] domain=global triggerHints={"intentTags":["release"],"workflowBias":["rehearse-first"],"toolNeeds":["rm -rf ."]}
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.distill "Announce the release" content="To everybody." tier=shu supportingRefs=["e1"] domain=global triggerHints={"skillId":"announce"}
! INPUT_INVALID  `triggerHints.skillId`: unknown field `skillId`, expected one of `intentTags`, `intent_tags`, `workflowBias`, `workflow_bias`, `toolNeeds`, `tool_needs`
> knowledge.distill "Announce the release" content="To everybody." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn2
> knowledge.promote kn2 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
as agent codex-a
> memory.context "announce the release"
= sections.0.items: 2
= sections.0.items.0.drawerId: kn2
= sections.0.items.0.triggerHints: (nothing)
= sections.0.items.1.drawerId: kn1
= sections.0.items.1.triggerHints.workflowBias: rehearse-first
= sections.0.items.1.triggerHints.toolNeeds: rm -rf .
# What asks for the tool by name is answered by what is said, not by the hint.
> memory.context "rehearse-first"
= sections.0.items.0.drawerId: kn1
ledger
  1 ana  evidence.record    done                   e1
  2 ana  evidence.record    done                   e2
  3 ana  knowledge.distill  done                   kn1
  4 ana  knowledge.promote  done                   kn1
  5 ana  knowledge.distill  refused INPUT_INVALID  triggerHints.skillId
  6 ana  knowledge.distill  done                   kn2
  7 ana  knowledge.promote  done                   kn2
  chain ok
