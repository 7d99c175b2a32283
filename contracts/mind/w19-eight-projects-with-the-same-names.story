# W19: eight projects whose files have the same names are read at once; none waits for another's lock until it gives up, and each
# keeps its own.
needs program

as agent codex-a
$ for p in 1 2 3 4 5 6 7 8; do mkdir p$p && for f in a b c; do echo "Bakery $p keeps its rye on shelf $f." > p$p/$f.txt; done; done
$ pids=; for p in 1 2 3 4 5 6 7 8; do palace ingest p$p > said$p & pids="$pids $!"; done; failed=0; for pid in $pids; do wait $pid || failed=$((failed + 1)); done; echo "{\"failed\": $failed, \"whole\": $(cat said? | grep -c '"kept":3')}"
= failed: 0
= whole: 8
sql select wing, count(*) from drawers group by wing order by wing
| p1 | 3
| p2 | 3
| p3 | 3
| p4 | 3
| p5 | 3
| p6 | 3
| p7 | 3
| p8 | 3
sql select count(*) from item i left join vector v on v.item = i.n where v.item is null
| 0
> drawer.search "where does bakery 5 keep its rye" wing=p5 topK=1
= results.0.wing: p5
> ledger.verify
= valid: true
