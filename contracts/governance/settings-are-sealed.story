# What a palace does with proposals and with time is set by a human, under a seal, and stands on the ledger.
needs engine

palace sealed
enrol ana
= ok
as agent codex-a
> palace.settings
= settings.proposalDays: 30
= settings.decay.enabled: false
= settings.decay.rate: 0.05
= settings.contradictions.minConfidence: 0.7
> palace.configure proposalDays=1
! MODE_HUMAN_ONLY  Tool "palace.configure" not available in agent mode
> store "We use one file" as=decision
= expiresAt: day-30

as human ana without her seal
> palace.configure proposalDays=7
! SEAL_REQUIRED  `palace.configure` needs a human's seal over digest h2
as human ana
> palace.configure
! INPUT_INVALID  nothing is said to be set
> palace.configure proposalDays=0
! INPUT_INVALID  `proposalDays`: `0` is not a number of days between 1 and 3650
> palace.configure decay={"speed": 1}
! INPUT_INVALID  `decay.speed`: unknown field `speed`, expected one of `enabled`, `days`, `rate`, `interval`, `min`
> palace.configure proposalDays=7 decay={"enabled": true, "min": 0.2}
= settings.proposalDays: 7
= settings.decay.enabled: true
= settings.decay.min: 0.2
= settings.decay.days: 30

as agent codex-a
> store "We use two files" as=decision
= proposalId: p2
= expiresAt: day-7
# What was filed before keeps the time it was given.
advance 8d
> proposals status=expired
= proposals.0.id: p2
> proposal.expire
= expired: p2
> proposals status=expired
= proposals.0.archivedAt: day-8
# The same words may be proposed again, and say what became of them before.
> store "we use TWO files." as=decision
= proposalId: p3
= previously.proposalId: p2
= previously.status: expired
as human ana
> reject p3 note="two are too many"
= status: rejected
as agent codex-a
> store "We use two files" as=decision
= previously.proposalId: p3
= previously.status: rejected
= previously.note: two are too many
ledger
   1 ana      key.enrol         refused SEAL_REQUIRED    r1
   2 ana      key.enrol         done                     h1
   3 codex-a  palace.configure  refused MODE_HUMAN_ONLY  palace.configure
   4 codex-a  claim.propose     proposed                 p1
   5 ana      palace.configure  refused SEAL_REQUIRED    r2
   6 ana      palace.configure  refused INPUT_INVALID    input
   7 ana      palace.configure  refused INPUT_INVALID    proposalDays
   8 ana      palace.configure  refused INPUT_INVALID    decay.speed
   9 ana      palace.configure  refused SEAL_REQUIRED    r3
  10 ana      palace.configure  done                     decay.enabled decay.min proposalDays
  11 codex-a  claim.propose     proposed                 p2
  12 codex-a  proposal.expire   done                     1 proposals, 1 requests
  13 codex-a  claim.propose     proposed                 p3
  14 ana      proposal.reject   refused SEAL_REQUIRED    r4
  15 ana      proposal.reject   done                     p3
  16 codex-a  claim.propose     proposed                 p4
  chain ok
