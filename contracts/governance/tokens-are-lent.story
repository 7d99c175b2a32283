# A token lets an agent in over the network. A human lends it and can take it back; the palace keeps only its digest.

as agent codex-a
> grant.issue codex-a tokenDigest=2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
! MODE_HUMAN_ONLY  Tool "grant.issue" not available in agent mode
> grant.list
! MODE_HUMAN_ONLY  Tool "grant.list" not available in agent mode

as human ana
> grant.issue codex-a tokenDigest=2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae days=7
= id: g1
= kind: agent
= name: codex-a
= expiresAt: day-7
> grant.issue codex-b tokenDigest=2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
! INPUT_INVALID  this token was issued before
> grant.list
= grants.0.name: codex-a
= grants.0.revokedAt: (nothing)
> grant.revoke g1
= revokedAt: day-0
> grant.revoke g_0
! NOT_FOUND  token `g_0` does not exist
