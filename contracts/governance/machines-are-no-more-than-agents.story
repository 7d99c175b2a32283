# A machine is listed and refused what an agent is. Nobody comes through a door as one, so only the engine can tell this.
# Seed 000: phase 3, tool access matrix; invariant 6.

needs engine
as machine cron
tools
  brief
  decay_apply
  decay_boost
  decay_preview
  decay_reinforce
  decay_stats
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
  search_similar
  session_end
  session_list
  session_start
  store
> store_direct "We use one file" as=decision
! MODE_HUMAN_ONLY  Tool "store_direct" not available in machine mode
