# W20: eight readers of other files write at once, many pieces each, beside an agent that writes too; nobody finds the database
# locked, and what each brought is there whole.
needs program

as agent codex-a
$ for p in 1 2 3 4 5 6 7 8; do mkdir p$p && for f in $(seq 60); do echo "Mill $p grinds sack $f at $((p * 100 + f)) turns." > p$p/mill$p-$f.txt; done; done
$ pids=; for p in 1 2 3 4 5 6 7 8; do palace ingest p$p > said$p & pids="$pids $!"; done; failed=0; for n in 1 2 3 4; do palace evidence record "Miller $n was here" --source "page $n" > /dev/null || failed=$((failed + 1)); done; for pid in $pids; do wait $pid || failed=$((failed + 1)); done; echo "{\"failed\": $failed, \"whole\": $(cat said? | grep -c '"kept":60')}"
= failed: 0
= whole: 8
sql select count(*) from drawers where content like 'Mill %'
| 480
sql select wing, count(*) from drawers where content like 'Mill %' group by wing having count(*) <> 60
sql select count(*) from ledger where op = 'source.keep'
| 8
> palace.status
= evidence: 484
> ledger.verify
= valid: true
