# A pack finds an experience by what it is about now, once however many keys it shares, and never one that was revised or put away.
# Seed 004, context_pack.
needs engine

as agent codex-a
> experience.record "The cache is cold" type=effective domain=Debugging approach="Warm it" outcome="Fast" reasoning="Measured" confidence=0.9 tags=["cache","disk"]
= experienceId: x1
> experience.record "The printer jams" type=ineffective domain=Tools approach="Hit it" outcome="Jammed" reasoning="Paper" confidence=0.3 tags=["printer"]
= experienceId: x2
> cycle.snapshot
= sessionId: s1
> cycle.route s1 userInput="Why is it slow?"
= ok
> cycle.pack s1 contextKeys=["cache","disk","debugging","printer"]
= packedContext.experiences: 2
= packedContext.experiences.0.id: x1
= packedContext.experiences.1.id: x2
# By its new labels alone.
> experience.tag x1 ["warmth"]
= updated: true
> cycle.pack s1 contextKeys=["cache"]
= packedContext.experiences: 0
> cycle.pack s1 contextKeys=["warmth"]
= packedContext.experiences: 1
# What took its place, not the one that was revised, whose labels can still be changed.
> experience.update x1 changes={"outcome": "Fast enough"} reason="measured again"
= newId: x3
> experience.tag x1 ["cache"]
= updated: true
> cycle.pack s1 contextKeys=["warmth","cache"]
= packedContext.experiences: 1
= packedContext.experiences.0.id: x3
# What was put away is not found by any key, nor without one.
as human ana
> palace.configure cycle={"maxExperiencesTotal": 1}
= settings.cycle.maxExperiencesTotal: 1
as agent codex-a
> cycle.consolidate threshold=1
= archived: 1
> cycle.pack s1 contextKeys=["Printer"]
= packedContext.experiences: 0
> cycle.snapshot
= sessionId: s2
> cycle.route s2 userInput="What is known?"
= ok
> cycle.pack s2
= packedContext.experiences: 1
= packedContext.experiences.0.id: x3
sql select count(*) from experience_key where n <> 3
| 0
