# A way has ten stops at most, none where nothing is known, and the same ones whenever it is asked for.
# Seed 000: phase 5, criteria 1 and 3.

as agent codex-a
> get_route "auth flow"
= nodes: 0
= meta.node_count: 0
= meta.rule_version: v1.0

as human ana
> claim.inherit records=[{"as": "decision", "content": "auth flow"}, {"as": "decision", "content": "auth 2"}, {"as": "decision", "content": "auth 3"}, {"as": "decision", "content": "auth 4"}, {"as": "decision", "content": "auth 5"}, {"as": "decision", "content": "auth 6"}, {"as": "decision", "content": "auth 7"}, {"as": "decision", "content": "auth 8"}, {"as": "decision", "content": "auth 9"}, {"as": "decision", "content": "auth 10"}, {"as": "decision", "content": "auth 11"}, {"as": "learning", "content": "auth is hard", "confidence": 0.65}]
= authority: legacy_approved

as agent codex-a
> get_route "auth flow"
= nodes: 10
= nodes.0.order: 1
= nodes.0.matched: auth, flow
= nodes.9.order: 10
= meta.node_count: 10
> get_route "auth flow"
= nodes: 10
= nodes.0.matched: auth, flow
