# A seal is a yes to exactly one thing, here, now, once.
# Law 1 of the architecture.
needs engine
palace sealed

enrol ana
= ok
# Over a wire nobody can sign, so the call asks for a seal and says where to give it.
as human ana without her seal
> store_direct "We use one file" as=decision
! SEAL_REQUIRED  `claim.adopt` needs a human's seal over digest h2
! next: Run `palace seal r1` on a terminal before day-0, then call again
! details.command: palace seal r1
> seal.list
= requests: 1
= requests.0.op: claim.adopt
= requests.0.askedBy: ana
= requests.0.shown.claim.content: We use one file

# At a terminal the same call is sealed, and asking again over the wire finds it done.
as human ana
> store_direct "We use one file" as=decision
= id: d1
as human ana without her seal
> store_direct "We use one file" as=decision
= id: d1

# The same seal a second time.
replay
! SEAL_REPLAYED  this seal was already used

# Someone this palace does not know.
as human mallory
> store_direct "We use two files" as=decision
! SEAL_INVALID  the seal is not signed by a key this palace trusts

# A seal that was given for another palace.
as human ana sealing for another palace
> store_direct "We use three files" as=decision
! SEAL_INVALID  this seal was given for palace `palace2`, not for `palace1`

# A person may say no, and that is the answer for as long as the request would have been open.
as human ana without her seal
> store_direct "We use four files" as=decision
! SEAL_REQUIRED  `claim.adopt` needs a human's seal over digest h5
! details.request: r2
> seal.decline r2
= declined: true
> store_direct "We use four files" as=decision
! SEAL_CANCELLED  a person was asked and said no

# And a seal does not keep.
as human ana
> store_direct "We use five files" as=decision
= id: d2
advance 16m
replay
! SEAL_EXPIRED  the seal could be used until day-0

# An agent is not even told what waits for a seal.
as agent codex-a
> seal.list
! MODE_HUMAN_ONLY  Tool "seal.list" not available in agent mode
> recall
= total: 2
ledger
   1 ana      key.enrol     refused SEAL_REQUIRED    r3
   2 ana      key.enrol     done                     h1
   3 ana      claim.adopt   refused SEAL_REQUIRED    r1
   4 ana      claim.adopt   refused SEAL_REQUIRED    r1
   5 ana      claim.adopt   done                     d1
   6 ana      claim.adopt   refused SEAL_REPLAYED    h2
   7 mallory  claim.adopt   refused SEAL_REQUIRED    r4
   8 mallory  claim.adopt   refused SEAL_INVALID     h6
   9 ana      claim.adopt   refused SEAL_REQUIRED    r5
  10 ana      claim.adopt   refused SEAL_INVALID     h7
  11 ana      claim.adopt   refused SEAL_REQUIRED    r2
  12 ana      seal.decline  done                     r2
  13 ana      claim.adopt   refused SEAL_CANCELLED   r2
  14 ana      claim.adopt   refused SEAL_REQUIRED    r6
  15 ana      claim.adopt   done                     d2
  16 ana      claim.adopt   refused SEAL_EXPIRED     h8
  17 codex-a  seal.list     refused MODE_HUMAN_ONLY  seal.list
  chain ok
