# What came of a decision is written beside it, never into it, and what informed it gains or loses a tenth under the same seal.
# Seed 000: recall_outcome, recall_learning_link.

as human ana
> store_direct "We use one file" as=decision
= id: d1
> store_direct "One file is easy to copy" as=learning confidence=0.6
= id: l1

as agent codex-a
> recall_outcome d1 success
! MODE_HUMAN_ONLY  Tool "recall_outcome" not available in agent mode
> recall_learning_link l1 d1
! INPUT_INVALID  `l1` is a learning, and a decision or idea is wanted
> recall_learning_link d1 l_0
! NOT_FOUND  authoritative claim `l_0` does not exist
> recall_learning_link d1 l1
= proposalId: p1
= status: pending
as human ana
> proposal.show p1
= shown.relation: informed_by
= shown.learning.content: One file is easy to copy
> approve p1
= result.relation: informed_by
> recall_learning_link d1 l1
! INPUT_INVALID  that is known already, as k1

> recall_outcome d1 unknown
! INPUT_INVALID  `outcome`: unknown variant `unknown`, expected one of `success`, `successful`, `failed`, `mixed`
> recall_outcome l1 success
! INPUT_INVALID  `l1` is a learning, and a decision or idea is wanted
> recall_outcome d1 success note="six months without a repair"
= outcome: success
= before: (nothing)
= learnings.0.id: l1
= learnings.0.from: 0.6
= learnings.0.to: 0.7
# The same again says nothing new; the ancestor's word is read too.
> recall_outcome d1 successful
= outcome: success
= before: success
= learnings: (nothing)
> recall_outcome d1 failed note="the copy was torn"
= before: success
= learnings.0.to: 0.6
> recall_outcome d1 mixed
= learnings: (nothing)

as agent codex-a
> recall_decisions
= items.0.outcome: mixed
= items.0.links.0.relation: informed_by
> recall as=learning
= items.0.confidence: 0.6
sql select outcome from authoritative_decisions
| mixed
sql select confidence from authoritative_learnings
| 0.6
# The draft is what was sealed, whatever came of it.
sql select cast(draft ->> 'confidence' as text) from claim where draft ->> 'as' = 'learning'
| 0.6
sql select n, outcome, note, made_by from outcome order by n
| 1 | success | six months without a repair | ana
| 2 | success | '' | ana
| 3 | failed | the copy was torn | ana
| 4 | mixed | '' | ana
ledger
   1 ana      claim.adopt       done                     d1
   2 ana      claim.adopt       done                     l1
   3 codex-a  claim.outcome     refused MODE_HUMAN_ONLY  recall_outcome
   4 codex-a  claim.inform      refused INPUT_INVALID    decisionId
   5 codex-a  claim.inform      refused NOT_FOUND        l_0
   6 codex-a  claim.inform      proposed                 p1
   7 ana      proposal.approve  done                     p1
   8 ana      claim.inform      refused INPUT_INVALID    learningId
   9 ana      claim.outcome     refused INPUT_INVALID    outcome
  10 ana      claim.outcome     refused INPUT_INVALID    decisionId
  11 ana      claim.outcome     done                     d1
  12 ana      claim.outcome     done                     d1
  13 ana      claim.outcome     done                     d1
  14 ana      claim.outcome     done                     d1
  chain ok
