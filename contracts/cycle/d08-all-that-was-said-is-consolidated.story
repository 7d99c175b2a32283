# Situation, approach, outcome and reasoning all reach consolidation: one store, and the episodes are a view of it.
# Seed 004, defect 8: the ancestor bridged the situation alone, so that three experiences came to no cell.
needs engine

as agent codex-a
> experience.record type=effective domain=Tools situation="Searching the tree took long" approach="Use the index. You should ask for symbols first." outcome="The answer is immediate." reasoning="A scan is linear." confidence=0.8 tags=["search"]
= experienceId: x1
sql select experience_id, coalesce(session_id, 'none'), scope, context_keys_json, summary, outcome, trust, salience, source from episodic_experiences
| x1 | none | global | ["Tools","search"] | Searching the tree took long Use the index. You should ask for symbols first. The answer is immediate. A scan is linear. | success | 3 | 320 | agent
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 3
sql select cell_type, title, state, evidence_count, trust, salience from cells order by cell_type, title
| fact | A scan is linear. | observed | 1 | 1 | 250
| fact | The answer is immediate. | observed | 1 | 1 | 250
| rule | You should ask for symbols first. | observed | 1 | 1 | 250
sql select e.relation, e.experience_id, c.title from cell_evidence e join cells c on c.cell_id = e.cell_id order by c.title
| supports | x1 | A scan is linear.
| supports | x1 | The answer is immediate.
| supports | x1 | You should ask for symbols first.
sql select label, context_keys_json from scenes
| Tools, search | ["Tools","search"]
