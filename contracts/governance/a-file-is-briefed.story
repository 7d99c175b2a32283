# Before a file is opened one can ask what is known of it: how its changes went, what holds there, what went wrong.
# Seed 000: bounded answers, counted in characters; no tokens are guessed.
needs engine

as human ana
> store_direct "Errors are typed" as=decision scope=file scopePath=src/parser.rs rationale="strings cannot be matched"
= id: d1
> store_direct "The lexer is hot" as=learning scope=room scopePath=src confidence=0.9
= id: l1
> store_direct "Everything is one file" as=decision
= id: d2
> store_direct "Perhaps the moon matters" as=learning confidence=0.2
= id: l2
as agent codex-a
> session_start codex goal="split the parser"
= sessionId: s1
> session_log s1 file_edit src/parser.rs outcome=success
= outcome: success
> session_log s1 file_edit src/parser.rs outcome=failure
= outcome: failure
> session_log s1 file_edit src/parser.rs
= outcome: unknown
> session_log s1 file_read src/parser.rs
= kind: file_read
> store_postmortem title="The parser looped" what_happened="A comment never ended" prevention_steps=["Bound the loop"] severity=critical affected_files=["src/parser.rs"]
= id: pm1
> store_postmortem title="The lexer slowed" what_happened="A regex grew" severity=low affected_files=["src/lexer.rs"]
= id: pm2
> store_postmortem title="The manual lied" what_happened="A port changed" affected_files=["docs/manual.md"]
= id: pm3

> brief_file path=src/parser.rs
= edits: 3
= reads: 1
= failures: 1
= failureRate: 0.5
= sessions.0.sessionId: s1
= sessions.0.kind: file_read
= decisions: 2
= decisions.0.content: Errors are typed
= learnings.0.content: The lexer is hot
= postmortems: 1
= postmortems.0.title: The parser looped
> brief_file path=docs/new.md
= edits: 0
= failureRate: (nothing)
= decisions: 1
= postmortems: 0
> brief_file path=/etc/passwd
! PATH_OUTSIDE  the path is absolute

# What a client puts before a model by itself: nearest, surest and newest first.
> context_auto_inject file_path=src/parser.rs
= items: 5
= items.0.id: d1
= items.0.priority: 1.35
= items.1.id: pm1
= items.1.priority: 1.2
= items.2.id: l1
= items.2.priority: 1.17
= items.3.id: pm2
= items.3.priority: 0.9
= items.4.id: d2
= items.4.priority: 0.85
= omitted: 0
= text: # Context for File src/parser.rs⏎⏎## Learnings⏎- [l1] The lexer is hot⏎⏎## Decisions⏎- [d1] Errors are typed⏎- [d2] Everything is one file⏎⏎## Failures⏎- [pm1] The parser looped (critical): A comment never ended Prevention: Bound the loop⏎- [pm2] The lexer slowed (low): A regex grew⏎
# How sure we are by now decides, not how sure we were.
as human ana
> decay_boost l2 amount=0.4
= to: 0.6
as agent codex-a
> context_auto_inject file_path=src/parser.rs includeDecisions=false includeFailures=false
= items: 2
= items.1.id: l2
= items.1.priority: 0.88
# A budget is kept to the character, and a token is at least a byte.
> context_auto_inject file_path=src/parser.rs maxChars=90
= items: 1
= omitted: 5
= text.length: 87
> context_auto_inject file_path=src/parser.rs maxTokens=130
= items: 1
= text.length: 87
> context_auto_inject file_path=src/parser.rs includeDecisions=false includeFailures=false
= items: 2
= items.0.kind: learning
> context_auto_inject file_path=src/parser.rs maxChars=10
= items: 0
= text: 

# Time passes, and what is old presses less.
advance 10d
> context_auto_inject file_path=src/parser.rs includeFailures=false includeLearnings=false
= items.0.priority: 1.25
advance 30d
> context_auto_inject file_path=src/parser.rs includeFailures=false includeLearnings=false
= items.0.priority: 1.15

# A briefing, for whoever arrives.
> briefing_smart
= sections.0.title: Decisions
= sections: 4
= text: # Briefing on the workspace⏎⏎## Decisions⏎- [d2] Everything is one file⏎⏎## Learnings⏎- [l2] Perhaps the moon matters⏎⏎## What went wrong and still can⏎- [pm1] The parser looped (critical, open): A comment never ended⏎- [pm3] The manual lied (medium, open): A port changed⏎- [pm2] The lexer slowed (low, open): A regex grew⏎⏎## Recent work⏎- [s1] codex (abandoned): split the parser⏎
> briefing_smart context=file contextPath=src/parser.rs style=actionable
= sections.0.title: Do first
= sections.0.lines: [pm1] The parser looped Do: Bound the loop
= sections.1.lines: [d1] Errors are typed, [d2] Everything is one file
> briefing_smart context=room contextPath=docs style=detailed
= text: # Briefing on the room docs⏎⏎## Decisions⏎- [d2] Everything is one file⏎⏎## Learnings⏎- [l2] Perhaps the moon matters⏎⏎## What went wrong and still can⏎- [pm3] The manual lied (medium, open): A port changed⏎⏎## Recent work⏎- [s1] codex (abandoned): split the parser⏎
> briefing_smart context=task contextPath="make the lexer fast" maxChars=120
= sections.0.lines: [l1] The lexer is hot
= text.length: 98
= omitted: 4
> briefing_smart context=file
! INPUT_INVALID  contextPath is required when context is 'file'
> briefing_smart context=planet
! INPUT_INVALID  `context`: unknown variant `planet`, expected one of `file`, `room`, `task`, `workspace`
> brief_file path=src/parser.rs
= sessions.0.outcome: unknown
