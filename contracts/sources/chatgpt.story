# An export of ChatGPT is read, each conversation by itself, along the branch that was last shown.
needs program

as agent codex-a
fixture chatgpt/conversations.json
$ palace ingest conversations.json
= sources.new: 2
= pieces.kept: 6
= broken.lines: 1
> recall "how much salt for two kilos of flour" only=evidence anywhere=true limit=1
= seen.0.line: How much salt for two kilos of flour?
= seen.0.kind: conversation
= seen.0.source: chatgpt#c-1
= seen.0.at: 2025-11-10T12:01:00.500Z
> recall "forty grams" only=evidence anywhere=true limit=1
= seen.0.line: Forty grams, two percent of the flour.
= seen.0.kind: conversation
= seen.0.source: chatgpt#c-1
= seen.0.author: gpt-5
= seen.0.at: 2025-11-10T12:01:04.000Z
> recall "salt ratio two percent is usual" only=evidence anywhere=true limit=1
= seen.0.line: Two percent is usual.
= seen.0.kind: conversation
= seen.0.source: chatgpt#c-1
= seen.0.author: web.search
= seen.0.at: 2025-11-10T12:01:03.000Z
# The same again writes nothing.
$ palace ingest conversations.json
= sources.new: 0
= sources.edited: 0
= sources.unchanged: 2
sql select count(*) from ledger where op like 'source.%'
| 1
