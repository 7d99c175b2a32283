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
= lost.4.drawer: drawer_fake_1
= lost.4.why: no evidence of that name came in
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
| 12
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
| 12

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
> recall "what did we measure on Tuesday" only=evidence anywhere=true limit=1
= seen.0.line: On Tuesday we measured 230 where the dial said 220.
= seen.0.at: 2025-11-10T08:03:20.000Z
= seen.0.source: log/tuesday.txt
= seen.0.heading: bakery/logs
sql select count(*) from evidence where content like '%ghp_%'
| 0
sql select count(*) from evidence where content like 'Oven 2 was repaired%'
| 1
sql select count(*) from item where until <> '' and id in (select id from evidence where content like 'Oven 2 was repaired%')
| 1
> knowledge.list status=retired
= items.0.statement: Oven 1 is the cold one
> knowledge.list status=demoted
= items.0.statement: Leave the door ajar

# Drawers stand where they stood, as they were: wing, room, field, how we came by them and how much they matter.
sql select wing, room, domain, field, provenance, importance from drawers where content = 'Oven 2 runs ten degrees hot.'
| x
sql select wing, room, domain, field, provenance, anchor_id from drawers where content like 'On Monday%'
| x
# What has no column here stands beside them, with the id they had.
sql select thread from item where id in (select id from evidence where content like 'On Monday%')
| x
# What was deleted there is out of sight since then. Nobody here deleted it, so a purge leaves it alone.
sql select deleted_at from drawers where content like 'Oven 2 was repaired%'
| x
> drawer.list deleted=true anywhere=true
= drawers.0.content: x
= drawers.0.wing: x
= drawers.0.deletedAt: x
= drawers.1: x
> drawer.purge
! x
> drawer.list wing=agent-diary
= drawers.0.content: x
= drawers.0.drawerId: x
= drawers.0.domain: x
= drawers.0.field: x
> drawer.show e1
= day.sourceFile: x
= day.content: x

# Facts hold as they held there; what began nobody knows when holds for as long as the file knows anything.
> fact.query Robin anywhere=true
= triples.0.object: x
= triples.0.validFrom: x
= triples.0.sourceDrawer: x
= triples.0.origin: x
= triples.0.principal: x
> fact.query Kim anywhere=true
= triples: x
> fact.query Kim activeOnly=false anywhere=true
= triples.0.object: x
= triples.0.validTo: x
= triples.0.confidence: x
> fact.query "Oven 2" anywhere=true
= triples.0.validFrom: x
# From where nobody said them they are not seen.
> fact.query Robin
= triples: x

> tunnel.list kind=explicit
= tunnels.0.label: x
= tunnels.0.createdBy: x
= tunnels.0.createdAt: x
= tunnels.1: x
sql select label, deleted_at from tunnel where deleted_at <> ''
| x
> taxonomy.list
= entries.0.wing: x
= entries.0.displayName: x
= entries.1.room: x
= entries.1.keywords.0: x
> adoption.stats
= accepted: x
= miss: x
> adoption.list
= events.0.quality: x
= events.1.quality: x
= events.1.principal: x
= events.1.createdAt: x
= events.1.metadata.turn: x
= events.1.metadata.ancestor.id: x
= events.1.cardId: x

# A card that was made from a drawer is that drawer's: no second one is made, and what lowers the one lowers the other.
sql select id, lesson ->> 'madeFrom' from knowledge where lesson ->> 'madeFrom' <> '' order by id
| x
> card.backfill_plan
= alreadyExists: x
