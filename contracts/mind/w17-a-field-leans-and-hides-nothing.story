# W17: a task's field comes first, and what other fields have to say follows where it answers. Cards are ranked by the question
# too, not by their ids.

as human ana
> evidence.record "one" source="a.log" origin=tool
= id: e1
> evidence.record "two" source="b.log" origin=tool
= id: e2
> knowledge.distill "Name the branch after the issue" content="So that it is found." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.distill "Bisect the regression" content="Half by half." tier=shu supportingRefs=["e1"] domain=global field=debugging
= drawerId: kn2
> knowledge.distill "Salt the water before the pasta" content="Not after." tier=shu supportingRefs=["e1"] domain=global field=cooking
= drawerId: kn3
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.promote kn2 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> knowledge.promote kn3 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
as agent codex-a
> memory.context "find the regression"
= field: general
= sections.0.items: 2
= sections.0.items.0.drawerId: kn1
= sections.0.items.1.drawerId: kn2
> memory.context "find the regression" field=debugging
= sections.0.items: 1
= sections.0.items.0.drawerId: kn2
as human ana
> card.create "Salt late" content="For meat." tier=shu domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= created: true
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
> card.create "Bisect with a script" content="It finds the regression while you sleep." tier=shu domain=global
= cardId: card2
> card.link card2 e1 role=supporting
= created: true
> card.promote card2 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
as agent codex-a
> memory.context "find the regression" includeCards=true
= sections.0.items: 4
= sections.0.items.2.cardId: card2
= sections.0.items.3.cardId: card1
> memory.context "find the regression" includeCards=true maxItems=3
= sections.0.items.0.drawerId: kn1
= sections.0.items.1.drawerId: kn2
= sections.0.items.2.cardId: card2
