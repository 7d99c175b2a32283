# A name that must go is taken off wherever it stands: who spoke, in which talk, where it was read. What it stood beside stays, unless it
# was read from what is called so: that is part of what was seen.
needs engine
as agent codex-a
> source.keep documents=[{"path":"chat/1","kind":"conversation","parts":[{"text":"The parcel is late.","author":"Berta Quill","thread":"Quill, Monday"}]},{"path":"letters/Quill.md","kind":"markdown","parts":[{"text":"Paid in full."}]}] wing="Quill family"
= kept: 2
> evidence.record "the suite passes" source="a call with Quill"
= id: e1
> evidence.erase matching="Quill"
= proposalId: p1
as human ana
> proposal.show p1
= shown.pieces: 2
= shown.of: 3
= shown.names: {"authors":1,"paths":1,"places":1,"threads":1}
> approve p1
= result.erased: 2
= result.names: {"authors":1,"paths":1,"places":1,"threads":1}
= result.still: (nothing)
sql select count(*) from item where author like '%Quill%' or thread like '%Quill%' or heading like '%Quill%'
| 0
sql select count(*) from provenance where source like '%Quill%'
| 0
sql select count(*) from source where path like '%Quill%'
| 0
sql select count(*) from source_revision where path like '%Quill%'
| 0
sql select count(*) from source_place where wing like '%Quill%'
| 0
sql select count(*) from ledger where body like '%Quill%'
| 0
> recall "the parcel" only=evidence
= seen.0.line: The parcel is late.
> ledger.verify
= valid: true

# What stays is said. A statement that a human sealed does.
> store_direct "Parcels go to Harbour Lane" as=decision
= id: d1
> evidence.erase matching="Harbour Lane"
= still.0.what: d1
= still.0.why: a human sealed this statement
> evidence.erase matching="Harbour Lane" reason="once more"
! NOT_FOUND  what says this text stays, so nothing is erased. d1: a human sealed this statement

# By its source: where it was read from stays, so that reading it unchanged brings nothing back. That is said, too.
> evidence.erase source="chat/1"
= erased: 1
= still.0.what: src1
= still.0.why: where this was read from stays, so that reading it unchanged brings nothing back; `evidence erase --matching` takes the name

# Words that others quote stay there, and the answer names who does.
as agent codex-a
> evidence.record "the mill grinds at night, says the miller" source="a chat"
= id: e5
> evidence.record "I heard: the mill grinds at night, says the miller" source="a chat"
= id: e6
as human ana
> evidence.erase id=["e5"]
= still.0.what: e6
= still.0.why: this evidence quotes it; erase it by its id, too
