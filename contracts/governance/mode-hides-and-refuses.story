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
  recall_contradiction_check
  recall_contradiction_summary
  recall_contradictions
  recall_decisions
  recall_ideas
  recall_learning_link
  recall_learnings_by_status
  recall_links
  resolve_postmortem
  scope_explain
  search_hybrid
  search_semantic
  search_similar
  session_conflict
  session_end
  session_list
  session_log
  session_start
  store
  store_postmortem
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
  recall_archive
  recall_contradiction_check
  recall_contradiction_summary
  recall_contradictions
  recall_decisions
  recall_ideas
  recall_learning_link
  recall_learnings_by_status
  recall_link
  recall_links
  recall_obsolete
  recall_outcome
  recall_unlink
  reject
  resolve_postmortem
  scope_explain
  search_hybrid
  search_semantic
  search_similar
  session_conflict
  session_end
  session_list
  session_log
  session_start
  store
  store_direct
  store_postmortem

# In our own vocabulary the difference is the same.
as agent codex-a
tools native
  briefing_compose
  claim_compare
  claim_conflicts
  claim_contradictions
  claim_decisions
  claim_find
  claim_ideas
  claim_inform
  claim_learnings
  claim_links
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
  context_inject
  context_replay
  conversation_extract
  conversation_search
  conversation_store
  corridor_learnings
  corridor_links
  corridor_promote
  corridor_reinforce
  corridor_stats
  decay_apply
  decay_boost
  decay_preview
  decay_reinforce
  decay_stats
  evidence_erase
  evidence_get
  evidence_record
  evidence_show
  file_brief
  index_status
  index_unread
  key_list
  ledger_checkpoint
  ledger_consistency
  ledger_prove
  ledger_show
  ledger_trace
  ledger_verify
  palace_brief
  palace_playbooks
  palace_rooms
  palace_route
  palace_scope
  palace_settings
  palace_status
  postmortem_learn
  postmortem_list
  postmortem_resolve
  postmortem_show
  postmortem_stats
  postmortem_store
  proposal_expire
  proposal_list
  proposal_show
  session_conflict
  session_end
  session_list
  session_log
  session_start
  source_check
  source_gone
  source_import
  source_keep
  source_list
  source_show
as human ana
tools native
  briefing_compose
  claim_adopt
  claim_archive
  claim_compare
  claim_conflicts
  claim_contradictions
  claim_decisions
  claim_find
  claim_ideas
  claim_inform
  claim_inherit
  claim_learnings
  claim_link
  claim_links
  claim_obsolete
  claim_outcome
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
  context_inject
  context_replay
  conversation_extract
  conversation_search
  conversation_store
  corridor_learnings
  corridor_links
  corridor_promote
  corridor_reinforce
  corridor_stats
  decay_apply
  decay_boost
  decay_preview
  decay_reinforce
  decay_stats
  evidence_erase
  evidence_get
  evidence_record
  evidence_show
  file_brief
  grant_issue
  grant_list
  grant_revoke
  index_drop
  index_fill
  index_status
  index_unread
  key_enrol
  key_list
  ledger_checkpoint
  ledger_consistency
  ledger_prove
  ledger_show
  ledger_trace
  ledger_verify
  palace_brief
  palace_configure
  palace_playbooks
  palace_rooms
  palace_route
  palace_scope
  palace_settings
  palace_status
  postmortem_learn
  postmortem_list
  postmortem_resolve
  postmortem_show
  postmortem_stats
  postmortem_store
  proposal_approve
  proposal_decide
  proposal_expire
  proposal_list
  proposal_reject
  proposal_show
  proposal_snooze
  seal_decline
  seal_list
  session_conflict
  session_end
  session_list
  session_log
  session_start
  source_check
  source_entrust
  source_gone
  source_import
  source_keep
  source_list
  source_show
