# P102: an agent is briefed by the contract's own tool, in its spelling, with the shape that the terminal gives; nothing is recorded.

as human ana
> evidence.record "The harbour lights failed in Brest. TODO: replace the fuse." source="brest.log" origin=tool
= id: e1
> evidence.record "The harbour lights failed again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Harbour lights have two fuses" content="One is hidden." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
as agent codex-a
> mempal_brief "the harbour lights" max_items=5 dao_tian_limit=0
= query: the harbour lights
= summary.key_fact_count: 1
= summary.evidence_count: 2
= summary.card_count: 0
= key_facts.0.citation.drawer_id: kn1
= key_facts.0.citation.source_file: knowledge://global/general/qi/harbour-lights-have-two-fuses
= evidence.0.citation.drawer_id: e2
= unresolved_items: 1
= uncertainty.0.kind: no_cards
= next_actions: Go by drawers alone: no card speaks to this., Resolve the open items, or say that they are open., Cite the drawers above for whatever you assert, and record what you find out.
> mempal_brief "the harbour lights" maxItems=5
= ok
> mempal_brief
! INPUT_INVALID  Missing required parameter: query
> adoption.stats
= total: 0
ledger
  1 ana      evidence.record    done                   e1
  2 ana      evidence.record    done                   e2
  3 ana      knowledge.distill  done                   kn1
  4 ana      knowledge.promote  done                   kn1
  5 codex-a  memory.brief       refused INPUT_INVALID  query
  chain ok
