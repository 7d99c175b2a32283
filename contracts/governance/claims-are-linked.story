# How claims stand to each other is a human's word: what takes another's place retires it, and a link taken back stays on record.
# Seed 000: recall_link, recall_links, recall_unlink.

as human ana
> store_direct "We use one file" as=decision
= id: d1
> store_direct "We use two files" as=decision
= id: d2
> store_direct "Two files are faster to copy" as=learning
= id: l1

as agent codex-a
> recall_link d2 supersedes d1
! MODE_HUMAN_ONLY  Tool "recall_link" not available in agent mode
> recall_unlink lk_0
! MODE_HUMAN_ONLY  Tool "recall_unlink" not available in agent mode

as human ana
> recall_link d2 knows d1
! INPUT_INVALID  `relation`: invalid relation "knows"; valid: supports, contradicts, implements, supersedes, inspired_by, related
> recall_link d2 supports d2
! INPUT_INVALID  a claim cannot be linked to itself
> recall_link d2 supports d_0
! NOT_FOUND  claim `d_0` does not exist
> recall_link l1 supports d2
= id: k1
= retired: (nothing)
> recall_link l1 supports d2
! INPUT_INVALID  these two are linked like that already, as k1
> recall_link d2 related d1
= id: k2
> recall_link d2 supersedes d1
= id: k3
= retired: d1
> recall_link d2 supersedes d1
! INPUT_INVALID  these two are linked like that already, as k3

# Code can be linked too; nobody has compared it yet.
> recall_link d2 implements src/store.rs:10-20 textDigest=2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
= id: k4
= targetId: src/store.rs:10-20
> recall_link d2 supersedes src/store.rs:10-20
! INPUT_INVALID  only a claim can be superseded, not lines of code
> recall_link d2 related ../secrets:1
! INPUT_INVALID  `targetId`: `../secrets:1` is not a claim's id, or lines of code like `src/lib.rs:10-20`
> recall_link d2 related l1 textDigest=2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
! INPUT_INVALID  a digest of the text goes with lines of code, not with a claim

as agent codex-a
> recall_links d2
= links.0.id: k1
= links.0.sourceId: l1
= links.0.relation: supports
= links.0.state: holds
= links.1.state: stale
= links.2.relation: supersedes
= links.2.targetId: d1
= links.3.state: unverified
> recall_links d2 direction=to
= links: 1
> recall_links d2 direction=from
= links: 3
> recall id=d2
= items.0.links: 4
> recall_decisions
= total: 1
> recall_decisions status=superseded
= items.0.id: d1
# What is no longer believed is not there for an agent; a human may look.
> recall_links d1
! NOT_FOUND  authoritative claim `d1` does not exist
as human ana
> recall_links d1 direction=to
= links: 2

> recall_unlink k1 reason="they are not"
= linkId: k1
= relation: supports
> recall_unlink k1
! NOT_FOUND  link `k1` does not exist
> recall_links d2 direction=to
= links: 0
sql select k.relation, u.reason, u.made_by from link k join unlink u on u.link = k.id
| supports | they are not | ana
# It may be linked again.
> recall_link l1 supports d2
= id: k5
ledger
   1 ana      claim.adopt   done                     d1
   2 ana      claim.adopt   done                     d2
   3 ana      claim.adopt   done                     l1
   4 codex-a  claim.link    refused MODE_HUMAN_ONLY  recall_link
   5 codex-a  claim.unlink  refused MODE_HUMAN_ONLY  recall_unlink
   6 ana      claim.link    refused INPUT_INVALID    relation
   7 ana      claim.link    refused INPUT_INVALID    targetId
   8 ana      claim.link    refused NOT_FOUND        d_0
   9 ana      claim.link    done                     k1
  10 ana      claim.link    refused INPUT_INVALID    targetId
  11 ana      claim.link    done                     k2
  12 ana      claim.link    done                     k3
  13 ana      claim.link    refused INPUT_INVALID    targetId
  14 ana      claim.link    done                     k4
  15 ana      claim.link    refused INPUT_INVALID    targetId
  16 ana      claim.link    refused INPUT_INVALID    targetId
  17 ana      claim.link    refused INPUT_INVALID    textDigest
  18 codex-a  claim.links   refused NOT_FOUND        d1
  19 ana      claim.unlink  done                     k1
  20 ana      claim.unlink  refused NOT_FOUND        k1
  21 ana      claim.link    done                     k5
  chain ok
