# What an ancestor's palace called promoted is what its file says. A human reviews it under one seal, and the one gate decides.
# Seed 001, import; W1 and W4: refs that are not there, and one drawer in two roles, carry nothing here.

as agent codex-a
> ancestor.keep drawers=[{"id": "drawer_a", "content": "The log was replayed"}]
! MODE_HUMAN_ONLY  Tool "ancestor.keep" not available in agent mode
> knowledge.inherit ids=["k_0"]
! MODE_HUMAN_ONLY  Tool "knowledge.inherit" not available in agent mode

as human ana
> ancestor.keep
! INPUT_INVALID  no rows were given
> ancestor.keep drawers=[{"id": "drawer_a", "content": "The log was replayed", "sourceFile": "crash.log", "wing": "db"}, {"id": "drawer_b", "content": "It was replayed again", "sourceFile": "second.log", "wing": "db"}, {"id": "drawer_c", "content": "Nobody should see the token ghp_16C7e42F292c6912E7710c838347Ae178B4a", "wing": "db", "deletedAt": "2025-01-01T00:00:00.000Z"}]
= drawers: 3
= redacted.github-token: 1
> ancestor.keep knowledge=[{"id": "drawer_k", "form": "drawer", "statement": "Use WAL", "content": "The log is replayed after a crash.", "tier": "qi", "status": "promoted", "domain": "global", "refs": [{"drawer": "drawer_a", "role": "supporting"}, {"drawer": "drawer_b", "role": "verification"}]}, {"id": "drawer_t", "form": "drawer", "statement": "Always use WAL", "content": "Everywhere.", "tier": "dao_tian", "status": "canonical", "domain": "global", "refs": [{"drawer": "drawer_fake", "role": "supporting"}, {"drawer": "drawer_a", "role": "supporting"}, {"drawer": "drawer_a", "role": "verification"}, {"drawer": "drawer_c", "role": "teaching"}]}, {"id": "card_1", "form": "card", "statement": "Never use WAL", "content": "On network disks.", "tier": "shu", "status": "demoted", "domain": "global", "events": [{"id": "event_1", "what": "promoted", "reason": "it held"}, {"id": "event_2", "what": "demoted", "reason": "it did not"}]}]
= knowledge.0.id: kn1
= knowledge.1.id: kn2
= knowledge.1.lost.0.why: no evidence of that name came in
= knowledge.1.lost.1.why: it has another role already: nothing verifies itself
= knowledge.1.lost.2.why: it was deleted there
= knowledge.2.id: card_1
= links: 3
= events: 2
# Nothing of it is believed yet; what was weaker stays so.
> knowledge.show kn1
= status: candidate
= believed: false
> knowledge.show card_1
= status: demoted
= events.1.reason: it held
= events.2.reason: it did not
# Only what a file called promoted is reviewed here, and only once.
> knowledge.inherit ids=[]
! INPUT_INVALID  between 1 and 10000 pieces of knowledge are reviewed; 0 were given
> knowledge.inherit ids=["card_1"]
! LIFECYCLE_NO_SUCH_MOVE  `card_1` is no candidate that an ancestor's palace called promoted and nobody has reviewed
> knowledge.inherit ids=["kn1", "kn2"]
= believed.0.id: kn1
= believed.0.status: promoted
= held.0.id: kn2
= held.0.claimed: canonical
= held.0.status: candidate
= held.0.reasons.0: supporting evidence refs below requirement: have 1, need 3
> knowledge.inherit ids=["kn2"]
! LIFECYCLE_NO_SUCH_MOVE  `kn2` is no candidate that an ancestor's palace called promoted and nobody has reviewed
> knowledge.show kn1
= status: promoted
= believed: true
> knowledge.show kn2
= status: candidate
= events.1.eventType: updated
= events.1.actor: ana
# The same rows again change nothing, and what a human decided is left alone.
> ancestor.keep drawers=[{"id": "drawer_a", "content": "The log was replayed"}] knowledge=[{"id": "drawer_k", "form": "drawer", "statement": "Use WAL", "content": "The log is replayed after a crash.", "tier": "qi", "status": "retired", "domain": "global", "refs": [{"drawer": "drawer_a", "role": "counterexample"}]}]
= drawers: 0
= knowledge: 0
= links: 0
> knowledge.show kn1
= believed: true
# What the evidence carried falls with it, like everything else.
sql select count(*) from evidence where content like '%ghp_%'
| 0
> evidence.erase matching="The log was replayed"
= lowered: kn1
ledger
   1 codex-a  ancestor.keep      refused MODE_HUMAN_ONLY         ancestor.keep
   2 codex-a  knowledge.inherit  refused MODE_HUMAN_ONLY         knowledge.inherit
   3 ana      ancestor.keep      refused INPUT_INVALID           drawers
   4 ana      ancestor.keep      done                            3 rows
   5 ana      ancestor.keep      done                            3 rows
   6 ana      knowledge.inherit  refused INPUT_INVALID           ids
   7 ana      knowledge.inherit  refused LIFECYCLE_NO_SUCH_MOVE  card_1
   8 ana      knowledge.inherit  done                            1 believed, 1 held
   9 ana      knowledge.inherit  refused LIFECYCLE_NO_SUCH_MOVE  kn2
  10 ana      ancestor.keep      done                            2 rows
  11 ana      evidence.erase     done                            e1
  12 ana      palace.scrub       done                            0 copies
  chain ok
