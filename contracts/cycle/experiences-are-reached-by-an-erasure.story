# What was lived is erased with its evidence: its words, its labels, and all that only it came to.
needs engine

as agent codex-a
> experience.record type=effective domain=Tools situation="Ms. Quetzalq is our contact." approach="Call her on Mondays. You should ask for Quetzalq." outcome=c reasoning=d tags=["quetzalq","phone"]
= experienceId: x1
> experience.record type=effective domain=Tools situation="The phone is loud." approach="Turn it down a little" outcome=g reasoning=h tags=["phone"]
= experienceId: x2
> experience.record type=ineffective domain=Tools situation="The phone is loud." approach=i outcome=j reasoning=k tags=["quetzalq"]
= experienceId: x3
> cycle.consolidate threshold=1
= processed: 3
= cellsCreated: 3
as human ana
> evidence.erase matching=uetzalq
= erased: 1
> experience.show x1
! NOT_FOUND  experience `x1` does not exist
> experience.show x3
= tags: 0
> experience.search Quetzalq
= count: 0
sql select title, evidence_count from cells
| The phone is loud. | 2
sql select label, context_keys_json from scenes
| Tools, phone | ["Tools","phone"]
sql select count(*) from cell_evidence
| 2
sql select (select count(*) from experience where situation like '%uetzalq%' or tags like '%uetzalq%'), (select count(*) from cell where body like '%uetzalq%'), (select count(*) from scene where keys like '%uetzalq%' or label like '%uetzalq%'), (select count(*) from experience_print), (select count(*) from ledger where body like '%uetzalq%')
| 0 | 0 | 0 | 2 | 0
# What comes after is taken in as ever.
> experience.record type=effective domain=Process situation="The letter is late." approach=l outcome=m reasoning=n
= ok
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 1
> ledger.verify
= valid: true
