# Before a task: the beliefs that speak of it, the files and symbols it touches, how they fared, and what to beware of.

as human ana
> store_direct "Tokens are signed with Ed25519" as=decision
= id: d1
> store_direct "Tokens are never signed" as=decision
= id: d2
> store_direct "Token checks were slow before caching" as=learning
= id: l1
> recall_link sourceId=d2 targetId=d1 relation=contradicts
= relation: contradicts

as agent codex-a
> code.keep files=[{"path": "src/token.rs", "text": "use crate::clock;\npub fn sign_token() {}\n", "size": 40, "mtime": 1}, {"path": "src/clock.rs", "text": "pub fn now() {}\n", "size": 16, "mtime": 1}, {"path": "tests/token.rs", "text": "fn token_test() {}\n", "size": 19, "mtime": 1}]
= read: 3
> session_start agentType=codex goal="tokens"
= sessionId: s1
> session_log sessionId=s1 kind=file_edit target=src/token.rs outcome=failure
= kind: file_edit
> store_postmortem title="Tokens expired early" what_happened="The clock was local" affected_files=["src/token.rs"]
= status: open
> explore_context "change how a token is signed"
= decisions: 2
= learnings: 1
= learnings.0.id: l1
= files.0: src/token.rs
= symbols.0.symbol: sign_token
= symbols.0.at: src/token.rs:2-2
= fileIntelligence.0.path: src/token.rs
= fileIntelligence.0.failures: 1
= imports.0.to: src/clock.rs
= warnings: d2 contradicts d1, src/token.rs went wrong before: Tokens expired early (pm1)
# Tests are left out unless they are asked for; parts can be left out, and the whole has a bound.
> explore_context "change how a token is signed" includeTests=true includeDecisions=false
= decisions: 0
= files: src/token.rs, tests/token.rs
> explore_context "change how a token is signed" maxTokens=900
= shortened: true
> explore_context
! INPUT_INVALID  Missing required parameter: task
