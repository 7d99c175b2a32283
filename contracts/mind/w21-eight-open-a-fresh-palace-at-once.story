# W21: eight programs open a palace that is not there yet, at once: one of them makes it and its tables, and the seven others find
# what it made. Here it is a file, whatever the palace of this story is; the tests race on PostgreSQL too.
needs program

as agent codex-a
$ export PALACE_HOME="$PWD/fresh"; unset PALACE_DATABASE_URL; pids=; for p in 1 2 3 4 5 6 7 8; do palace init --unsealed > said$p & pids="$pids $!"; done; failed=0; for pid in $pids; do wait $pid || failed=$((failed + 1)); done; echo "{\"failed\": $failed, \"made\": $(cat said? | grep -c '"created":true'), \"found\": $(cat said? | grep -c '"created":false'), \"palaces\": $(cat said? | grep -o 'pal_[a-z0-9]*' | sort -u | wc -l)}"
= failed: 0
= made: 1
= found: 7
= palaces: 1
$ export PALACE_HOME="$PWD/fresh"; unset PALACE_DATABASE_URL; palace ledger verify
= result.valid: true
= result.entries: 1
> palace.status
= evidence: 0
