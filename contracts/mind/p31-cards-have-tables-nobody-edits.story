# P31: cards, their links and their events are tables that anyone can read and nobody writes to; P48: the events are the audit.
needs engine

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> card.create "Measure first" content="Then change." tier=shu domain=global scopeConstraints="not for typos" triggerHints={"intentTags":["speed"]}
= cardId: card1
> card.link card1 e1 role=supporting note="the first run"
= created: true
sql select statement, content, tier, status, domain, field, anchor_kind, anchor_id, scope_constraints from knowledge_cards
| Measure first | Then change. | shu | candidate | global | general | global | global://default | not for typos
sql select card_id, evidence_drawer_id, role, note from knowledge_evidence_links
| card1 | e1 | supporting | the first run
sql select card_id, event_type, to_status, actor, seq from knowledge_events order by seq
| card1 | created | candidate | codex-a | 1
| card1 | linked | null | codex-a | 2
# A row that somebody changes below the tables is named.
> ledger.verify
= valid: true
tamper update knowledge_event set reason = 'nothing happened'
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `card1 event 1` is not what entry 2 left: the row was changed behind the ledger's back
