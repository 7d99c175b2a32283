# The calls of a session are entries of the one ledger, told as a chain. What is changed behind its back fails governance, and
# a receipt pins where the chain was. Seed 004: the invocation ledger, which was only ever written for drafts.
needs engine

as agent codex-a
> cycle.snapshot
= sessionId: s1
> cycle.route s1 userInput="What is in the folder?"
= ok
> cycle.invocation s1 Bash inputObj={"action":"test"} outputObj={"result":"ok"} meta={"ms":3}
= id: call1
= sessionId: s1
> cycle.invocation s1 Read inputObj={"action":"test"} outputObj={"result":"ok"}
= id: call2
> cycle.invocation s1 Read meta={"token":"ghp_012345678901234567890123456789abcdef"}
= id: call3
sql select session_id, tool_name, meta_json from invocations
| s1 | cycle.snapshot | {}
| s1 | cycle.route | {}
| s1 | Bash | {"ms":3}
| s1 | Read | {}
| s1 | Read | {"token":"[redacted: github-token]"}
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"Two files."}
= ok
> cycle.finalize s1 "Two files."
= ok
> cycle.validate s1
= valid: true
= chainCount: 8
= receiptId: receipt1
> receipt.export receipt1
= invocations: 8
= invocations.2.toolName: Bash
= invocations.2.metaJson.ms: 3

# A call that is renamed, and one that is taken out.
tamper update ledger set op = 'session.start' where seq = 2
> cycle.validate s1
= valid: false
= errors: Chain: Invocation 2: hash mismatch (expected h26, got h27), Chain: receipt receipt1 pins a head that the session's calls do not lead to
> receipt.verify receipt1
= chainValid: false
= error: Invocation 2: hash mismatch (expected h26, got h27)
tamper update ledger set op = 'cycle.route' where seq = 2
> receipt.verify receipt1
= valid: true
tamper update invocation set tool_name = 'Write' where tool_name = 'Bash'
> receipt.verify receipt1
= chainValid: false
= error: its session's calls do not lead to the head it names
tamper update invocation set tool_name = 'Bash' where tool_name = 'Write'

# A cycle that is moved on by hand is not believed.
> cycle.step s1 MEMORY_UPDATE
= ok
> cycle.snapshot sessionId=s1
= cycle: 2
tamper update cycle set trail = '["SNAPSHOT","ROUTER","CONTEXT_PACK","DRAFT","FINALIZE_RESPONSE"]', done = 'FINALIZE_RESPONSE', integrity = 'OK'
> cycle.validate s1
= valid: false
= errors: Chain: the cycle's state is not what the session's calls left
= receiptId: (nothing)
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `s1 cycle` is not what entry 16 left: the row was changed behind the ledger's back
