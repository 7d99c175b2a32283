# What is decided or learned in one project is not believed in another, in one palace, until a human lets it hold everywhere.
# Seed 000: corridors share across projects; nothing else does.
needs engine
palace sealed
enrol ana
= ok

in worktree://a/main
as agent codex-a
> store "The disk is slow in main" as=decision scope=file scopePath=main.rs
= proposalId: p1
> store "Caches belong on fast disks" as=learning confidence=0.9
= proposalId: p2
as human ana
# What is sealed says where it belongs, and whoever seals it may sit elsewhere.
in repo://b
> proposal.show p1
= proposal.input.project: repo://a
= shown.claim.project: repo://a
> approve p1
= promotedTo: d1
> proposal.decide decisions=[{"proposalId":"p2","verdict":"approve","edited":{"as":"learning","content":"Caches belong on disks that are fast","confidence":0.9,"project":"repo://b"}}]
= decisions.0.promotedTo: l1
in repo://a
> store_direct "Every disk is checked twice" as=learning
= id: l2
# Where it belongs is where the call comes from, and nobody's word.
> store_direct "Every disk is checked" as=learning project=repo://b
! INPUT_INVALID  `project`: a claim belongs to the project it is made in, and no call names another
> store "Every disk is checked" project=repo://b
! INPUT_INVALID  `project`: unknown field `project`, expected one of `content`, `as`, `kind`, `scope`, `scopePath`, `scope_path`, `context`, `rationale`, `tag`, `tags`, `confidence`, `evidence`, `source`, `evidenceRefs`, `evidence_refs`, `direct`

# In the project itself it is there for every reader, whichever checkout they work in.
in worktree://a/feature
as agent codex-a
> recall
= total: 3
= items.0.project: repo://a
> recall "disk main" scope=file scopePath=main.rs
= total: 3
> recall_decisions
= total: 1
> get_route "slow disk" scope=file scopePath=main.rs
= nodes: 3
> search_hybrid "slow disk"
= found: 3
> context_auto_inject file_path=main.rs
= items: 3
> scope_explain main.rs
= levels.0.decisions: d1

# In another project it is not.
in repo://b
> recall
= total: 0
> recall anywhere=true
= total: 3
> recall anchor=repo://a
= total: 3
> recall "disk main" scope=file scopePath=main.rs
= total: 0
> recall_decisions
= total: 0
> recall_learnings_by_status active
= total: 0
> get_route "slow disk" scope=file scopePath=main.rs
= nodes: 1
> search_hybrid "slow disk"
= found: 0
> search_semantic query="caches on fast disks"
= similar: 0
> context_auto_inject file_path=main.rs
= items: 0
> scope_explain main.rs
= levels.0.decisions: 0
> brief main.rs
= decisions: 0
= learnings: 0
> brief_file path=main.rs
= decisions: 0
= learnings: 0
> context.assemble "slow disk in main" file=main.rs
= items: 0
> context.assemble "slow disk in main" file=main.rs anywhere=true
= items: d1, l1, l2
# Whoever has its name may still look at it.
> recall id=d1
= total: 1
> recall_links l1
= links: 0
# Nor is it in nobody's: a project's beliefs are its own.
in global://default
> recall
= total: 0

# The same words are another thing in another project.
in repo://b
> store "The disk is slow in main" as=decision scope=file scopePath=main.rs
= proposalId: p3
# Nothing there contradicts what is believed elsewhere.
> store "Caches do not belong on disks that are fast" as=learning
= proposalId: p4
as human ana
> approve p4
= promotedTo: l3
> recall_contradictions l3
= contradictions: 0

# What is said outside of any project holds in all.
in global://default
> store_direct "We write tests first" as=decision
= id: d2
in repo://b
as agent codex-a
> recall_decisions
= items.0.id: d2

# A human lets a learning hold everywhere; a row written by hand does not.
tamper insert into corridor (claim, origin, seal, promoted_by, promoted_at) select 'l2', 'repo://a', seal, 'eve', created_at from claim where id = 'l2'
> recall as=learning
= total: 1
tamper delete from corridor
in repo://a
as human ana
> corridor_promote l1
= origin: repo://a
in repo://b
as agent codex-a
> recall as=learning
= total: 2
> get_route "fast caches"
= nodes.0.id: l1
> recall_contradictions l3
= contradictions.0.id: l1
ledger
   1 ana      key.enrol             refused SEAL_REQUIRED  r1
   2 ana      key.enrol             done                   h1
   3 codex-a  claim.propose         proposed               p1
   4 codex-a  claim.propose         proposed               p2
   5 ana      proposal.approve      refused SEAL_REQUIRED  r2
   6 ana      proposal.approve      done                   p1
   7 ana      proposal.decide       refused SEAL_REQUIRED  r3
   8 ana      proposal.decide       done                   p2
   9 ana      claim.adopt           refused SEAL_REQUIRED  r4
  10 ana      claim.adopt           done                   l2
  11 ana      claim.adopt           refused INPUT_INVALID  project
  12 ana      claim.propose         refused INPUT_INVALID  project
  13 codex-a  context.assemble      done                   ctx1
  14 codex-a  context.assemble      done                   ctx2
  15 codex-a  claim.propose         proposed               p3
  16 codex-a  claim.propose         proposed               p4
  17 ana      proposal.approve      refused SEAL_REQUIRED  r5
  18 ana      proposal.approve      done                   p4
  19 ana      claim.contradictions  done                   l3
  20 ana      claim.adopt           refused SEAL_REQUIRED  r6
  21 ana      claim.adopt           done                   d2
  22 ana      corridor.promote      refused SEAL_REQUIRED  r7
  23 ana      corridor.promote      done                   l1
  24 codex-a  claim.contradictions  done                   l3
  chain ok
