# However much else is kept and matches, a question about one wing finds what stands there; in any script.
needs program

as agent codex-a
$ mkdir noise && for i in $(seq 1200); do echo "Oven $i of row $((i * 7)) runs at $((i + 200)) degrees." > noise/$i.txt; done && palace ingest noise --wing noise
= sources.new: 1200
> drawer.ingest "An oven in the yard runs at 90 degrees" wing=yard
= drawerId: e1
> drawer.search "oven runs at degrees" wing=yard topK=1
= results.0.content: An oven in the yard runs at 90 degrees
> drawer.ingest "数据库的端口是五四三二" wing=yard
= drawerId: e2
> drawer.search "数据库 端口" wing=yard topK=1
= results.0.drawerId: e2
