# Standing, tier, words, role and premises of knowledge are under the seal: a row that a hand changes is not believed, and named.
needs engine
palace sealed
enrol ana
= ok

as human ana
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> card.create "Measure first" content="Then change." tier=qi domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= ok
> card.create "Cache late" content="Measure." tier=qi domain=global
= cardId: card2
> card.promote card1 status=promoted verificationRefs=["e2"] reason="it held"
= ok
> ledger.verify
= valid: true
# A candidate that calls itself believed, under another's seal.
tamper update knowledge set standing = 'promoted', seal = (select max(seal) from knowledge) where seal = ''
> card.list status=promoted
= cards.0.believed: true
= cards.1.believed: false
tamper update knowledge set standing = 'candidate', seal = '' where lesson like '%Cache late%'
> ledger.verify
= valid: true
# Another tier, other words.
tamper update knowledge set lesson = replace(lesson, '"tier":"qi"', '"tier":"dao_ren"') where standing = 'promoted'
> card.show card1
= cards.0.tier: dao_ren
= cards.0.believed: false
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `card1` is not what entry 9 left: the row was changed behind the ledger's back
tamper update knowledge set lesson = replace(lesson, '"tier":"dao_ren"', '"tier":"qi"') where standing = 'promoted'
> ledger.verify
= valid: true
# Another role for a premise.
tamper update knowledge_ref set role = 'teaching' where role = 'supporting'
> card.show card1
= cards.0.believed: false
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `card1 rests on e1` is not what entry 9 left: the row was changed behind the ledger's back
tamper update knowledge_ref set role = 'supporting' where role = 'teaching'
> card.show card1
= cards.0.believed: true
# A premise taken away, and one brought in.
tamper delete from knowledge_ref where role = 'supporting'
> card.show card1
= cards.0.believed: false
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `card1 rests on e1` was made by entry 9, but it is gone from the file
