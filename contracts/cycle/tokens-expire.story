# A token is good for an hour, and no longer. Seed 004: v2 tokens carry their expiry in what is signed.
needs engine

as agent codex-a
> cycle.snapshot
= sessionId: s1
> cycle.route s1 userInput="May I write?"
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"You may."}
= ok
> cycle.finalize s1 "You may."
= ok
> cycle.validate s1
= token.tokenId: token1
advance 1d
> cycle.spend token1 write
! TOKEN_EXPIRED  token token1 expired at day-0
> cycle.token token1
= valid: false
= expired: true
= signatureValid: true
