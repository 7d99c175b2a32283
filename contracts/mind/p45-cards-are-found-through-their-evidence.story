# P45: evidence is searched, and the believed cards that rest on it follow, each with the evidence that led to it and how
# surely it answers. P47: cards have no vectors of their own.

as human ana
> evidence.record "the ferry was late because of fog" source="monday.log" origin=tool
= id: e1
> evidence.record "again the ferry came after its time, in thick fog" source="tuesday.log" origin=tool
= id: e2
> evidence.record "bread sold out before noon" source="till.log" origin=tool
= id: e3
> evidence.record "bread sold out again" source="till2.log" origin=tool
= id: e4
> card.create "Ask the lighthouse first" content="It knows about visibility." tier=shu domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= created: true
> card.create "Knead more dough" content="On weekdays." tier=shu domain=global field=kitchen
= cardId: card2
> card.link card2 e3 role=supporting
= created: true
> card.retrieve "late ferry in the fog"
= retrieved: 0
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
> card.promote card2 status=promoted verificationRefs=["e4"] reason="twice"
= newStatus: promoted
as agent codex-a
> card.retrieve "late ferry in the fog" topK=1
= retrieved: 1
= retrieved.0.card.id: card1
= retrieved.0.card.statement: Ask the lighthouse first
= retrieved.0.card.status: promoted
= retrieved.0.evidenceCitations: 2
= retrieved.0.evidenceCitations.0.evidenceDrawerId: e1
= retrieved.0.evidenceCitations.0.role: supporting
= retrieved.0.evidenceCitations.0.sourceFile: monday.log
= retrieved.0.evidenceCitations.1.evidenceDrawerId: e2
> card.retrieve "late ferry in the fog" evidenceTopK=1
= retrieved: 1
= retrieved.0.evidenceCitations: 1
> card.retrieve "late ferry in the fog" field=kitchen evidenceTopK=2
= retrieved: 0
# No card is in the index: what finds it is what it rests on.
sql select count(*) from evidence e join item i on i.n = e.n where e.id like 'card%'
| 0
# What is no longer believed is not found either.
as human ana
> evidence.record "the lighthouse did not know" source="keeper.log" origin=tool
= id: e5
> card.demote card1 status=demoted evidenceRefs=["e5"] reason="it did not" reasonType=contradicted
= newStatus: demoted
> card.retrieve "late ferry in the fog" evidenceTopK=2
= retrieved: 0
