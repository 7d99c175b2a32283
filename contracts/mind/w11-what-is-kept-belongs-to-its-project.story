# What is read or said in a project belongs to that project, whichever way it comes in; others see it only when they name its wing.
needs program

as agent codex-a
$ mkdir -p bakery brewery && printf 'The deck oven runs at 230 degrees.\n' > bakery/notes.txt && printf 'The mash rests at 67 degrees.\n' > brewery/notes.txt
$ palace ingest bakery && palace ingest brewery
= sources.new: 1
$ cd brewery && palace drawer ingest 'The kettle holds 40 degrees overnight'
= result.wing: brewery
sql select count(*) from drawers where anchor_id like '%legacy%' or anchor_id = 'global://default'
| 0
sql select distinct wing from drawers order by wing
| bakery
| brewery
$ cd bakery && palace drawer search 'how many degrees'
= result.results.0.wing: bakery
= result.results.1: (nothing)
$ cd bakery && palace drawer search 'how many degrees' --wing brewery --top-k 1
= result.results.0.wing: brewery
> drawer.search "how many degrees" wing=bakery
= results.0.content: The deck oven runs at 230 degrees.
= results.1: (nothing)
$ cd bakery && palace drawer list
= result.drawers.0.wing: bakery
= result.drawers.1: (nothing)
# Reading it again under a wing of one's own moves all of it there, without reading the words anew.
$ palace ingest bakery --wing bread --room ovens
= sources.unchanged: 1
sql select wing, room, content from drawers where wing = 'bread'
| bread | ovens | The deck oven runs at 230 degrees.
sql select count(*) from source_place
| 1
$ palace ingest bakery
= sources.unchanged: 1
sql select wing, room from drawers where source_file = 'notes.txt' and content like '%oven%'
| bread | ovens
