# A drawer says what it holds, whose it is, what it is about, how we came by it and how much it matters; unknown words are refused.
as agent codex-a
> drawer.ingest "The deck oven runs at 230 degrees" wing=bakery room=ovens source="a chat" importance=4 field=tooling anchorKind=repo anchorId="repo://bakery"
= drawerId: e1
= anchorId: repo://bakery
> drawer.show e1
= drawer.wing: bakery
= drawer.room: ovens
= drawer.memoryKind: evidence
= drawer.domain: project
= drawer.field: tooling
= drawer.provenance: runtime
= drawer.importance: 4
= drawer.anchorKind: repo
= drawer.sourceFile: a chat
= drawer.sourceType: manual
# A worktree names its repository; nobody else does.
> drawer.ingest "The oven door sticks" anchorKind=worktree anchorId="worktree://bakery/mill" parentAnchorId="repo://bakery"
= drawerId: e2
> drawer.ingest "The oven door sticks badly" anchorKind=worktree anchorId="worktree://bakery/mill" parentAnchorId="repo://brewery"
! INPUT_INVALID  `worktree://bakery/mill` does not lie in that repository
> drawer.ingest "x" anchorKind=repo anchorId="worktree://bakery/mill"
! INPUT_INVALID  `worktree://bakery/mill` is no repo anchor
> drawer.ingest "x" anchorKind=repo
! INPUT_INVALID  anchorKind and anchorId are said together or not at all
# What belongs everywhere is everybody's.
> drawer.ingest "x" anchorKind=global anchorId="global://default" domain=project
! INPUT_INVALID  global anchor requires domain=global
> drawer.ingest "x" anchorKind=global anchorId="global://elsewhere"
! INPUT_INVALID  `anchorId`: `global://elsewhere` is not an anchor like `repo://1f0c…`, `worktree://1f0c…/main` or `global://default`
> drawer.ingest "Bread is eaten everywhere" domain=global
= anchorId: global://default
# Unknown words, and numbers beyond reason.
> drawer.ingest "x" domain=palace
! INPUT_INVALID  `domain`: unknown variant `palace`, expected one of `project`, `agent`, `skill`, `global`
> drawer.ingest "x" importance=6
! INPUT_INVALID  `importance`: `6` is not an importance from 0 to 5
> drawer.ingest "x" importance=-1
! INPUT_INVALID  `importance`: `-1` is not an importance from 0 to 5
> drawer.ingest "x" memoryKind=opinion
! INPUT_INVALID  `memoryKind`: unknown variant `opinion`, expected `evidence` or `knowledge`
> drawer.ingest "x"*1100000
! INPUT_TOO_LARGE  the input of `drawer.ingest` has 1100014 bytes; at most 1048576 are taken
> drawer.show drawer_bakery_ovens_000000000000
! INPUT_INVALID  `drawerId`: `drawer_bakery_ovens_000000000000` is not an id like `e_7h3k…`
# By hand, every column that the contract names is there.
sql select id, wing, room, source_type, chunk_index, deleted_at, importance, memory_kind, domain, field, anchor_kind, anchor_id, parent_anchor_id, provenance, statement, tier, status, supporting_refs, counterexample_refs, teaching_refs, verification_refs, scope_constraints, trigger_hints, normalize_version from drawers order by added_at
| e1 | bakery | ovens | manual | null | null | 4 | evidence | project | tooling | repo | repo://bakery | null | runtime | null | null | null | [] | [] | [] | [] | null | null | 1
| e2 | bakery | null | manual | null | null | 0 | evidence | project | general | worktree | worktree://bakery/mill | repo://bakery | runtime | null | null | null | [] | [] | [] | [] | null | null | 1
| e3 | global | null | manual | null | null | 0 | evidence | global | general | global | global://default | null | runtime | null | null | null | [] | [] | [] | [] | null | null | 1
# Somebody who says the same again gets the drawer that says it.
> drawer.ingest "The deck oven runs at 230 degrees" wing=bakery room=ovens anchorKind=repo anchorId="repo://bakery"
= drawerId: e1
= again: true
= duplicateWarning.similarDrawerId: e1
= duplicateWarning.similarity: 1.0
# In other words it is another drawer, with a warning; a dry run keeps nothing.
> drawer.ingest "The deck oven runs at 230 degrees, they say" wing=bakery room=ovens anchorKind=repo anchorId="repo://bakery" dryRun=true
= dryRun: true
= duplicateWarning.similarDrawerId: e1
sql select count(*) from evidence
| 3
