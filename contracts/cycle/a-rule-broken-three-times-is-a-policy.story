# A rule that is broken for the third time becomes a policy of its own, once, however often it is broken after.
# Seed 004: the ancestor's threshold of three stood in its source and was read by nobody.
needs engine

as agent codex-a
> experience.record type=ineffective domain=Process situation="Violation: no_guessing - it guessed" approach=b outcome=c reasoning=d confidence=0.6 tags=["behavioral_violation","no_guessing"]
= ok
> experience.record type=ineffective domain=Process situation="Violation: no_guessing - it guessed the weather" approach=e outcome=f reasoning=g confidence=0.6 tags=["behavioral_violation","no_guessing"]
= ok
> cycle.consolidate threshold=1
= processed: 2
= escalated: 0
> experience.record type=ineffective domain=Process situation="Violation: no_guessing - it guessed a date and said it was sure" approach=h outcome=i reasoning=j confidence=0.6 tags=["behavioral_violation","no_guessing"]
= ok
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 2
= escalated.0: no_guessing
sql select cell_type, title, trust from cells where title like 'Policy%'
| policy | Policy: no_guessing was broken 3 times and blocks from now on | 2
> experience.record type=ineffective domain=Process situation="Violation: no_guessing - once more, and then it was asked to stop" approach=k outcome=l reasoning=m tags=["behavioral_violation","no_guessing"]
= ok
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 1
= escalated.0: no_guessing
sql select count(*) from cells where title like 'Policy%'
| 1
> cycle.consolidate
= processed: 0
= escalated.0: no_guessing
