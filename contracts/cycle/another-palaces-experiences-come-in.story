# What another palace lived comes in as its word: found and shown like ours, and consolidated here anew. Nobody's preference is
# trusted for having been a person's there.
needs engine

as agent porter
> evidence.record "Situation: The oven is hot." source="an export" origin=tool
= id: e1
> experience.inherit palace="pal_x" experiences=[{"id": "x_7", "evidence": "e1", "told": {"type": "effective", "domain": "Tools", "situation": "The oven is hot.", "approach": "Wait", "outcome": "It cooled", "reasoning": "Time helps", "confidence": 0, "tags": ["oven"]}, "supersededBy": "x_8"}, {"id": "x_8", "evidence": "e1", "told": {"type": "effective", "domain": "Tools", "situation": "The oven is hot.", "approach": "Open the door", "outcome": "It cooled sooner", "reasoning": "Air helps", "tags": ["oven"]}, "revisionOf": "x_7"}]
= kept: 2
= known: 0
sql select domain, approach, confidence, tags from experiences where superseded_by is null
| Tools | Open the door | null | ["oven"]
> experience.inherit palace="pal_x" experiences=[{"id": "x_7", "evidence": "e1", "told": {"type": "effective", "domain": "Tools", "situation": "The oven is hot.", "approach": "Wait", "outcome": "It cooled", "reasoning": "Time helps", "tags": []}}]
= kept: 0
= known: 1
> experience.inherit palace="pal_x" experiences=[{"id": "x_9", "evidence": "e_0", "told": {"type": "effective", "domain": "Tools", "situation": "a", "approach": "b", "outcome": "c", "reasoning": "d", "tags": []}}]
! NOT_FOUND  evidence `e_0` does not exist
> cycle.consolidate threshold=1
= processed: 1
= cellsCreated: 1
> ledger.verify
= valid: true
ledger
  1 porter  evidence.record     done               e1
  2 porter  experience.inherit  done               2 experiences of pal_x
  3 porter  experience.inherit  done               0 experiences of pal_x
  4 porter  experience.inherit  refused NOT_FOUND  e_0
  5 porter  cycle.consolidate   done               global://default
  chain ok
