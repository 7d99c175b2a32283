# Every call of an agent is an entry of the ledger, and one that only looked says so: who, when, what was called, and digests.
as agent codex-a
> recall "which database"
= ok
> ledger.show reads=true op=claim.recall
= entries.0.actor: codex-a
= entries.0.outcome: read
# Nothing of what was asked or answered is in it.
> palace.status
= ok
> ledger.show reads=true limit=1
= entries.0.op: palace.status
= entries.0.subject: 
# Looks are left out unless asked for, so that deeds stay in sight.
> ledger.show op=claim.recall
= entries: 0
# What people look at is theirs.
as human ana
> recall "which database"
= ok
> ledger.show reads=true op=claim.recall actor=ana
= entries: 0
ledger
  chain ok
