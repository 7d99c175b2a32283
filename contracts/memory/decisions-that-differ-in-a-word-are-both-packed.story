# A pack leaves out copies of what was seen, and never a decision: one word may be all that two of them differ in.
as human ana
> store_direct "Never deploy on Fridays without two approvals" as=decision rationale="Rollbacks on weekends are slow" tags=["release"]
= id: d1
> store_direct "Always deploy on Fridays with two approvals" as=decision
= id: d2
as agent codex-a
> evidence.record "And production?" source="a chat"
= id: e3
> evidence.record "Production deploys stay on port 6379." source="a chat"
= id: e4
> context.assemble "deploy on Fridays in production, which port"
= items: d2, d1, e4
# Why something is believed and its labels are looked at, too.
> recall "weekends" only=authoritative
= items.0.id: d1
> recall "release" only=authoritative
= items.0.id: d1
# Nothing is packed only because nothing else is there.
> context.assemble "helicopter flying"
= items: 0
