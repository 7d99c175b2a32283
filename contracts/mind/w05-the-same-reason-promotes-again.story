# W5: events are numbered, so the same act for the same reason is written down as often as it happens, in order.

as human ana
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "not on Tuesday" source="c.log" origin=tool
= id: e3
> card.create "Measure first" content="Then change." tier=qi domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= ok
> card.promote card1 status=promoted verificationRefs=["e2"] reason="the same"
= ok
> card.demote card1 status=demoted evidenceRefs=["e3"] reason="the same" reasonType=contradicted
= ok
> card.promote card1 status=promoted answered=["e3"] reason="the same"
= ok
> card.demote card1 status=demoted evidenceRefs=["e3"] reason="the same" reasonType=contradicted
= ok
sql select seq, event_type, coalesce(from_status, ''), coalesce(to_status, '') from knowledge_events order by seq
| 1 | created | '' | candidate
| 2 | linked | '' | ''
| 3 | promoted | candidate | promoted
| 4 | demoted | promoted | demoted
| 5 | unlinked | '' | ''
| 6 | promoted | demoted | promoted
| 7 | demoted | promoted | demoted
ledger
  1 ana  evidence.record  done  e1
  2 ana  evidence.record  done  e2
  3 ana  evidence.record  done  e3
  4 ana  card.create      done  card1
  5 ana  card.link        done  card1
  6 ana  card.promote     done  card1
  7 ana  card.demote      done  card1
  8 ana  card.promote     done  card1
  9 ana  card.demote      done  card1
  chain ok
