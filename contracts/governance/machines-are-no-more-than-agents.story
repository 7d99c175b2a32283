# A machine is listed and refused what an agent is. Nobody comes through a door as one, so only the engine can tell this.
# Seed 000: phase 3, tool access matrix; invariant 6.

needs engine
as machine cron
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
! MODE_HUMAN_ONLY  Tool "store_direct" not available in machine mode
