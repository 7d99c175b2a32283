# A palace.db of the ancestor comes in with nothing lost; what it called promoted is believed only if it passes the gate.
# Seed 001, import: every table, ids, places and times. W1, W3, W4, W6: what the ancestor let through is held, by name.
needs program

fixture mempal/v9/palace.sql
fixture mempal/v9/audit.jsonl
fixture mempal/v9/config.toml
fixture mempal/v9/identity.txt

# No agent brings a palace in.
as agent codex-a
$ palace inherit palace.db
! MODE_HUMAN_ONLY  Tool "ancestor.keep" not available in agent mode

as human ana
$ palace inherit palace.db --dry-run
= version: 9
= found.drawers: 10
= found.knowledge: 8
= found.cards: 5
= wouldCome.drawers: 10
= wouldCome.cards: 5
sql select count(*) from knowledge
| 0

$ palace inherit palace.db
= came.drawers: 10
= came.knowledge: 8
= came.cards: 5
= came.refs: 14
= came.events: 9
= came.facts: 3
= came.tunnels: 2
= came.taxonomy: 2
= came.adoption: 2
= came.files: 3
= unsourced.0.drawer: drawer_that_was_purged
= leftOut: 0
= redacted.github-token: 1
= lost.3.drawer: drawer_fake_1
= lost.3.why: no evidence of that name came in
= believed.0.statement: Set oven 2 ten degrees lower
= believed.1.statement: Measure before you bake
= believed.2.statement: Check every dial once a year
= held.0.statement: Never trust a dial
= held.0.claimed: canonical
= held.0.reasons.0: supporting evidence refs below requirement: have 0, need 3
= held.1.statement: Oven 2 is always hot
= held.2.statement: Oven 2 needs no correction
= held.3.statement: Replace dials with probes

# The same again writes nothing and asks nothing.
sql select count(*) from ledger
| 13
$ palace inherit palace.db
= came.drawers: 0
= came.knowledge: 0
= came.cards: 0
= came.events: 0
= came.facts: 0
= came.files: 0
= believed: 0
= held: 0
sql select count(*) from ledger
| 13

# A card keeps its id, its history in order, and what was said of its links.
> knowledge.show card_aaaaaaaaaaaaaaaa
= status: promoted
= believed: true
= events.0.eventType: created
= events.1.eventType: created
= events.2.eventType: promoted
= events.3.eventType: demoted
= events.4.eventType: promoted
= events.4.reason: it held after all
= events.4.metadata.ancestor.at: 2025-11-10T08:43:21.000Z
= events.5.eventType: promoted
= events.5.actor: ana
# What never passed is a candidate, whatever the file called it.
> knowledge.show card_bbbbbbbbbbbbbbbb
= status: candidate
= believed: false
= events.1.eventType: updated
= events.1.reason: promotion gate failed: supporting evidence refs below requirement: have 0, need 1; verification evidence refs below requirement: have 0, need 1
> knowledge.show card_cccccccccccccccc
= status: retired
= events.0.metadata.ancestor.lost.0.drawer: drawer_that_was_purged

# Evidence is found by its words, with the time it had; what was deleted there is not, and a secret never came.
> recall "what did we measure where the dial said 220" only=evidence anywhere=true limit=1
= seen.0.line: On Tuesday we measured 230 where the dial said 220.
= seen.0.at: 2025-11-10T08:03:20.000Z
= seen.0.source: log/tuesday.txt
= seen.0.heading: bakery/logs
sql select count(*) from evidence where content like '%ghp_%'
| 0
sql select count(*) from evidence where content like 'Oven 2 was repaired%'
| 1
sql select count(*) from item where until <> '' and n in (select n from evidence where content like 'Oven 2 was repaired%')
| 1
> knowledge.list status=retired
= items.0.statement: Oven 1 is the cold one
> knowledge.list status=demoted
= items.0.statement: Leave the door ajar

# Drawers stand where they stood, as they were: wing, room, field, how we came by them and how much they matter.
sql select wing, room, domain, field, provenance, importance from drawers where content = 'Oven 2 runs ten degrees hot.'
| bakery | ovens | project | general | research | 3
sql select wing, room, domain, field, provenance, anchor_id from drawers where content like 'On Monday%'
| bakery | logs | project | debugging | runtime | worktree://xe73c023a2e8e903/proj-feature
# What has no column here stands beside them, with the id they had.
sql select thread from item where n in (select n from evidence where content like 'On Monday%')
| {"id":"drawer_bakery_logs_0000000000a3","sourceType":"conversation","normalizeVersion":3,"anchorId":"worktree:///home/x/proj-feature","parentAnchorId":"repo:///home/x/proj/.git"}
# What was deleted there is out of sight since then. Nobody here deleted it, so a purge leaves it alone.
sql select deleted_at from drawers where content like 'Oven 2 was repaired%'
| 2025-11-10T07:50:00.000Z
> drawer.list deleted=true anywhere=true
= drawers.0.content: Oven 2 was repaired in spring.
= drawers.0.wing: bakery
= drawers.0.deletedAt: 2025-11-10T07:50:00.000Z
= drawers.1: (nothing)
> drawer.purge
! NOT_FOUND  nothing was deleted before day-0
> drawer.list wing=agent-diary
= drawers.0.content: Read the logs of the oven. --- Wrote down what was measured.
= drawers.0.drawerId: e5
= drawers.0.domain: agent
= drawers.0.field: diary
> drawer.show e5
= day.sourceFile: agent-diary://rollup/codex/2025-11-10
= day.content: Read the logs of the oven.⏎⏎---⏎⏎Wrote down what was measured.

# Facts hold as they held there; what began nobody knows when holds for as long as the file knows anything.
> fact.query Robin anywhere=true
= triples.0.object: rye
= triples.0.validFrom: 2025-11-10T08:00:00.000Z
= triples.0.sourceDrawer: e6
= triples.0.origin: import
= triples.0.principal: ana
> fact.query Kim anywhere=true
= triples: 0
> fact.query Kim activeOnly=false anywhere=true
= triples.0.object: wheat
= triples.0.validTo: 2025-11-01T12:26:40.000Z
= triples.0.confidence: 0.5
> fact.query "Oven 2" anywhere=true
= triples.0.validFrom: 2024-10-27T03:33:20.000Z
# From where nobody said them they are not seen.
> fact.query Robin
= triples: 0

> tunnel.list kind=explicit
= tunnels.0.label: what was measured
= tunnels.0.createdBy: ana (for robin)
= tunnels.0.createdAt: 2025-11-10T08:06:40.000Z
= tunnels.1: (nothing)
sql select label, deleted_at from tunnel where deleted_at <> ''
| a mistake | 2025-11-10T08:10:00.000Z
> taxonomy.list
= entries.0.wing: bakery
= entries.0.displayName: The bakery
= entries.1.room: ovens
= entries.1.keywords.0: oven
> adoption.stats
= accepted: 1
= misses: 1
> adoption.list
= events.0.quality: ready
= events.0.principal: ana
= events.0.createdAt: 2025-11-10T08:50:00.000Z
= events.0.metadata.turn: 3
= events.0.metadata.ancestor.id: a1
= events.0.cardId: card2
= events.1.quality: warning

# A card that was made from a drawer is that drawer's: no second one is made, and what lowers the one lowers the other.
sql select id, lesson ->> 'madeFrom' from knowledge where lesson ->> 'madeFrom' <> '' order by id
| card4 | kn5
| card5 | kn4
> card.backfill_plan
= alreadyExists: 2
