# The runbook is one page: the documentation, the command and the checks read the same.

as agent codex-a
> maintenance.runbook
= writes: false
= chapters: 1. Research, 2. Knowledge, 3. Runtime, 4. Defaults, 5. Handing over, 6. The house
= runbook.length: 2507
