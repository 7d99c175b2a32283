# An export of Slack is read, a day of a channel at a time, with the names that people go by.
needs program

as agent codex-a
fixture slack/export
$ palace ingest export
= sources.new: 3
= pieces.kept: 5
= broken.lines: 1
> recall "which oven is cold" only=evidence anywhere=true limit=1
= seen.0.line: @Kim Example oven <2> is cold, see the manual (https://example.org/manual) in #ovens @here
= seen.0.kind: conversation
= seen.0.source: slack#ovens/2025-11-10.json
= seen.0.author: robin
= seen.0.at: 2025-11-10T08:00:00.000Z
> recall "thermometer oven 20 degrees" only=evidence anywhere=true limit=1
= seen.0.line: Oven 2: 20 °C
= seen.0.kind: conversation
= seen.0.source: slack#ovens/2025-11-10.json
= seen.0.author: thermometer
= seen.0.at: 2025-11-10T08:01:40.000Z
> recall "is it warm again" only=evidence anywhere=true limit=1
= seen.0.line: Warm again.
= seen.0.kind: conversation
= seen.0.source: slack#ovens/2025-11-11.json
= seen.0.author: robin
= seen.0.at: 2025-11-11T08:00:00.000Z
# What is said directly is known by those who say it, and a channel that goes by its id by its name.
> recall "who wrote about the oven" only=evidence anywhere=true source="slack#D1/2025-11-10.json" limit=1
= seen.0.line: I wrote to #ovens about the oven.
= seen.0.source: slack#D1/2025-11-10.json
= seen.0.author: Kim Example
# The same again writes nothing.
$ palace ingest export
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 3
sql select count(*) from ledger where op like 'source.%'
| 1
