# What an erasure takes out leaves a cycle too: what was said about a call, and labels that say the words. The digests stay,
# because a chain was made of them.
needs engine

as agent codex-a
> cycle.snapshot contextKeys=["gorgonzola","cheese"]
= sessionId: s1
> cycle.invocation s1 Read meta={"file":"the recipe with gorgonzola"}
= id: call1
> cycle.route s1 userInput="what do we cook with gorgonzola?"
= ok
> evidence.record "gorgonzola" source=menu origin=tool
= id: e1
as human ana
> evidence.erase matching=gorgonzola reason="she asked for it"
= erased: 1
sql select meta from invocation
| {}
sql select context_keys from cycle
| ["cheese"]
sql select count(*) from ledger where body like '%gorgonzola%'
| 0
as agent codex-a
> ledger.verify
= valid: true
> cycle.validate s1
= valid: false
= warnings: 0
> cycle.snapshot sessionId=s1 restart=true contextKeys=["cheese"]
= cycle: 2
