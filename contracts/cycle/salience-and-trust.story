# How far an experience is trusted follows from how sure its author is, and how much it matters from that.
# Seed 004, salience: states, weights, recency and the one step a cell takes in a run.
needs engine

as agent codex-a
> experience.record type=effective domain=Tools situation="This disk is new." approach=b outcome=c reasoning=d confidence=0.76
= experienceId: x1
> experience.record type=effective domain=Tools situation="Another file was there" approach=e outcome=f reasoning=g confidence=0.75
= experienceId: x2
> experience.record type=effective domain=Tools situation="One more of them was seen" approach=h outcome=i reasoning=j confidence=0.5
= experienceId: x3
> experience.record type=effective domain=Tools situation="Yet another kind of thing" approach=k outcome=l reasoning=m confidence=0
= experienceId: x4
sql select experience_id, trust, salience from episodic_experiences order by trust desc
| x1 | 3 | 320
| x2 | 2 | 280
| x3 | 1 | 190
| x4 | 0 | 100
# A new cell is observed. Each run takes one step: said again it is reinforced, then stable.
> cycle.consolidate threshold=1
= processed: 4
= cellsCreated: 1
sql select state, evidence_count, salience from cells
| observed | 1 | 250
> experience.record type=ineffective domain=Tools situation="This disk is new." approach=n outcome=o reasoning=p
= ok
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 0
= cellsUpdated: 1
sql select state, evidence_count, salience from cells
| reinforced | 2 | 360
advance 8d
> experience.record type=ineffective domain=Tools situation="This disk is new." approach="looked again" outcome="the very same" reasoning="it was written on it"
= ok
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 0
= cellsUpdated: 1
sql select state, evidence_count, salience from cells
| stable | 3 | 470
