# P48: the history of a card is its events and nothing beside them: they are written with the change they tell of, in one database,
# and no file is kept next to it. What is exported is derived from them.
needs program

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> card.create "Measure first" content="Then change." tier=shu domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= ok
as human ana
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
sql select event_type, actor, reason from knowledge_events order by seq
| created | codex-a | made by hand
| linked | codex-a | ''
| promoted | ana | twice
$ echo "{\"audit\": $(find . "$PALACE_HOME" -name '*audit*' | wc -l), \"jsonl\": $(find . "$PALACE_HOME" -name '*.jsonl' | wc -l)}"
= audit: 0
= jsonl: 0
