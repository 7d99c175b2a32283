# One seal covers the whole review of what an ancestor's palace called promoted: what it believes, and what it holds.
needs engine
palace sealed
enrol ana
= ok

as human ana without her seal
> ancestor.keep drawers=[{"id": "drawer_a", "content": "The log was replayed", "sourceFile": "crash.log"}, {"id": "drawer_b", "content": "It was replayed again", "sourceFile": "second.log"}] knowledge=[{"id": "card_1", "form": "card", "statement": "Use WAL", "content": "The log is replayed after a crash.", "tier": "qi", "status": "promoted", "domain": "global", "refs": [{"drawer": "drawer_a", "role": "supporting"}, {"drawer": "drawer_b", "role": "verification"}]}, {"id": "card_2", "form": "card", "statement": "Never use WAL", "content": "Somebody said so.", "tier": "shu", "status": "promoted", "domain": "global"}]
= knowledge.0.id: card_1
= knowledge.1.id: card_2
> knowledge.inherit ids=["card_1", "card_2"]
! SEAL_REQUIRED  `knowledge.inherit` needs a human's seal over digest h2
> knowledge.show card_1
= believed: false
as human ana
> knowledge.inherit ids=["card_1", "card_2"]
= believed.0.id: card_1
= held.0.id: card_2
> knowledge.show card_1
= believed: true
> knowledge.show card_2
= status: candidate
= believed: false
# A row that says it is believed is not: the seal covered another standing.
tamper update knowledge set standing = 'promoted', seal = (select k.seal from knowledge k where k.id = 'card_1') where id = 'card_2'
> knowledge.show card_2
= believed: false
