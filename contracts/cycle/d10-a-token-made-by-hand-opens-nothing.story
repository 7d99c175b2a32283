# What a gate is worth is signed and bound by the ledger like what a cycle is worth: a row made or edited by hand opens nothing,
# and verifying names it. Contract 004: section 12, defect 10: tokens lay on disk, unsigned.
needs engine

as human ana
> apply_preset mine config={"name":"mine","description":"d","enforcement":"strict","token_ttl":{"operation":60000,"session":1800000},"gates":{"teach":{"required_tools":["record_experience"],"description":"d"},"learn":{"required_tools":["search_experiences"],"description":"d"},"reason":{"required_tools":["analyze_problem"],"description":"d"}}}
= applied: true
as agent codex-a
> session_start codex
= sessionId: s1
> record_experience type=effective domain=Tools situation="A slow build" approach="Cached it" outcome="Twice as fast" reasoning="Most of it never changes"
= recorded: true
> verify_compliance teach edit session_id=s1
= compliant: true
keep operation_token as op1

# A row that was copied with another name, or written from nothing.
tamper insert into cycle_token select 'session-1-forged', session, 'session', payload, payload_hash, signature, log_signature, created_at, '2999-01-01T00:00:00.000Z', '', principal, project from cycle_token
tamper insert into cycle_token select 'op-1-forged', session, 'operation', payload, payload_hash, signature, log_signature, created_at, expires_at, '', principal, project from cycle_token where id <> 'session-1-forged'
tamper insert into cycle_token select 'session-2-forged', session, 'session', '{}', '', '', '', created_at, '2999-01-01T00:00:00.000Z', '', principal, project from cycle_token where id = 'op-1-forged'
> workflow.guard Write
= allowed: false
> authorize_operation op-1-forged
! TOKEN_INVALID  Invalid operation token: what stands beside its payload is not what the payload says
> get_workflow_status s1
= active_tokens: 1
> get_session_state s1
= workflow_session.steps_completed: edit
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `op-1-forged` stands in the file, but no entry made it
tamper delete from cycle_token where id like '%forged'
> ledger.verify
= valid: true

# Who it is for, until when, what it is: edited by hand, it is none.
tamper update cycle_token set principal = 'claude-b'
as agent claude-b
> authorize_operation op1 create_session_token=true
! TOKEN_INVALID  Invalid operation token: what stands beside its payload is not what the payload says
as agent codex-a
> authorize_operation op1 create_session_token=true
! TOKEN_INVALID  Invalid operation token: it was never given to you
tamper update cycle_token set principal = 'codex-a', payload = replace(payload, '"edit"', '"ruin"')
> authorize_operation op1 create_session_token=true
! TOKEN_INVALID  Invalid operation token: its payload was changed
tamper update cycle_token set payload = replace(payload, '"ruin"', '"edit"'), expires_at = '2999-01-01T00:00:00.000Z'
> authorize_operation op1 create_session_token=true
! TOKEN_INVALID  Invalid operation token: what stands beside its payload is not what the payload says
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `op1` is not what entry 4 left: the row was changed behind the ledger's back

# One that was used is used, whatever its row says.
> verify_compliance teach "edit again" session_id=s1
= compliant: true
keep operation_token as op2
> authorize_operation op2 create_session_token=true
= authorized: true
> workflow.guard Write
= allowed: true
tamper update cycle_token set used_at = '' where id = 'op2'
> authorize_operation op2 create_session_token=true
! TOKEN_INVALID  Invalid operation token: it is not what the ledger says was left of it

# One that was taken back stays taken back.
> reset_workflow s1
= reset: true
> workflow.guard Write
= allowed: false
tamper update cycle_token set used_at = ''
> workflow.guard Write
= allowed: false
> get_workflow_status s1
= active_tokens: 0
> ledger.verify
! STORE_DAMAGED  the ledger does not verify: `op1` is not what entry 19 left: the row was changed behind the ledger's back

# And in another project it is worth nothing, though its row says that it is.
> record_experience type=effective domain=Tools situation="A slow test" approach="Split it" outcome="Twice as fast too" reasoning="Two hands"
= recorded: true
> verify_compliance teach "edit more" session_id=s1
= compliant: true
keep operation_token as op3
> authorize_operation op3 create_session_token=true
= authorized: true
> workflow.guard Write
= allowed: true
tamper update cycle_token set project = 'repo://elsewhere'
> workflow.guard Write
= allowed: false
in repo://elsewhere
> workflow.guard Write
= allowed: false
