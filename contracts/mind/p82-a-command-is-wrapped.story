# A command is wrapped when somebody types it: it runs as it is, its end is recorded if asked for, and its status is passed on.
needs program

as human ana
$ palace adoption wrap --surface runtime-context --note "the suite ran" -- true
= writes: false
= execute: false
= outcome: accepted
= childExitCode: 0
= capture.recordQuality.quality: ready
$ palace adoption wrap --surface runtime-context --note "the suite ran" --execute -- printf '%s|' "a b" '$HOME' ';'
= writes: true
= outcome: accepted
= childStdout: a b|$HOME|;|
= capture.recordChecked.event.id: a1
$ palace adoption wrap --surface runtime-context --note "the suite ran" --execute -- sh -c 'echo out; echo err >&2; exit 3' > report.json 2>/dev/null || echo $? > status
$ cat report.json
= writes: true
= outcome: rejected
= childExitCode: 3
= childStdout: out⏎
= childStderr: err⏎
= capture.recordChecked.event.signal: rejected
$ printf '{"status": %s}\n' "$(cat status)"
= status: 3
# What says too little is held back, unless that is allowed.
$ palace adoption wrap --surface runtime-context --execute -- true
= writes: false
= capture.recordChecked.blocked: true
$ palace adoption wrap --surface runtime-context --execute --allow-warnings -- true
= writes: true
$ palace adoption wrap --surface skill-selection --outcome neutral --execute -- false || true
= writes: true
= outcome: neutral
= childExitCode: 1
# Nothing is run that could not be captured, and nothing is captured that could not be run.
$ palace adoption wrap --surface everything --execute -- touch was-run
! INPUT_INVALID  `surface`: unknown variant `everything`, expected one of `card-context`, `card_context`, `card-embedding`, `card_embedding`, `research-adapter`, `research_adapter`, `evaluator`, `runtime-context`, `runtime_context`, `skill-selection`, `skill_selection`
$ palace adoption wrap --surface runtime-context --execute -- no-such-program
! INPUT_INVALID  `no-such-program` cannot be run: No such file or directory (os error 2)
$ test ! -e was-run
> adoption.stats
= total: 4
= accepted: 2
= rejected: 1
= neutral: 1
