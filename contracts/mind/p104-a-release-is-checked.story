# Before others rely on a palace, the program, its schema, the ledger, its keys and its pages are checked; nothing is written.
needs engine

as agent codex-a
> maintenance.readiness
= writes: false
= ready: false
= checks.3.name: sealing
= checks.3.detail: this palace is unsealed: approvals carry no signature
palace sealed
enrol ana
= ok
> maintenance.readiness
= writes: false
= ready: true
= checks.0.name: version
= checks.0.passed: true
= checks.1.name: schema
= checks.1.passed: true
= checks.2.name: ledger
= checks.2.passed: true
= checks.3.passed: true
= checks.4.name: runbook
= checks.4.passed: true
= recommendedCommands: palace doctor, palace ledger verify, palace backup copy.palace-backup, palace maintenance guide
tamper update evidence set content = 'x'
> adoption.record track=runtime_adoption signal=used feature=context_pack
= id: a1
tamper update adoption set signal = 'accepted'
> maintenance.readiness
= ready: false
= checks.2.passed: false
