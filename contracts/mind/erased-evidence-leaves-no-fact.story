# What was read from erased evidence is erased with it: a fact, whoever said it, and every entry that tells it.
needs engine

as agent codex-a
> evidence.record "Ms. Quetzalq keeps her savings under the floor" source=letter origin=tool
= id: e1
> fact.add "Ms. Quetzalq" keeps savings sourceDrawer=e1
= triples.0.id: t1
> fact.add "Quetzalq tower" stands_in Turin
= triples.0.id: t2
> fact.add Turin lies_in Piedmont
= triples.0.id: t3
> fact.invalidate t1
= ok
> tunnel.add left=quetzalq:money right=ledger label="the same savings"
= ok
> taxonomy.edit money room=floor keywords=["quetzalq","savings"]
= ok

# By its id: the fact that cites it.
as human ana
> evidence.erase id=["e1"]
= erased: 1
= payloads: 3
> fact.list
= total: 2
= triples.0.id: t3
> fact.invalidate t1
! NOT_FOUND  fact `t1` does not exist
sql select count(*) from fact where subject like 'Ms.%'
| 0
sql select count(*) from ledger where body like '%Ms. Quetzalq%'
| 0

# By a text: everything that says it.
> evidence.record "The tower of Quetzalq leans" source=walk
= id: e2
> evidence.erase matching=uetzalq
= erased: 1
> fact.list
= total: 1
= triples.0.id: t3
> tunnel.list
= tunnels: 0
> taxonomy.list
= entries: 0
sql select count(*) from ledger where body like '%uetzalq%'
| 0
ledger
   1 codex-a  evidence.record  done               e1
   2 codex-a  fact.add         done               t1
   3 codex-a  fact.add         done               t2
   4 codex-a  fact.add         done               t3
   5 codex-a  fact.invalidate  done               t1
   6 codex-a  tunnel.add       done               way1
   7 codex-a  taxonomy.edit    done               taxonomy
   8 ana      evidence.erase   done               e1
   9 ana      palace.scrub     done               0 copies
  10 ana      fact.invalidate  refused NOT_FOUND  t1
  11 ana      evidence.record  done               e2
  12 ana      evidence.erase   done               e2
  13 ana      palace.scrub     done               0 copies
  chain ok
