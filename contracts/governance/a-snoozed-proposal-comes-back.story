# Putting a proposal off hides it from one person's inbox for a while. It changes nothing else, and it expires no later.
needs engine

as agent codex-a
> store "We use one file" as=decision
= proposalId: p1
= expiresAt: day-30
> proposal.snooze p1
! MODE_HUMAN_ONLY  Tool "proposal.snooze" not available in agent mode

as human ana
> proposal.snooze p1 days=3
= until: day-3
= expiresAt: day-30
> proposals status=inbox
= proposals: 0
> proposals
= proposals: 1
= proposals.0.snoozedUntil: day-3
> brief
= pending: 1

# Each has a shelf of their own.
as human bob
> proposals status=inbox
= proposals: 1

as human ana
advance 4d
> proposals status=inbox
= proposals: 1
= proposals.0.id: p1

# A week if nothing is said, and back at once when asked.
> proposal.snooze p1
= until: day-11
> proposals status=inbox
= proposals: 0
> proposal.snooze p1 days=0
= proposalId: p1
= expiresAt: day-30
> proposals status=inbox
= proposals: 1

# It always comes back in time to be decided.
> proposal.snooze p1 days=40
! INPUT_INVALID  proposal p1 would never come back: it expires at day-30
> proposal.snooze p1 until="2020-01-01T00:00:00.000Z"
! INPUT_INVALID  2020-01-01T00:00:00.000Z is not after now, and proposal p1 expires at day-30
advance 22d
> proposal.snooze p1
= until: day-29
> proposals status=inbox
= proposals: 0
advance 3d
> proposals status=inbox
= proposals: 1
advance 2d
> proposal.snooze p1
! PROPOSAL_EXPIRED  proposal p1 expired at day-30
