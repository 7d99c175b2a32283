# The mind contract's own names and spelling work wherever ours do; the ledger only ever writes ours.
# Seed 001, section 1: fields in snake case, both ways.

as agent codex-a
> evidence.record "WAL survived the crash" source="crash.log" origin=tool
= id: e1
> evidence.record "It did again" source="second.log" origin=tool
= id: e2
> mempal_knowledge_distill "Use WAL" content="The log is replayed." tier=qi supporting_refs=["e1"] domain=global trigger_hints={"intent_tags": ["crash"]}
= drawer_id: kn1
= dry_run: false
= drawerId: (nothing)
# Whoever spells it our way is understood too, and it is the same knowledge.
> mempal_knowledge_distill "Use WAL" content="The log is replayed." tier=qi supportingRefs=["e1"] domain=global triggerHints={"intentTags": ["crash"]}
= drawer_id: kn1
= created: false
> mempal_knowledge_distill "Use WAL" content="x" tier=qi supporting_refs=["e1"] supportingRefs=["e1"]
! INPUT_INVALID  `supporting_refs` was given twice, in two spellings
> knowledge.gate kn1 target_status=promoted
! INPUT_INVALID  `target_status`: unknown field `target_status`, expected one of `drawerId`, `targetStatus`, `reviewer`, `allowCounterexamples`
# A refusal names fields as they were spelled.
> mempal_knowledge_gate target_status=promoted
! INPUT_INVALID  Missing required parameter: drawer_id
> mempal_knowledge_gate kn1
= evidence_counts.supporting: 1
= requirements.min_supporting_refs: 1
# What waits for a human says so in the same spelling.
> mempal_knowledge_promote kn1 status=promoted verification_refs=["e2"] reason="it held"
= proposal_id: p1
as human ana
> mempal_knowledge_promote kn1 status=promoted verification_refs=["e2"] reason="it held"
= old_status: candidate
= new_status: promoted
= gate.evidence_counts.supporting: 1
> mempal_no_such_tool
! TOOL_UNKNOWN  Unknown tool: mempal_no_such_tool
ledger
   1 codex-a  evidence.record      done                   e1
   2 codex-a  evidence.record      done                   e2
   3 codex-a  knowledge.distill    done                   kn1
   4 codex-a  knowledge.distill    done                   kn1
   5 codex-a  knowledge.distill    refused INPUT_INVALID  supporting_refs
   6 codex-a  knowledge.gate       refused INPUT_INVALID  target_status
   7 codex-a  knowledge.gate       refused INPUT_INVALID  drawerId
   8 codex-a  knowledge.promote    proposed               p1
   9 ana      knowledge.promote    done                   kn1
  10 ana      mempal_no_such_tool  refused TOOL_UNKNOWN   mempal_no_such_tool
  chain ok
