# What does not fit is refused with a code and what to do, and nothing is lost. Seed 004: bad input of the memory tools.
needs engine

as agent codex-a
> cycle.snapshot contextKeys=["a b"]
! INPUT_INVALID  `contextKeys[0]`: `a b` is not a tag of letters, digits, `-`, `_`, `.` or `/`
> cycle.snapshot scope=planet
! INPUT_INVALID  `scope`: unknown variant `planet`, expected `project` or `global`
> cycle.snapshot
= sessionId: s1
> cycle.step s1 LUNCH
! INPUT_INVALID  `phase`: unknown variant `LUNCH`, expected one of `SNAPSHOT`, `ROUTER`, `CONTEXT_PACK`, `DRAFT`, `FINALIZE_RESPONSE`, `GOVERNANCE_VALIDATE`, `MEMORY_UPDATE`
> cycle.step s1 ROUTER input={"lunch":1}
! INPUT_INVALID  `input.lunch`: unknown field `lunch`, expected one of `scope`, `userInput`, `contextKeys`, `snapshotHash`, `contextHash`, `byteBudget`, `maxCells`, `maxExperiences`, `draft`, `summary`, `finalizeResult`, `governanceResult`
> cycle.pack s1
! PHASE_OUT_OF_ORDER  CONTEXT_PACK cannot be called now: SNAPSHOT is done, and ROUTER comes next
> cycle.route s1 userInput=x
= ok
> cycle.pack s1 byteBudget=10
! INPUT_INVALID  `byteBudget`: an answer without anything in it has 169 bytes, so it does not fit into 10
> cycle.pack s1 byteBudget=2000000
! INPUT_INVALID  `byteBudget`: at most 1000000 bytes are packed; 2000000 were asked for
> cycle.pack s1 byteBudget=-1
! INPUT_INVALID  `byteBudget`: invalid value: integer `-1`, expected u32
> cycle.pack s1 byteBudget=400
= ok
> cycle.finalize s1 ""
! INPUT_INVALID  `draft`: `` is not text: it is blank
> cycle.validate ses_0
! NOT_FOUND  session `ses_0` does not exist
> cycle.validate s1 contextHash=xyz
! INPUT_INVALID  `contextHash`: `xyz` is not a hash of 64 hexadecimal digits
> receipt.verify rcpt_0
! NOT_FOUND  receipt `rcpt_0` does not exist
> receipt.export ../config
! INPUT_INVALID  `id`: `../config` is not an id like `rcpt_7h3k…`
> cycle.snapshot sessionId=s1
= phase: CONTEXT_PACK
