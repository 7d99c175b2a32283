# A diary has one page a day: every entry is evidence of its own, the page shows them as one text, and it does not grow for ever.
needs engine

as agent codex-a
> drawer.ingest "OBSERVATION: the suite is slow in the morning" diaryRollup=true
= drawerId: e1
= wing: agent-diary
= room: codex-a
= anchorId: repo://agent-diary
= day.entries: 1
> drawer.ingest "LESSON: run it at night" diaryRollup=true
= drawerId: e2
= day.entries: 2
> drawer.show e2
= drawer.domain: agent
= drawer.field: diary
= day.entries: e1, e2
= day.content: OBSERVATION: the suite is slow in the morning⏎⏎---⏎⏎LESSON: run it at night
> drawer.ingest diaryRollup=true content="long "*6600
! INPUT_TOO_LARGE  DailyRollupFull: with this, agent-diary://rollup/codex-a/2026-01-01 would have 33081 of 32768 bytes
advance 1d
> drawer.ingest "LESSON: run it at night" diaryRollup=true
= drawerId: e3
= day.entries: 1
> memory.status
= diaryRollupDays: 2
> drawer.search "when to run the suite" wing=agent-diary topK=1
= results.0.room: codex-a
