# What a folder brings is one change and one entry, however many pieces it has; not one for each.
needs program

as agent codex-a
$ mkdir notes && for i in $(seq 200); do echo "Shelf $i holds rye of lot $((i * 13))." > notes/$i.txt; done && palace ingest notes
= pieces.kept: 200
sql select count(*) from ledger where op = 'source.keep'
| 1
sql select count(*) from drawers
| 200
sql select count(*) from drawer
| 0
> drawer.search "which lot is on shelf 7" wing=notes topK=1
= results.0.content: Shelf 7 holds rye of lot 91.
