# What nobody confirms fades, by the contract's arithmetic, when a human says so; reading a learning confirms nothing.
# Seed 000: decay_*, recall_obsolete, recall_archive, recall_learnings_by_status.
needs engine

as human ana
> store_direct "The cache is cold after a restart" as=learning confidence=0.8
= id: l1
> store_direct "WAL needs a local disk" as=learning confidence=0.3
= id: l2
> store_direct "The old parser leaks" as=learning
= id: l3
> decay_apply
! INPUT_INVALID  confidence decay is disabled in this palace
! next: Enable it with `palace configure --decay '{"enabled": true}'`, under your seal
> palace.configure decay={"enabled": true}
= settings.decay.enabled: true
= settings.decay.days: 30
> decay_stats
= learnings: 3
= faded: 0
= average: 0.53

advance 44d
as agent codex-a
> recall id=l1
= items.0.confidence: 0.8
> decay_preview
= total: 3
= faded.0.days: 44
= faded.0.from: 0.8
= faded.0.to: 0.7
> decay_apply
= status: pending
> decay_reinforce l2
= status: pending
> decay_boost l1 amount=0.15
= proposalId: p3
> decay_boost l1 amount=0
! INPUT_INVALID  a boost of nothing changes nothing
> decay_boost d_0
! NOT_FOUND  authoritative claim `d_0` does not exist

as human ana
> decay_apply
= faded: 3
> recall id=l1
= items.0.confidence: 0.7
# Applied twice, it changes nothing the second time.
> decay_apply
! NOT_FOUND  no learning has faded since it was last confirmed
> decay_boost l1
= from: 0.7
= to: 0.8
> decay_reinforce l2
= to: 0.2
advance 20d
> decay_preview
= total: 1
= faded.0.id: l3
> recall_archive maxConfidence=0.05
! NOT_FOUND  no learning is that old and that unsure

as agent codex-a
> recall_archive
! MODE_HUMAN_ONLY  Tool "recall_archive" not available in agent mode
> recall_obsolete l3 reason="the new one does not"
! MODE_HUMAN_ONLY  Tool "recall_obsolete" not available in agent mode
as human ana
> recall_obsolete l3 reason="the new one does not"
= standing: retired
advance 80d
> decay_stats
= faded: 2
> recall_archive
= archived: l2
= reason: nobody confirmed them for 90 days, and we are sure of them to at most 0.3
> recall_archive
! NOT_FOUND  no learning is that old and that unsure
as agent codex-a
> recall_learnings_by_status
= items: 1
= items.0.id: l1
> recall_learnings_by_status archived
= items.0.id: l2
= items.0.standing: expired
> recall_learnings_by_status obsolete
= items.0.id: l3
> recall_learnings_by_status lost
! INPUT_INVALID  `status`: unknown variant `lost`, expected one of `active`, `obsolete`, `archived`
> recall as=learning
= total: 1
ledger
   1 ana      claim.adopt       done                     l1
   2 ana      claim.adopt       done                     l2
   3 ana      claim.adopt       done                     l3
   4 ana      decay.apply       refused INPUT_INVALID    decay.enabled
   5 ana      palace.configure  done                     decay.enabled
   6 codex-a  decay.apply       proposed                 p1
   7 codex-a  decay.reinforce   proposed                 p2
   8 codex-a  decay.boost       proposed                 p3
   9 codex-a  decay.boost       refused INPUT_INVALID    amount
  10 codex-a  decay.boost       refused NOT_FOUND        d_0
  11 ana      decay.apply       done                     3 learnings
  12 ana      decay.apply       refused NOT_FOUND        learnings
  13 ana      decay.boost       done                     l1
  14 ana      decay.reinforce   done                     l2
  15 ana      claim.archive     refused NOT_FOUND        learnings
  16 codex-a  claim.archive     refused MODE_HUMAN_ONLY  recall_archive
  17 codex-a  claim.obsolete    refused MODE_HUMAN_ONLY  recall_obsolete
  18 ana      claim.obsolete    done                     l3
  19 ana      claim.archive     done                     1 learnings
  20 ana      claim.archive     refused NOT_FOUND        learnings
  21 codex-a  claim.learnings   refused INPUT_INVALID    status
  chain ok
