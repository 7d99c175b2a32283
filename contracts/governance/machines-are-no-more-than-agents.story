# A machine is listed and refused what an agent is. Nobody comes through a door as one, so only the engine can tell this.
# Seed 000: phase 3, tool access matrix; invariant 6.

needs engine
as machine cron
tools
  brief
  brief_file
  briefing_smart
  context_auto_inject
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
  embedding_stats
  embedding_sync
  explore
  explore_callees
  explore_callers
  explore_context
  explore_deps
  explore_file
  explore_graph
  explore_impact
  explore_rooms
  explore_symbol
  explore_symbols
  get_postmortem
  get_postmortems
  get_route
  postmortem_stats
  postmortem_to_learnings
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
! MODE_HUMAN_ONLY  Tool "store_direct" not available in machine mode
