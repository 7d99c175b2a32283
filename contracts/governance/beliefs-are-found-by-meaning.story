# What is believed can be found by its meaning, by its words, or by both. What waits is found by nobody but its reviewers.

as human ana
> store_direct "The database runs in WAL mode so that readers never wait" as=decision
= id: d1
> store_direct "Readers are not blocked by writers, because the database keeps a write-ahead log" as=learning
= id: l1
> store_direct "Buttons are blue" as=decision
= id: d2
> store_direct "Cats sleep all day" as=learning
= id: l2

as agent codex-a
> store "The database should leave WAL mode" as=decision
= proposalId: p1
> search_semantic query="database readers never wait for writers"
= similar.0.id: l1
> search_semantic query="database readers never wait for writers" kinds=["decision"]
= similar.0.id: d1
> search_similar recordId=d1 minSimilarity=0.3
= recordId: d1
= similar: 1
= similar.0.id: l1
> search_similar recordId=d1 query="both"
! INPUT_INVALID  either a claim or words are compared with
> search_hybrid "WAL mode"
= found.0.id: d1
= found.0.words: wal, mode
> search_hybrid "colour of buttons" kinds=["decision"]
= found.0.id: d2

# Recall finds them the same way: by any word that says something, then by a near meaning; and it says why, and what it left out.
> recall "how are the readers doing" only=authoritative
= total: 2
> recall "how are your shoes" only=authoritative
= total: 0
> recall "nobody who reads has to wait for a writer" only=authoritative explain=true
= items.0.id: l1
= items.0.why.because: its words match
= items.1.id: d1
> recall "kittens nap" only=authoritative explain=true
= total: 1
= items.0.id: l2
= items.0.why.because: its meaning is near
> recall "leave" explain=true
= total: 0
= waiting: 1
= withheld: (nothing)

# Every vector of the model in the binary is there from the beginning.
> embedding_stats
= unread: 0
> embedding_sync
= whole: true

# What waits can be found by its words.
> proposals query="leave wal"
= proposals: 1
= proposals.0.id: p1
> proposals query="buttons"
= proposals: 0
