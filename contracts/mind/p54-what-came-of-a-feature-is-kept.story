# What came of using a feature is kept in order, with who wrote it as the palace knows them, and read as the seed's view.

as agent codex-a
> card.create "Card 1" content="What it says." tier=shu domain=global
= cardId: card1
> adoption.record track=card_context signal=accepted feature=include_cards query="skill trigger" cardId=card1 note="it named the right test" metadata={"tool": "cargo"}
= id: a1
= track: card_context
= signal: accepted
= quality: ready
= principal: codex-a
= metadata.tool: cargo
> adoption.record track=runtime_adoption signal=used feature=context_pack
= id: a2
= quality: ready
sql select track, signal, feature, query, context_hash, card_id, evaluator_id, research_report_id, note, metadata from runtime_adoption_events order by created_at, feature desc
| card_context | accepted | include_cards | skill trigger | null | card1 | null | null | it named the right test | {"tool":"cargo"}
| runtime_adoption | used | context_pack | null | null | null | null | null | null | null
sql select n, principal, quality from adoption order by n
| 1 | codex-a | ready
| 2 | codex-a | ready
# A word that is not one of ours is refused, and so is a name for somebody else.
> adoption.record track=vibes signal=accepted feature=x
! INPUT_INVALID  `track`: unknown variant `vibes`, expected one of `runtime_adoption`, `card_context`, `card_embedding`, `evaluator`, `research_adapter`
> adoption.record track=card_context signal=loved feature=x
! INPUT_INVALID  `signal`: unknown variant `loved`, expected one of `used`, `accepted`, `rejected`, `miss`, `rollback`, `contradiction`, `neutral`
> adoption.record track=card_context signal=used feature=x principal=ana
! INPUT_INVALID  `principal`: unknown field `principal`, expected one of `track`, `signal`, `feature`, `id`, `query`, `contextHash`, `cardId`, `evaluatorId`, `researchReportId`, `note`, `metadata`
> adoption.record track=card_context signal=used feature=x cardId=e_0
! INPUT_INVALID  `cardId`: `e_0` is not the id of a card, like `card_7h3k…`
> adoption.list
= events: 2
ledger
  1 codex-a  card.create      done                   card1
  2 codex-a  adoption.record  done                   a1
  3 codex-a  adoption.record  done                   a2
  4 codex-a  adoption.record  refused INPUT_INVALID  track
  5 codex-a  adoption.record  refused INPUT_INVALID  signal
  6 codex-a  adoption.record  refused INPUT_INVALID  principal
  7 codex-a  adoption.record  refused INPUT_INVALID  cardId
  chain ok
