# P32 to P35: a card is made as a candidate with an event, evidence is linked in one role, and agents read all of it.
# W3: no card is born believed, whoever makes it, and no flag leaves the gate out.

as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> card.create "Measure first" content="Then change." tier=shu domain=global status=promoted
! INPUT_INVALID  a card begins as a candidate, not as promoted
> card.create "Measure first" content="Then change." tier=dao_tian domain=global
! INPUT_INVALID  dao_tian only allows canonical or demoted, and a card begins as a candidate
> card.create "Measure first" content="Then change." tier=dao_tian domain=global status=canonical
! INPUT_INVALID  a card begins as a candidate, not as canonical
> card.create "Measure first" content="Then change." tier=shu
! INPUT_INVALID  global anchor requires domain=global
> card.create "Measure first" content="Then change." tier=shu domain=global anchorId="repo://another"
! INPUT_INVALID  repo://another is not where you stand, which is global://default
> card.create "Measure first" content="Then change." tier=shu domain=global anchorKind=repo
! INPUT_INVALID  global://default is a global anchor
> card.create "Measure first" content="Then change." tier=shu domain=global
= cardId: card1
= created: true
= status: candidate
> card.create "Measure first" content="Then change." tier=shu domain=global
= created: false
> card.link card1 e1 role=supporting
= created: true
> card.link card1 e1 role=supporting
= created: false
> card.link card1 e1 role=verification
! INPUT_INVALID  `e1` is supporting evidence already, and cannot be verification too
> card.link card1 e_nothing role=verification
! NOT_FOUND  ref drawer not found: e_nothing
> card.link card1 card1 role=verification
! INPUT_INVALID  gate refs must point to evidence drawers: card1
> card.event card1 type=promoted reason="I say so" toStatus=promoted
! INPUT_INVALID  an event of type promoted is written by the act itself, never told
> card.event card1 type=updated reason="I say so" toStatus=promoted
! INPUT_INVALID  a remark changes no status
> card.event card1 type=updated reason="read by the whole team" actor=ana metadataJson={"room":"kitchen"}
= actor: codex-a
> card.list tier=shu status=candidate
= cards.0.statement: Measure first
= cards.0.believed: false
> card.list anchorKind=repo
= cards: 0
> card.list anchorKind=global anchorId="global://default" field=general domain=global
= cards.0.id: card1
> card.show card1
= cards.0.status: candidate
= cards.0.links.0.role: supporting
= cards.0.links.0.sealed: false
> card.events card1
= events.0.eventType: created
= events.0.toStatus: candidate
= events.1.eventType: linked
= events.2.eventType: updated
= events.2.actor: codex-a
= events.2.metadata.room: kitchen
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice" enforceGate=false
! INPUT_INVALID  the gate is never left out
> card.promote card1 status=promoted verificationRefs=["e2"] reason="twice" allowCounterexamples=true
! INPUT_INVALID  counterexamples are not waived by whoever asks: answer them with `answered`, under a human's seal
> card.promote card1 status=promoted reason="nobody checked"
! EVIDENCE_INSUFFICIENT  promotion gate failed: verification evidence refs below requirement: have 0, need 1
> knowledge.distill "x" content="y" tier=qi supportingRefs=["e1"] domain=global
= drawerId: kn1
> card.show kn1
! INPUT_INVALID  `kn1` is no card
ledger
   1 codex-a  evidence.record    done                           e1
   2 codex-a  evidence.record    done                           e2
   3 codex-a  card.create        refused INPUT_INVALID          status
   4 codex-a  card.create        refused INPUT_INVALID          tier
   5 codex-a  card.create        refused INPUT_INVALID          status
   6 codex-a  card.create        refused INPUT_INVALID          domain
   7 codex-a  card.create        refused INPUT_INVALID          anchorId
   8 codex-a  card.create        refused INPUT_INVALID          anchorKind
   9 codex-a  card.create        done                           card1
  10 codex-a  card.create        done                           card1
  11 codex-a  card.link          done                           card1
  12 codex-a  card.link          done                           card1
  13 codex-a  card.link          refused INPUT_INVALID          e1
  14 codex-a  card.link          refused NOT_FOUND              e_nothing
  15 codex-a  card.link          refused INPUT_INVALID          card1
  16 codex-a  card.event         refused INPUT_INVALID          type
  17 codex-a  card.event         refused INPUT_INVALID          toStatus
  18 codex-a  card.event         done                           card1
  19 codex-a  card.promote       refused INPUT_INVALID          enforceGate
  20 codex-a  card.promote       refused INPUT_INVALID          allowCounterexamples
  21 codex-a  card.promote       refused EVIDENCE_INSUFFICIENT  gate
  22 codex-a  knowledge.distill  done                           kn1
  23 codex-a  card.show          refused INPUT_INVALID          kn1
  chain ok
