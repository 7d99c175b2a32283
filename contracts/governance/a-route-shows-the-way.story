# A route says where to begin: rooms, decisions, learnings and files, best first, at most ten, and how to fetch each.
# Seed 000: phase 5, criteria 1 to 4. The same question gives the same way.

room authentication "Signing in and checking tokens" src/auth/ src/auth/jwt.go
room storage "Where rows are kept" src/store/

as human ana
> store_direct "Auth tokens are signed with Ed25519" as=decision
= id: d1
> store_direct "Rows are never updated in place" as=decision rationale="the auth log must stay whole"
= id: d2
> store_direct "The suite needs a scratch database" as=learning confidence=0.85
= id: l1
> store_direct "Perhaps the disk is slow" as=learning confidence=0.6
= id: l2
> store_direct "Token checks of this file are hot" as=decision scope=file scopePath=src/auth/jwt.go
= id: d3

as agent codex-a
# What waits is not on the way.
> store "Auth flow goes through a proxy" as=decision
= proposalId: p1
> get_route "understand auth flow" scope=file scopePath=src/auth/jwt.go
= nodes: 5
= nodes.0.order: 1
= nodes.0.kind: room
= nodes.0.id: authentication
= nodes.0.reason: Room name matches intent
= nodes.0.matched.0: auth
= nodes.0.fetch_ref: explore_rooms
= nodes.1.kind: decision
= nodes.1.id: d1
= nodes.1.reason: Decision content matches intent
= nodes.1.fetch_ref: recall_decisions --id d1
= nodes.2.kind: file
= nodes.2.id: src/auth/jwt.go
= nodes.2.reason: Room entry point
= nodes.2.fetch_ref: explore_file --path src/auth/jwt.go
= nodes.3.kind: learning
= nodes.3.id: l1
= nodes.3.reason: High-confidence learning (85%)
= nodes.3.fetch_ref: recall --id l1
= nodes.4.id: d2
= nodes.4.reason: Decision rationale matches intent
= meta.rule_version: v1.0
= meta.node_count: 5

# What a stop says to fetch can be fetched.
> recall_decisions id=d1
= items.0.content: Auth tokens are signed with Ed25519
> recall id=l1
= items.0.content: The suite needs a scratch database
> code.keep files=[{"path":"src/auth/jwt.go","text":"package auth\n\nfunc Check() {}\n","size":30,"mtime":1}]
= read: 1
> explore_file path=src/auth/jwt.go
= symbols.0.name: Check
> explore_rooms
= rooms: 2
= rooms.0.name: authentication
= rooms.0.summary: Signing in and checking tokens

# How sure we are is what counts, not how sure we were.
as human ana
> decay_boost l2 amount=0.2
= to: 0.8
> get_route "slow disk" scope=file scopePath=src/auth/jwt.go
= nodes.0.id: l2
= nodes.0.reason: Learning content matches intent (80%)
as agent codex-a

# Words that say nothing lead nowhere, and a narrow scope must be named.
> get_route "how is the a"
= meta.node_count: 2
> get_route "auth" scope=galaxy
! INPUT_INVALID  Invalid scope: must be 'file', 'room', or 'palace'
> get_route "auth" scope=file
! INPUT_INVALID  scopePath is required when scope is 'file'
> get_route
! INPUT_INVALID  Missing required parameter: intent
