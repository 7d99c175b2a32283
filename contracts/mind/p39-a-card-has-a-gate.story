# P39: a card's gate counts the evidence that is linked to it, role by role, against the same table as a drawer's, and changes
# nothing.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "it was slow once" source="c.log" origin=tool
= id: e3
> card.create "Measure first" content="Then change." tier=dao_ren domain=global
= cardId: card1
> card.gate card1
= allowed: false
= evidenceCounts.supporting: 0
= requirements.minSupportingRefs: 2
= reasons.0: supporting evidence refs below requirement: have 0, need 2
> card.link card1 e1 role=supporting
= ok
> card.link card1 e2 role=supporting
= ok
> card.link card1 e3 role=verification
= ok
> card.gate card1
= allowed: true
= targetStatus: promoted
= evidenceCounts.supporting: 2
= evidenceCounts.verification: 1
> card.gate card1 targetStatus=canonical
! INPUT_INVALID  dao_ren only allows candidate, promoted, demoted, or retired
> card.show card1
= cards.0.status: candidate
> card.events card1
= events: 4
