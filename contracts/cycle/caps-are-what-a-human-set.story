# How much is remembered is set by a human, and what is set is what is done.
# Seed 004, memory defaults: the ancestor wrote them to a file and never read it.
needs engine

as human ana
> palace.settings
= settings.cycle.memoryEnabled: true
= settings.cycle.consolidationThreshold: 5
= settings.cycle.maxCellsTotal: 1000
= settings.cycle.maxCellsPerScene: 50
= settings.cycle.maxExperiencesTotal: 5000
= settings.cycle.byteBudgetDefault: 8000
> palace.configure cycle={"consolidationThreshold": 2, "maxCellsPerScene": 2, "maxCellsTotal": 3, "maxExperiencesTotal": 4}
= settings.cycle.maxCellsPerScene: 2
> palace.configure cycle={"maxCells": 2}
! INPUT_INVALID  `cycle.maxCells`: unknown field `maxCells`, expected one of `memoryEnabled`, `consolidationThreshold`, `maxCellsTotal`, `maxCellsPerScene`, `maxExperiencesTotal`, `byteBudgetDefault`
> palace.configure cycle={"maxCellsTotal": 0}
! INPUT_INVALID  `cycle.maxCellsTotal`: `0` is not a number between 1 and 1000000
as agent codex-a
> palace.configure cycle={"maxCellsTotal": 9000}
! MODE_HUMAN_ONLY  Tool "palace.configure" not available in agent mode
> experience.record type=effective domain=Tools situation="The red lamp is on. The red lamp is bright." approach=a outcome=b reasoning=c confidence=0.2
= experienceId: x1
> cycle.consolidate
= processed: 0
= threshold: 2
= waiting: 1
> experience.record type=effective domain=Tools situation="The blue door is open. The green window is shut." approach=d outcome=e reasoning=f confidence=0.9
= experienceId: x2
> experience.record type=effective domain=Process situation="The plan is written. Somebody should sign it. The team is here." approach=g outcome=h reasoning=i confidence=0.8
= experienceId: x3
> experience.record type=effective domain=Decision situation="The old way is slow." approach=j outcome=k reasoning=l confidence=0.8
= experienceId: x4
> experience.record type=effective domain=Debugging situation="The stack is deep" approach=m outcome=n reasoning=o confidence=0.8
= experienceId: x5
> cycle.consolidate
= processed: 5
= cellsCreated: 3
= archived: 1
sql select count(*) from cells where state <> 'archived'
| 3
sql select count(*) from cells where state = 'archived'
| 0
# What is put away is on record, is still known, and is not found.
> experience.show x1
= archiveReason: beyond maxExperiencesTotal: less trusted than those that stay, or older
> experience.search "the red lamp"
= count: 0
> experience.record type=effective domain=Tools situation="The red lamp is on. The red lamp is bright." approach=a outcome=b reasoning=c
= duplicateId: x1
# What is turned off stays off, whatever the caller says.
as human ana
> palace.configure cycle={"memoryEnabled": false}
= settings.cycle.memoryEnabled: false
as agent codex-a
> experience.record type=effective domain=Tools situation="The bell is broken." approach=p outcome=q reasoning=r
= ok
> cycle.consolidate threshold=1
= processed: 0
= waiting: 1
