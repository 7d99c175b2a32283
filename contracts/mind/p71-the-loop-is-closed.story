# P71: the loop from what was found outside to a default that is taken back, in one story. Nothing on the way decides by itself:
# research comes in as evidence, an agent distils and asks, a human seals, use is recorded and checked, and what was turned on is
# turned off again by what came of it.

as human ana
> research.ingest execute=true report={"report_id": "wal", "title": "Journal modes", "sources": [{"url": "https://a.example/wal"}], "findings": ["A write-ahead log survives a crash of the process", "Readers do not wait for a writer in that mode"], "candidate_insights": [{"statement": "Use a write-ahead log", "findings": [0]}]}
= createdCount: 2
= candidateInsights.0.supportingRefs: e1
> evidence.record "we killed the process 200 times and lost nothing" source="kill.log" origin=tool
= id: e3

# An agent distils, and asks the gate what is missing.
as agent codex-a
> knowledge.distill "Use a write-ahead log" content="The log is replayed after a crash, and readers go on." tier=shu supportingRefs=["e1"] domain=global field=software-engineering
= drawerId: kn1
= status: candidate
> knowledge.gate kn1
= allowed: false
= reasons.0: verification evidence refs below requirement: have 0, need 1
> memory.context "choose a journal mode that survives a crash" field=software-engineering
= sections: 0
> knowledge.promote kn1 status=promoted verificationRefs=["e3"] reason="found outside, and seen here"
= proposalId: p1

# A human looks and seals; only then it is woken, cited.
as human ana
> approve p1
= ok
> card.backfill
= created: 1
as agent codex-a
> memory.context "choose a journal mode that survives a crash" field=software-engineering
= sections.0.name: shu
= sections.0.items: 1
= sections.0.items.0.text: Use a write-ahead log
> memory.context "choose a journal mode that survives a crash" field=software-engineering includeCards=true
= sections.0.items: 2
= sections.0.items.1.cardId: card1
= sections.0.items.1.evidenceCitations.0.evidenceDrawerId: e1

# What comes of it is recorded only where it says enough.
> adoption.record_checked track=card_context signal=accepted feature=include_cards cardId=card1
= blocked: true
> adoption.record_checked track=card_context signal=accepted feature=include_cards cardId=card1 query="choose a journal mode"
= blocked: false
> adoption.record_checked track=card_context signal=accepted feature=include_cards cardId=card1 query="open a database for a server"
= blocked: false
> adoption.record_checked track=card_context signal=accepted feature=include_cards cardId=card1 query="a crash lost a write"
= blocked: false
> adoption.readiness card-context-default
= ready: true
= decision: eligible_for_future_default_spec

# The default changes under a seal, with what would have it taken back.
as human ana
> control.default card-context enable=true rollbackCriteria=["an agent followed a card into a fault"]
= includeCardsDefault: true
as agent codex-a
> memory.context "choose a journal mode that survives a crash" field=software-engineering
= sections.0.items: 2
> memory.context "choose a journal mode that survives a crash" field=software-engineering includeCards=false
= sections.0.items: 1

# And it is taken back by what came of it.
> adoption.record_checked track=card_context signal=rollback feature=include_cards cardId=card1 query="a network disk" note="it lost the log"
= blocked: false
> control.rollback card-context
= rollbackRequired: true
= applied: false
as human ana
> control.rollback card-context execute=true
= applied: true
= includeCardsDefaultAfter: false
as agent codex-a
> memory.context "choose a journal mode that survives a crash" field=software-engineering
= sections.0.items: 1
ledger
   1 ana      research.ingest          done      research wal
   2 ana      evidence.record          done      e3
   3 codex-a  knowledge.distill        done      kn1
   4 codex-a  knowledge.promote        proposed  p1
   5 ana      proposal.approve         done      p1
   6 ana      card.backfill            done      1 cards
   7 codex-a  adoption.record_checked  done      a1
   8 codex-a  adoption.record_checked  done      a2
   9 codex-a  adoption.record_checked  done      a3
  10 ana      control.default          done      context.includeCardsDefault context.rollbackCriteria
  11 codex-a  adoption.record_checked  done      a4
  12 ana      control.revert           done      context.includeCardsDefault
  chain ok
