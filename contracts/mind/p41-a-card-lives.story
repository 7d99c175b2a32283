# P38 to P42: gate, promote and demote of a card are one act each with its links and its event, through the gate of all knowledge.
# W5: the same reason promotes twice, and its events are told in the order in which they happened.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> evidence.record "it was slow on Tuesday" source="c.log" origin=tool
= id: e3
> card.create "Measure first" content="Then change." tier=shu domain=global
= cardId: card1
> card.link card1 e1 role=supporting
= ok
> card.gate card1
= allowed: false
= reasons.0: verification evidence refs below requirement: have 0, need 1
> card.promote card1 status=promoted verificationRefs=["e2"] reason="it held" reviewer=ana
= proposalId: p1
as human ana
> approve p1
= result.newStatus: promoted
= result.verificationRefs: e2
= result.gate.allowed: true
> card.demote card1 status=demoted evidenceRefs=["e3"] reason="Tuesdays" reasonType=contradicted
= counterexampleRefs: e3
> card.promote card1 status=promoted answered=["e3"] reason="it held"
= newStatus: promoted
> card.events card1
= events.0.eventType: created
= events.1.eventType: linked
= events.2.eventType: promoted
= events.2.actor: ana
= events.3.eventType: demoted
= events.4.eventType: unlinked
= events.5.eventType: promoted
= events.5.seq: 6
# What somebody links later neither carries nor lowers what a human sealed.
as agent codex-a
> card.link card1 e3 role=counterexample note="Tuesdays again"
= created: true
> card.show card1
= cards.0.believed: true
> card.gate card1
= allowed: false
= reasons.0: counterexample refs present: 1
as human ana
> card.demote card1 status=retired evidenceRefs=["e1"] reason="we measure elsewhere" reasonType=obsolete
= newStatus: retired
> card.events card1
= events.7.eventType: unlinked
= events.8.eventType: retired
ledger
   1 codex-a  evidence.record   done      e1
   2 codex-a  evidence.record   done      e2
   3 codex-a  evidence.record   done      e3
   4 codex-a  card.create       done      card1
   5 codex-a  card.link         done      card1
   6 codex-a  card.promote      proposed  p1
   7 ana      proposal.approve  done      p1
   8 ana      card.demote       done      card1
   9 ana      card.promote      done      card1
  10 codex-a  card.link         done      card1
  11 ana      card.demote       done      card1
  chain ok
