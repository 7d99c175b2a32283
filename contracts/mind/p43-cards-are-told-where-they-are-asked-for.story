# P43, P44, P46: cards are believed knowledge that is cited; they join their tier after the drawers, and only where they are
# asked for. P78: what the caller says goes before what the palace is set to.

as human ana
> evidence.record "the cache was cold after a restart" source="a.log" origin=tool
= id: e1
> evidence.record "the cache was cold again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Warm the cache" content="After a restart." tier=shu supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> card.create "Warm the cache before the doors open" content="The first guests are slow." tier=shu domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= created: true
> card.create "Leave the cache cold" content="Somebody thought so." tier=shu domain=global
= cardId: card2
as agent codex-a
> memory.context "cold cache after a restart" includeCards=true
= sections.0.items: 1
as human ana
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
as agent codex-a
> memory.context "cold cache after a restart"
= sections.0.items: 1
> memory.context "cold cache after a restart" includeCards=false
= sections.0.items: 1
> memory.context "cold cache after a restart" includeCards=true
= sections.0.items: 2
= sections.0.items.0.drawerId: kn1
= sections.0.items.0.cardId: (nothing)
= sections.0.items.1.drawerId: card1
= sections.0.items.1.cardId: card1
= sections.0.items.1.sourceFile: knowledge-card://card1
= sections.0.items.1.evidenceCitations: 2
= sections.0.items.1.evidenceCitations.0.evidenceDrawerId: e1
= sections.0.items.1.evidenceCitations.0.role: supporting
= sections.0.items.1.evidenceCitations.1.role: verification
