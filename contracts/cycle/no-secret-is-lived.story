# A secret in what was tried is taken out before anything is written, and two that differ in nothing else are the same.

as agent codex-a
> experience.record type=effective domain=Tools situation="The deploy failed" approach="Set the token AKIAIOSFODNN7EXAMPLE by hand" outcome="It worked" reasoning="It had expired"
= recorded: true
= experienceId: x1
= redacted.aws-access-key: 1
> experience.show x1
= approach: Set the token [redacted: aws-access-key] by hand
> experience.update x1 changes={"outcome": "It worked with AKIAIOSFODNN7EXAMPLQ"} reason="more to say"
= newId: x2
> experience.show x2
= outcome: It worked with [redacted: aws-access-key]
