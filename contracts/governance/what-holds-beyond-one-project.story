# A learning holds beyond its project only when a human promotes it, outwards, under a seal; and each time it proves right is a human's word too.
# Seed 000: agents change nothing authoritative by any road, corridors included.
needs engine
palace sealed
enrol ana
= ok

as agent codex-a
> source.keep documents=[{"path":"notes.md","kind":"markdown","parts":[{"text":"The linker is slow on small disks."}]}]
= kept: 1
in repo://a
as human ana
> store_direct "Caches belong on fast disks" as=learning confidence=0.8
= id: l1
> store_direct "Only here" as=learning scope=file scopePath=src/a.rs
= id: l2
> store_direct "We use one file" as=decision
= id: d1

as agent codex-a
> corridor_learnings
= total: 0
> corridor_promote l1
= proposalId: p1
= status: pending
> corridor_promote l2
! INPUT_INVALID  learning l2 holds in one file, so it cannot hold everywhere
> corridor_promote d1
! NOT_FOUND  learning `d1` does not exist
> corridor_promote l_0
! NOT_FOUND  learning `l_0` does not exist
> corridor_reinforce l1
! NOT_FOUND  shared learning `l1` does not exist
> corridor_learnings
= total: 0
# Nobody in another project believes it yet.
in repo://b
> recall "fast disks" only=authoritative
= total: 0
> get_route "caches and disks"
= nodes: 0

as human ana
> proposal.show p1
= shown.from: repo://a
= shown.learning.content: Caches belong on fast disks
= shown.to: global://default
> approve p1
= result.anchor: global://default
> corridor_promote l1
! LIFECYCLE_NO_SUCH_MOVE  learning l1 holds everywhere already
as agent codex-a
> corridor_learnings "fast disks" limit=5
= total: 1
= learnings.0.id: l1
= learnings.0.confidence: 0.8
= learnings.0.reinforced: 0
= learnings.0.origin: repo://a
> recall "fast disks" only=authoritative
= items.0.id: l1
> corridor_learnings "nothing like it"
= total: 0
# It stays where it was, and so does what nobody promoted.
> recall
= total: 1
in repo://a
> recall
= total: 3
in repo://b

> corridor_reinforce l1
= proposalId: p2
as human ana
> proposal.show p2
= shown.confidence now: 0.8
= shown.confidence then: 0.9
> approve p2
= result.confidence: 0.9
> corridor_reinforce l1
= confidence: 1.0
# It is one confidence, whoever asks for it.
> recall id=l1
= items.0.confidence: 1.0
> get_route "caches and disks"
= nodes.0.reason: Learning content matches intent (100%)
# Asked again at once it is the same call, with the same answer; later it is one too many.
> corridor_reinforce l1
= confidence: 1
advance 1d
> corridor_reinforce l1
! LIFECYCLE_NO_SUCH_MOVE  learning l1 is as sure as it can be

# A row written by hand convinces nobody: no seal covers it.
tamper insert into corridor (claim, origin, seal, promoted_by, promoted_at) select 'l2', '', seal, 'eve', promoted_at from corridor
# Nor does a confidence that was sealed once, written down once more to be the last.
tamper insert into confidence (claim, n, hundredths, why, made_by, made_at, seal) select claim, 7, hundredths, why, 'eve', made_at, seal from confidence where n = 1
tamper insert into confidence (claim, n, hundredths, why, made_by, made_at, seal) select claim, 8, 10, why, 'eve', made_at, seal from confidence where n = 2
> corridor_learnings
= total: 1
= learnings.0.reinforced: 2
= learnings.0.confidence: 1.0
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `l2 promoted` stands in the file, but no entry made it
tamper delete from corridor where promoted_by = 'eve'
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `l1 confidence 7` stands in the file, but no entry made it
tamper delete from confidence where made_by = 'eve'
> corridor_links
= links: 1
= links.0.anchor: global://default
= links.0.sources: 1
> corridor_stats
= learnings: 1
= reinforcements: 2
= averageConfidence: 1.0
= projects: 1
# What is no longer believed is no longer shared.
> claim.retire l1 reason="disks are all fast now"
= standing: retired
> corridor_learnings
= total: 0
ledger
   1 ana      key.enrol           refused SEAL_REQUIRED           r1
   2 ana      key.enrol           done                            h1
   3 codex-a  source.keep         done                            src1
   4 ana      claim.adopt         refused SEAL_REQUIRED           r2
   5 ana      claim.adopt         done                            l1
   6 ana      claim.adopt         refused SEAL_REQUIRED           r3
   7 ana      claim.adopt         done                            l2
   8 ana      claim.adopt         refused SEAL_REQUIRED           r4
   9 ana      claim.adopt         done                            d1
  10 codex-a  corridor.promote    proposed                        p1
  11 codex-a  corridor.promote    refused INPUT_INVALID           learningId
  12 codex-a  corridor.promote    refused NOT_FOUND               d1
  13 codex-a  corridor.promote    refused NOT_FOUND               l_0
  14 codex-a  corridor.reinforce  refused NOT_FOUND               l1
  15 ana      proposal.approve    refused SEAL_REQUIRED           r5
  16 ana      proposal.approve    done                            p1
  17 ana      corridor.promote    refused LIFECYCLE_NO_SUCH_MOVE  l1
  18 codex-a  corridor.reinforce  proposed                        p2
  19 ana      proposal.approve    refused SEAL_REQUIRED           r6
  20 ana      proposal.approve    done                            p2
  21 ana      corridor.reinforce  refused SEAL_REQUIRED           r7
  22 ana      corridor.reinforce  done                            l1
  23 ana      corridor.reinforce  refused LIFECYCLE_NO_SUCH_MOVE  l1
  24 ana      ledger.verify       refused STORE_DAMAGED           ledger
  25 ana      refusal.repeat      done                            entry 33
  26 ana      claim.retire        refused SEAL_REQUIRED           r8
  27 ana      claim.retire        done                            l1
  chain ok
