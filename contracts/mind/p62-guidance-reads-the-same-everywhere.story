# P62: what the tool tells an agent about recording is told at the terminal too, word by word, as text and as JSON, under our name
# and the contract's; reading it records nothing.
needs program

as agent codex-a
> mempal_phase3 action=guidance
= guidance.version: 1
= guidance.required_fields: track, signal, feature
= guidance.signals.3.signal: miss
= guidance.signals.3.when: Something that should have been found was not
= guidance.signals: 7
$ palace mind phase3 adoption guidance
= version: 1
= required_fields: track, signal, feature
= signals.3.signal: miss
= signals.3.when: Something that should have been found was not
= signals: 7
$ palace adoption guidance
= result.requiredFields: track, signal, feature
= result.signals.3.when: Something that should have been found was not
$ echo "{\"lines\": $("$PALACE_PROGRAM" mind phase3 adoption guidance --format plain 2>/dev/null | grep -c -e miss -e rollback -e contradiction)}"
= lines: 3
> adoption.stats
= total: 0
