# A hash that is sent back is compared: one that is not what the cycle gave out is refused. Seed 004: snapshot and context hashes.
needs engine

as agent codex-a
> cycle.snapshot
= sessionId: s1
= snapshotHash: h1
> cycle.route s1 userInput="x" snapshotHash=0000000000000000000000000000000000000000000000000000000000000000
! CONTEXT_STALE  `snapshotHash`: 0000000000000000000000000000000000000000000000000000000000000000 is not the hash that this cycle gave out
> cycle.route s1 userInput="x" snapshotHash=nonsense
! INPUT_INVALID  `snapshotHash`: `nonsense` is not a hash of 64 hexadecimal digits
> cycle.route s1 userInput="x" snapshotHash=h1
= status: ok
> cycle.pack s1
= contextHash: h2
> cycle.step s1 DRAFT input={"draft":"y","contextHash":"beef"}
! INPUT_INVALID  `input.contextHash`: `beef` is not a hash of 64 hexadecimal digits
> cycle.step s1 DRAFT input={"draft":"y","contextHash":"h2"}
= nextPhase: FINALIZE_RESPONSE
> cycle.finalize s1 y contextHash=h1
! CONTEXT_STALE  `contextHash`: h1 is not the hash that this cycle gave out
> cycle.finalize s1 y contextHash=h2
= integrity: OK
> cycle.validate s1 contextHash=h1
= valid: false
= contextHashMatch: false
= errors.0: Context hash mismatch: expected h2, got h1
> cycle.validate s1 contextHash=h2
= valid: true
= contextHashMatch: true
