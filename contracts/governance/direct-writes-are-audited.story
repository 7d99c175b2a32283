# A human may write directly. It is written down as exactly that, with the words, and rests on that human's word.
# Seed 000: decision DP-1; phase 3, direct-write specification points 2 and 4, criteria 4 and 5; invariant 5.

as human ana
> store_direct "Evidence precedes assertion" as=decision rationale="we were wrong twice"
= id: d1
= authority: approved
= source: human
= promotedFromProposalId: (nothing)
= evidence: e1

# Whoever reads it is told what it rests on: that human's word.
> recall
= items.0.id: d1
= items.0.evidence: e1
> claim.show d1
= claim.evidence: e1
= authoritative: true

sql select authority, promoted_from_proposal_id, source, status from decisions
| approved | '' | human | active
sql select action, actor_type, actor_id, target_id, target_kind from audit_log where action = 'direct_write'
| direct_write | human | ana | d1 | decision

# The words are on the ledger, under a digest that can be checked.
> ledger.show 1
= entries.0.op: claim.adopt
= entries.0.outcome: done
= entries.0.actor_kind: human
= entries.0.subject: d1
= body.input.content: Evidence precedes assertion
> evidence.show e1
= origin: human
= principal: ana
= content: Evidence precedes assertion

ledger
  1 ana  claim.adopt  done  d1
  chain ok
