# Receipts and tokens are signed twice: with the home's secret, as the contract has it, and with a key that no agent can read.
# What they are is part of what is signed. Seed 004, defect 10: tokens were not signed, and types could be altered.
needs engine

as agent codex-a
> cycle.snapshot
= sessionId: s1
> cycle.route s1 userInput="May I write?"
= ok
> cycle.pack s1
= ok
> cycle.step s1 DRAFT input={"draft":"You may."}
= ok
> cycle.finalize s1 "You may."
= ok
> cycle.validate s1
= receiptId: receipt1
= token.tokenId: token1
> receipt.list sessionId=s1
= receipts: 1
= receipts.0.id: receipt1
= receipts.0.receiptType: governance
= receipts.0.valid: true
> receipt.verify receipt1
= valid: true
= payload.receipt_type: governance
= payload.session_id: s1
= payload.integrity: OK
= payload.compliance_version: 2.0.0
= payload.chain_count: 5
> receipt.export receipt1
= valid: true
= invocations: 5
= invocations.0.toolName: cycle.snapshot
= invocations.0.prevHash: null
= invocations.4.toolName: cycle.finalize

# Whatever is edited is noticed: the type, the words, either signature, the session.
tamper update receipt set receipt_type = 'license'
> receipt.verify receipt1
= valid: false
= signatureValid: true
= typeValid: false
= error: what stands beside its payload is not what the payload says
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `receipt1` is not what entry 6 left: the row was changed behind the ledger's back
tamper update receipt set receipt_type = 'governance', payload = replace(payload, 'OK', 'KO')
> receipt.verify receipt1
= valid: false
= hashValid: false
= error: its payload was changed
tamper update receipt set payload = replace(payload, 'KO', 'OK'), signature = replace(signature, 'a', 'b')
> receipt.verify receipt1
= valid: false
= signatureValid: false
= logSignatureValid: true
tamper update receipt set log_signature = signature
> receipt.verify receipt1
= logSignatureValid: false
> receipt.list
= receipts.0.valid: false

# A token is shown for something. One that nobody minted, another's, for something else, edited or too old is refused.
> cycle.token token1
= valid: true
= payload.token_version: 2
= payload.type: session
= payload.permissions.0: write
> cycle.spend token1 write
= authorized: true
> cycle.spend token1 write sessionId=s1
= authorized: true
> cycle.spend token1 erase
! TOKEN_INVALID  token token1 does not allow `erase`
> cycle.spend tok_0 write
! TOKEN_INVALID  nobody minted token tok_0
> cycle.spend "../config" write
! INPUT_INVALID  `tokenId`: `../config` is not an id like `tok_7h3k…`
as agent codex-b
> cycle.snapshot
= sessionId: s2
> cycle.spend token1 write
! TOKEN_INVALID  token token1 was minted for another session
> cycle.lend token1 deploy sessionId=s2
! TOKEN_INVALID  token token1 was minted for another session
as agent codex-a
> cycle.spend token1 write sessionId=s2
! TOKEN_INVALID  token token1 was minted for another session

# A token for one action is good once.
> cycle.lend token1 deploy sessionId=s1
= tokenId: token2
> cycle.spend token2 write
! TOKEN_INVALID  token token2 does not allow `write`
> cycle.spend token2 deploy
= usedAt: day-0
> cycle.spend token2 deploy
! TOKEN_USED  token token2 was used or taken back
> cycle.lend token2 deploy sessionId=s1
! TOKEN_INVALID  token token2 does not allow `write`
> cycle.token token2
= valid: false
= error: it was used or taken back
tamper update cycle_token set used_at = '' where id = 'token2'
> cycle.spend token2 deploy
! TOKEN_INVALID  token token2 does not hold: it is not what the ledger says was left of it
> cycle.token token2
= valid: false
= signatureValid: true
= ledgerValid: false

tamper update cycle_token set token_type = 'operation' where id = 'token1'
> cycle.spend token1 write
! TOKEN_INVALID  token token1 does not hold: what stands beside its payload is not what the payload says
tamper update cycle_token set token_type = 'session', expires_at = '2999-01-01T00:00:00.000Z' where id = 'token1'
> cycle.spend token1 write
! TOKEN_INVALID  token token1 does not hold: what stands beside its payload is not what the payload says
advance 1d
> cycle.token token1
= valid: false
= expired: true
sql select session_id, receipt_type from receipts
| s1 | governance
sql select session_id, token_type from memory_tokens order by token_type desc
| s1 | session
| s1 | operation
