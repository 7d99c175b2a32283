# What an agent may not do does not exist for it: it is not listed, and calling it by name is refused out loud.
# Seed 000: phase 3, tool access matrix, criteria 1, 2 and 3; invariants 1 and 6.

as agent codex-a
tools
  brief
  explore
  explore_callees
  explore_callers
  explore_deps
  explore_file
  explore_graph
  explore_impact
  explore_symbol
  explore_symbols
  proposals
  recall
  recall_decisions
  session_end
  session_list
  session_start
  store
> store_direct "We use one file" as=decision
! MODE_HUMAN_ONLY  Tool "store_direct" not available in agent mode
! class: mode
> approve p_0
! MODE_HUMAN_ONLY  Tool "approve" not available in agent mode
> claim_adopt "We use one file" as=decision
! MODE_HUMAN_ONLY  Tool "claim_adopt" not available in agent mode
> no_such_tool
! TOOL_UNKNOWN  Unknown tool: no_such_tool

# A name is not a mode, and nothing said on the way changes it: it was set when the process started.
as agent ana
> store_direct "We use one file" as=decision
! MODE_HUMAN_ONLY  Tool "store_direct" not available in agent mode
> approve p_0 by=ana
! MODE_HUMAN_ONLY  Tool "approve" not available in agent mode
> store "We use one file" mode=human
! INPUT_INVALID  `mode`: unknown field `mode`, expected one of `content`, `as`, `kind`, `scope`, `scopePath`, `scope_path`, `context`, `rationale`, `tag`, `tags`, `confidence`, `evidence`, `source`, `evidenceRefs`, `evidence_refs`, `direct`

as human ana
tools
  approve
  brief
  explore
  explore_callees
  explore_callers
  explore_deps
  explore_file
  explore_graph
  explore_impact
  explore_symbol
  explore_symbols
  proposals
  recall
  recall_decisions
  reject
  session_end
  session_list
  session_start
  store
  store_direct

# In our own vocabulary the difference is the same.
as agent codex-a
tools native
  claim_decisions
  claim_propose
  claim_recall
  claim_retire
  code_callees
  code_callers
  code_check
  code_deps
  code_file
  code_graph
  code_impact
  code_keep
  code_search
  code_symbol
  code_symbols
  context_assemble
  context_replay
  evidence_erase
  evidence_get
  evidence_record
  evidence_show
  index_status
  key_list
  ledger_checkpoint
  ledger_consistency
  ledger_prove
  ledger_show
  ledger_trace
  ledger_verify
  palace_brief
  palace_rooms
  palace_status
  proposal_expire
  proposal_list
  proposal_show
  session_end
  session_list
  session_start
  source_check
  source_gone
  source_import
  source_keep
  source_list
  source_show
as human ana
tools native
  claim_adopt
  claim_decisions
  claim_inherit
  claim_propose
  claim_recall
  claim_retire
  claim_show
  code_callees
  code_callers
  code_check
  code_deps
  code_file
  code_graph
  code_impact
  code_keep
  code_search
  code_symbol
  code_symbols
  context_assemble
  context_replay
  evidence_erase
  evidence_get
  evidence_record
  evidence_show
  grant_issue
  grant_list
  grant_revoke
  index_drop
  index_fill
  index_status
  key_enrol
  key_list
  ledger_checkpoint
  ledger_consistency
  ledger_prove
  ledger_show
  ledger_trace
  ledger_verify
  palace_brief
  palace_rooms
  palace_status
  proposal_approve
  proposal_expire
  proposal_list
  proposal_reject
  proposal_show
  seal_decline
  seal_list
  session_end
  session_list
  session_start
  source_check
  source_entrust
  source_gone
  source_import
  source_keep
  source_list
  source_show
