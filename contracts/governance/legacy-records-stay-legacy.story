# Records from before there was governance are let in once, under one human decision, and stay marked for ever.
# Seed 000: decision DP-2; phase 1, criterion 1.

as agent codex-a
> claim.inherit records=[{"as": "decision", "content": "Tabs, not spaces"}]
! MODE_HUMAN_ONLY  Tool "claim.inherit" not available in agent mode

as human ana
> claim.inherit records=[]
! INPUT_INVALID  between 1 and 10000 records are taken; 0 were given
> claim.inherit records=[{"as": "decision", "content": "Tabs, not spaces", "evidence": ["e_0"]}]
! NOT_FOUND  evidence `e_0` does not exist
> claim.inherit records=[{"as": "decision", "content": "Tabs, not spaces"}, {"as": "learning", "content": "The build needs four gigabytes", "confidence": 0.9}]
= ids: d1, l1
= authority: legacy_approved

# They are believed, and never mixed up with what was approved here.
as agent codex-a
> recall
= total: 2
= items.0.authority: legacy_approved
= items.0.source: import
= items.0.promotedFromProposalId: (nothing)
= items.1.authority: legacy_approved
> recall_decisions "tabs"
= items.0.id: d1
= items.0.authority: legacy_approved
= items.0.standing: legacy

ledger
  1 codex-a  claim.inherit  refused MODE_HUMAN_ONLY  claim.inherit
  2 ana      claim.inherit  refused INPUT_INVALID    records
  3 ana      claim.inherit  refused NOT_FOUND        e_0
  4 ana      claim.inherit  done                     2 records
  chain ok
