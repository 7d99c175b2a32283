# P83, P102: a brief arranges what is known about a task: facts, evidence, cards, whom they name, what is open, what is in
# doubt, and what to do next. No model writes it, and nothing is written down.

as agent codex-a
> memory.brief "the harbour lights"
= summary.narrative: About "the harbour lights": 0 key facts, 0 pieces of evidence and 0 cards; 0 open items and 3 doubts.
= uncertainty: 3
= uncertainty.0.kind: no_evidence
= uncertainty.1.kind: no_key_facts
= uncertainty.2.kind: no_cards
= nextActions.0: Record evidence about this before relying on it, or ask in other words.
as human ana
> evidence.record "The harbour lights failed in Brest. TODO: replace the fuse." source="brest.log" origin=tool
= id: e1
> evidence.record "The harbour lights failed after the rollback, said Amara." source="amara.log" origin=tool
= id: e2
> evidence.record "the lights were unblocked" source="c.log" origin=tool
= id: e3
> knowledge.distill "Harbour lights have two fuses" content="One is hidden." tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= newStatus: promoted
> card.create "Check both fuses of the harbour lights" content="The hidden one too." tier=shu domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= created: true
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice"
= newStatus: promoted
as agent codex-a
> memory.brief "the harbour lights"
= query: the harbour lights
= domain: project
= field: general
= summary.narrative: About "the harbour lights": 1 key fact, 3 pieces of evidence and 1 card; 1 open item and 2 doubts.
= summary.keyFactCount: 1
= summary.evidenceCount: 3
= summary.cardCount: 1
= summary.unresolvedCount: 1
= summary.uncertaintyCount: 2
= keyFacts.0.text: Harbour lights have two fuses
= keyFacts.0.section: qi
= keyFacts.0.citation.drawerId: kn1
= keyFacts.0.citation.sourceFile: knowledge://global/general/qi/harbour-lights-have-two-fuses
= evidence.0.citation.drawerId: e1
= evidence.0.citation.anchorId: global://default
= cards.0.cardId: card1
= cards.0.citation.cardId: card1
= cards.0.evidenceCitations.0.evidenceDrawerId: e1
= cards.0.evidenceCitations.0.role: supporting
= entities: Check, Harbour, Brest, TODO, Amara
= unresolvedItems: 1
= unresolvedItems.0.citation.drawerId: e1
= uncertainty.0.kind: unresolved_items
= uncertainty.0.citations: 1
= uncertainty.1.kind: conflict_cue
= uncertainty.1.message: There is word of a contradiction, a rollback, a counterexample or something stale in 1 text
= nextActions.0: Resolve the open items, or say that they are open.
= nextActions.2: Cite the drawers above for whatever you assert, and record what you find out.
> memory.brief "the harbour lights" maxItems=0
! INPUT_INVALID  maxItems must be at least 1
ledger
  1 ana      evidence.record    done                   e1
  2 ana      evidence.record    done                   e2
  3 ana      evidence.record    done                   e3
  4 ana      knowledge.distill  done                   kn1
  5 ana      knowledge.promote  done                   kn1
  6 ana      card.create        done                   card1
  7 ana      card.link          done                   card1
  8 ana      card.promote       done                   card1
  9 codex-a  memory.brief       refused INPUT_INVALID  maxItems
  chain ok
