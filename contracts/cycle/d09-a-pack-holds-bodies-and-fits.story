# A pack holds what cells say, only experiences that are about the same, and as much as fits: one that is too large is passed
# over. The budget counts the whole answer. Seed 004, defect 9: no bodies, no keys, and an end at the first that did not fit.
needs engine

as agent codex-a
> experience.record "The cache is cold in the morning" type=effective domain=Debugging approach="Warm it first" outcome="Fast" reasoning="Measured twice" confidence=0.9 tags=["cache"]
= experienceId: x1
> experience.record "The login page is slow when the database sleeps and nobody has touched it for a while, which happened on most Mondays of the year so far" type=effective domain=Debugging approach="Wake the database before the first visitor comes, from a job that runs at five and asks for one row of every table" outcome="Nobody waited" reasoning="The job ran" confidence=0.8 tags=["auth","cache"]
= experienceId: x2
> experience.record "The printer jams" type=ineffective domain=Tools approach="Hit it" outcome="Jammed" reasoning="Paper" confidence=0.6 tags=["printer"]
= experienceId: x3
> cycle.consolidate threshold=1
= processed: 3
= cellsCreated: 2
= cellsUpdated: 0
= idempotent: false
= scope: project
= waiting: 0
= threshold: 1
= escalated: 0
= archived: 0
> cycle.snapshot
= sessionId: s1
> cycle.route s1 userInput="Why is it slow?"
= ok
> cycle.pack s1 maxCells=0
= packedContext.experiences: 3
= packedContext.experiences.0.id: x2
= packedContext.experiences.2.id: x3
# The same again gives the same bytes.
> cycle.pack s1 maxCells=0
= contextHash: h2
= byteCount: 1005
> cycle.pack s1 maxCells=0
= contextHash: h2
= byteCount: 1005
> cycle.pack s1 maxCells=0 contextKeys=["printer"]
= packedContext.experiences: 1
= packedContext.experiences.0.id: x3
> cycle.pack s1 contextKeys=["cache","debugging"] maxExperiences=0
= packedContext.cells: 2
= packedContext.cells.0.title: The login page is slow when the database sleeps and nobody has touched it for a 
= packedContext.cells.0.body: The login page is slow when the database sleeps and nobody has touched it for a while, which happened on most Mondays of the year so far
= packedContext.cells.0.whyIncluded: scene:scene1,trust:1,sal:250
# What is too large is passed over, and the smaller one behind it still gets in.
> cycle.pack s1 contextKeys=["cache"] maxCells=0 byteBudget=500
= packedContext.experiences: 1
= packedContext.experiences.0.id: x1
= byteCount: 411
> cycle.pack s1 contextKeys=["auth","printer"] maxCells=0 byteBudget=460
= packedContext.experiences: 1
= packedContext.experiences.0.id: x3
= byteCount: 379
> cycle.pack s1 maxCells=0 byteBudget=200
= packedContext.experiences: 0
= byteCount: 170
