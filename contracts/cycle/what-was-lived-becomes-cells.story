# Experiences about the same make one scene; a sentence said again speaks for its cell, the contrary speaks against it.
# Seed 004, consolidation: grouping, kinds of cells, evidence, contradiction groups, supersession, states, nothing twice.
needs engine

as agent codex-a
in repo://one
> experience.record type=effective domain=Tools situation="The shared cache is warm." approach=b outcome=c reasoning=d tags=["cache"]
= experienceId: x1
> experience.record type=ineffective domain=Tools situation="The shared cache is warm. Nothing else to say" approach=e outcome=f reasoning=g tags=["cache"]
= experienceId: x2
> experience.record type=effective domain=Process situation="You must write it down." approach=h outcome=i reasoning=j tags=["notes","talk","team"]
= experienceId: x3
# Too few are left waiting.
> cycle.consolidate
= processed: 0
= waiting: 3
= threshold: 5
= idempotent: true
> cycle.consolidate threshold=3
= processed: 3
= cellsCreated: 2
sql select s.label, s.context_keys_json, s.scope from scenes s order by s.label
| Process, notes, talk | ["Process","notes","talk","team"] | project
| Tools, cache | ["Tools","cache"] | project
sql select c.cell_type, c.title, c.state, c.evidence_count, c.contradiction_count, c.trust, c.salience, coalesce(c.conflict_group, 'none') from cells c order by c.title
| fact | The shared cache is warm. | reinforced | 2 | 0 | 1 | 360 | none
| rule | You must write it down. | observed | 1 | 0 | 1 | 250 | none
# Nothing new changes nothing, however often one asks.
> cycle.consolidate threshold=1
= processed: 0
= cellsCreated: 0
= cellsUpdated: 0
= idempotent: true
sql select count(*) from cell_evidence
| 3
# Another project has its own, and so has everyone.
in repo://two
> cycle.consolidate threshold=1
= processed: 0
in repo://one
> cycle.consolidate scope=global threshold=1
= processed: 0
= scope: global

# The contrary: both are of one group, and the newer takes the place of the older.
> experience.record type=ineffective domain=Tools situation="The shared cache is not warm." approach=k outcome=l reasoning=m tags=["cache"]
= experienceId: x4
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 1
= cellsUpdated: 1
sql select c.title, c.state, c.evidence_count, c.contradiction_count from cells c where c.cell_type = 'fact' order by c.title
| The shared cache is not warm. | observed | 1 | 0
| The shared cache is warm. | reinforced | 2 | 1
sql select n.title, o.title from cells n join cells o on o.cell_id = n.supersedes_cell_id and o.conflict_group = n.conflict_group
| The shared cache is not warm. | The shared cache is warm.
sql select e.relation, e.experience_id, c.title from cell_evidence e join cells c on c.cell_id = e.cell_id where e.relation = 'contradicts'
| contradicts | x4 | The shared cache is warm.
# Contradicted twice, it decays.
> experience.record type=ineffective domain=Tools situation="The shared cache is not warm today." approach=n outcome=o reasoning=p tags=["cache"]
= experienceId: x5
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 1
= cellsUpdated: 1
sql select c.title, c.state, c.contradiction_count from cells c where c.cell_type = 'fact' order by c.title
| The shared cache is not warm today. | observed | 0
| The shared cache is not warm. | observed | 0
| The shared cache is warm. | decaying | 2

# What a person prefers is trusted more; whose it is the house knows.
as human ana
> experience.record type=effective domain=Communication situation="I prefer short answers." approach=q outcome=r reasoning=s tags=["style"]
= experienceId: x6
as agent codex-a
> experience.record type=effective domain=Communication situation="I prefer long answers." approach=t outcome=u reasoning=v tags=["style"]
= experienceId: x7
> cycle.consolidate threshold=1
= processed: 2
= cellsCreated: 1
sql select c.title, c.trust from cells c where c.cell_type = 'preference'
| I prefer short answers. | 2
sql select scope, length(last_consolidation_ts) from consolidation_meta
| project | 24
> ledger.verify
= valid: true
