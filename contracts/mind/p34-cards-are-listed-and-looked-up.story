# P34: cards are listed by tier, status, domain, field and anchor, and looked up one by one; no filter is a guess, and what is asked
# for and is not there is said.

as agent codex-a
> card.create "Measure first" content="Then change." tier=shu domain=global
= cardId: card1
> card.create "Knead by hand" content="Machines are loud." tier=qi domain=global field=bread
= cardId: card2
> mempal_knowledge_cards action=list
= cards: 2
> mempal_knowledge_cards action=list tier=qi
= cards: 1
= cards.0.id: card2
= cards.0.field: bread
> mempal_knowledge_cards action=list field=bread status=promoted
= cards: 0
> mempal_knowledge_cards action=list anchor_kind=global anchor_id="global://default" domain=global
= cards: 2
> mempal_knowledge_cards action=list tier=law
! INPUT_INVALID  `tier`: unknown variant `law`, expected one of `qi`, `shu`, `dao_ren`, `dao_tian`
> mempal_knowledge_cards action=get card_id=card1
= cards.0.statement: Measure first
= cards.0.content: Then change.
> mempal_knowledge_cards action=get card_id=card_0
! NOT_FOUND  card `card_0` does not exist
> mempal_knowledge_cards action=get
! INPUT_INVALID  Missing required parameter: card_id
