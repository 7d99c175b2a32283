# W12: what is believed may hold further out, one step at a time, under a seal: from a checkout to its repository, from there to
# everywhere. Never inwards, never across, and a hand that moves it moves nothing.
needs engine

in worktree://abc/main
as agent codex-a
> evidence.record "it was fast" source="a.log" origin=tool
= id: e1
> evidence.record "it was fast again" source="b.log" origin=tool
= id: e2
> knowledge.distill "Measure first" content="Then change." tier=qi supportingRefs=["e1"]
= drawerId: kn1
> knowledge.publish kn1 to=repo reason="all need it"
! LIFECYCLE_NO_SUCH_MOVE  `kn1` is candidate; only promoted or canonical knowledge is published
as human ana
> knowledge.promote kn1 status=promoted verificationRefs=["e2"] reason="it held"
= ok
as agent codex-a
> knowledge.publish kn1 to=global reason="all need it"
! LIFECYCLE_NO_SUCH_MOVE  from a worktree it goes to its repository first
> knowledge.publish kn1 to=repo targetAnchorId="repo://other" reason="all need it"
! LIFECYCLE_NO_SUCH_MOVE  from worktree://abc/main it can go to repo://abc only, not to repo://other
> knowledge.publish kn1 to=repo reason="all need it"
= proposalId: p1
as human ana
> approve p1
= result.oldAnchorKind: worktree
= result.newAnchorId: repo://abc
> knowledge.publish kn1 to=repo reason="all need it"
! LIFECYCLE_NO_SUCH_MOVE  `kn1` lies at repo://abc already
> knowledge.publish kn1 to=global reason="all need it"
! INPUT_INVALID  global anchor requires domain=global
> card.backfill
= created: 1
> card.list
= cards.0.id: card1
= cards.0.anchorId: repo://abc
> card.create "Cache late" content="Measure." tier=qi
= cardId: card2
> card.link card2 e1 role=supporting
= ok
> card.promote card2 status=promoted verificationRefs=["e2"] reason="it held"
= ok
> card.publish card2 to=repo reason="all need it"
= newAnchorId: repo://abc
> card.events card2
= events.3.eventType: published_anchor
= events.3.metadata.from: worktree://abc/main
# A hand moves nothing that is believed.
tamper update knowledge set anchor = 'global://default' where form = 'card'
> card.show card2
= cards.0.believed: false
> card.publish card2 to=global reason="it lies there already"
! LIFECYCLE_NO_SUCH_MOVE  no seal stands behind `card2` as it lies
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `card2` is not what entry 16 left: the row was changed behind the ledger's back
