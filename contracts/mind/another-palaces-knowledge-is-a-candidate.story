# What another palace believes comes in as a candidate on evidence that is here, and a human is asked if that passes the gate.
# Its seal does not hold here, and its law of everything comes as a law of its field.

as agent porter
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> knowledge.import palace="pal_x" record="k_7" status=promoted statement="Measure first" content="Then change." tier=shu domain=global field=general wing=mempal room=knowledge importance=3 supportingRefs=["e1"] verificationRefs=["e2"]
= id: kn1
= created: true
= status: candidate
= proposalId: p1
> knowledge.import palace="pal_x" record="k_7" status=promoted statement="Measure first" content="Then change." tier=shu domain=global field=general wing=mempal room=knowledge importance=3 supportingRefs=["e1"] verificationRefs=["e2"]
= created: false
= proposalId: (nothing)
> knowledge.import palace="pal_x" record="card_8" status=canonical statement="All is flow" content="Always." tier=dao_tian domain=global field=general wing=mempal room=knowledge importance=5 supportingRefs=["e1"]
= id: card1
= status: candidate
= proposalId: (nothing)
> card.show card1
= cards.0.tier: dao_ren
= cards.0.believed: false
as human ana
> approve p1
= result.newStatus: promoted
ledger
  1 porter  evidence.record   done  e1
  2 porter  evidence.record   done  e2
  3 porter  knowledge.import  done  kn1
  4 porter  knowledge.import  done  kn1
  5 porter  knowledge.import  done  card1
  6 ana     proposal.approve  done  p1
  chain ok
