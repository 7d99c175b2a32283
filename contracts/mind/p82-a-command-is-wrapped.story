# A command is wrapped when somebody types it: it runs as it is, its end is recorded if asked for, and its status is passed on.
needs program

as human ana
$ palace adoption wrap --surface runtime-context --note "the suite ran" -- true
= writes
= execute
= outcome
= childExitCode
= capture.recordQuality.quality
$ palace adoption wrap --surface runtime-context --note "the suite ran" --execute -- printf '%s|' "a b" '$HOME' ';'
= writes
= outcome
= childStdout
= capture.recordChecked.event.id
$ palace adoption wrap --surface runtime-context --note "the suite ran" --execute -- sh -c 'echo out; echo err >&2; exit 3' > report.json 2>/dev/null || echo $? > status
$ cat report.json
= writes
= outcome
= childExitCode
= childStdout
= childStderr
= capture.recordChecked.event.signal
$ printf '{"status": %s}\n' "$(cat status)"
= status
# What says too little is held back, unless that is allowed.
$ palace adoption wrap --surface runtime-context --execute -- true
= writes
= capture.recordChecked.blocked
$ palace adoption wrap --surface runtime-context --execute --allow-warnings -- true
= writes
$ palace adoption wrap --surface skill-selection --outcome neutral --execute -- false || true
# Nothing is run that could not be captured, and nothing is captured that could not be run.
$ palace adoption wrap --surface everything --execute -- touch was-run
! INPUT_INVALID
$ palace adoption wrap --surface runtime-context --execute -- no-such-program
! INPUT_INVALID
$ test ! -e was-run
> adoption.stats
= total
= accepted
= rejected
= neutral
