# P99: the same diagnosis over MCP, with the tools that a server must have and whether this one has them, so that an agent that
# talks to an old one can tell.

as agent codex-a
> mempal_doctor
= db.exists: true
= db.compatible: true
= mcp.required_tools.0.name: mempal_context
= mcp.required_tools.0.advertised: true
= mcp.required_tools.1.name: mempal_brief
= mcp.required_tools.1.advertised: true
= mcp.required_tools.2.name: mempal_phase3
= mcp.required_tools.2.advertised: true
= mcp.required_tools.4.name: mempal_cowork_bus
= mcp.phase3_actions: analytics, capture, check_record, gate, guidance, list, instrumentation_policy, prepare_record, readiness, record, record_checked, review, stats, default_proposal, rollback_control, evaluator_advise, research_ingest_plan, research_validate_plan
ledger
  chain ok
