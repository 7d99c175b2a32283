# What a source is called is cut from what it says, so secrets are taken out of that too; and a title can be erased by its words.
needs engine
as agent codex-a
> source.keep documents=[{"path":"h.md","title":"Key ghp_16C7e42F292c6912E7710c838347Ae178B4a","kind":"markdown","parts":[{"text":"# Key ghp_16C7e42F292c6912E7710c838347Ae178B4a\n\nIt opens the depot.","heading":"Key ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]}]
= redacted: {"github-token":3}
> source.list
= sources.0.title: Key [redacted: github-token]
sql select count(*) from source where title like '%ghp_16C7%'
| 0
sql select count(*) from item where heading like '%ghp_16C7%'
| 0
sql select count(*) from lexicon where word like '%16c7%'
| 0
# Somebody's older title is put right when the same is read again.
tamper update source set title = 'Key ghp_16C7e42F292c6912E7710c838347Ae178B4a'
> source.keep documents=[{"path":"h.md","title":"Key ghp_16C7e42F292c6912E7710c838347Ae178B4a","kind":"markdown","parts":[{"text":"# Key ghp_16C7e42F292c6912E7710c838347Ae178B4a\n\nIt opens the depot.","heading":"Key ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]}]
= sources.0.change: edited
> source.list
= sources.0.title: Key [redacted: github-token]

# A title that must go is found by what it says, and what lies under it stays, no longer found by it.
> source.keep documents=[{"path":"parcels.md","title":"Parcels for Harbour Lane","kind":"markdown","parts":[{"text":"They are left with the neighbour."}]},{"path":"chat/1","title":"Who lives in Harbour Lane?","kind":"conversation","parts":[{"text":"I do.","role":"user"}]}]
= kept: 2
as human ana
> evidence.erase matching="Harbour Lane"
= erased: 0
= titles.0: src3
= titles.1: src2
> source.list
= sources.0.title: (nothing)
= sources.2.title: (nothing)
sql select count(*) from source where title like '%Harbour%'
| 0
sql select count(*) from lexicon where word = 'harbour'
| 0
> recall "the neighbour" only=evidence
= seen.0.line: They are left with the neighbour.
> evidence.erase matching="Harbour Lane"
! NOT_FOUND  nothing was found by this text, so nothing is erased
