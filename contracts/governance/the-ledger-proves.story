# The ledger can be checked by someone who trusts neither the file nor us.
# Law 2 of the architecture.

as agent codex-a
> store "We use one file" as=decision
= proposalId: p1
> ledger.checkpoint
= ok
keep note as then
as human ana
> approve p1
= promotedTo: d1
> ledger.consistency old=then
= consistent: true
> ledger.verify checkpoint=["then"]
= valid: true
= rows: 4
= unsealed: 0
> ledger.prove 0
= proof.index: 0
> ledger.prove 99999
! NOT_FOUND  entry `99999` does not exist
> ledger.consistency old="not a checkpoint"
! INPUT_INVALID  the text is not a signed note: it has no blank line before the signatures; copy the whole file, with its last line end
> ledger.show op=proposal.approve
= entries: 1
= entries.0.actor: ana
= entries.0.subject: p1
> ledger.trace d1
= related: e1, p1
> ledger.trace nonsense
! INPUT_INVALID  `nonsense` is not the id of a record
