# P33: a card is linked to evidence drawers only, each in one role, once; two cards may rest on the same piece.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> card.create "Measure first" content="Then change." tier=shu domain=global
= cardId: card1
> card.create "Cache late" content="Measure before." tier=qi domain=global
= cardId: card2
> card.link card1 e1 role=supporting note="the first run"
= created: true
> card.link card2 e1 role=teaching
= created: true
> card.link card1 e1 role=supporting note="another note"
= created: false
> card.link card1 e1 role=counterexample
! INPUT_INVALID  `e1` is supporting evidence already, and cannot be counterexample too
> card.link card1 card2 role=supporting
! INPUT_INVALID  gate refs must point to evidence drawers: card2
> card.link card1 e2 role=witness
! INPUT_INVALID  `role`: unknown variant `witness`, expected one of `supporting`, `verification`, `counterexample`, `teaching`
> card.link card1 e2 role=verification
= created: true
sql select card_id, evidence_drawer_id, role, note from knowledge_evidence_links order by role
| card1 | e1 | supporting | the first run
| card2 | e1 | teaching | null
| card1 | e2 | verification | null
