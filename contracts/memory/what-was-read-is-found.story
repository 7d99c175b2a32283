# What was read is found again by its words and by its meaning, one line and a citation each; bodies come on demand.
as agent codex-a
> source.keep documents=[{"path":"docs/server.md","title":"Server","kind":"markdown","parts":[{"text":"# Ports\n\nThe server listens on port 8080 behind nginx."}]},{"path":"chat/1","kind":"conversation","parts":[{"text":"Where did you go last summer?","author":"Mel"},{"text":"We went to Lisbon and painted the harbour at sunrise.","author":"Ana"}]}]
= kept: 3
= sources.0.change: new
= sources.1.path: chat/1
> recall "on which port does the server listen" only=evidence limit=1
= seen.0.id: e1
= seen.0.line: # Ports The server listens on port 8080 behind nginx.
= seen.0.source: docs/server.md
= seen.0.origin: import
> recall "what did Ana paint" only=evidence limit=1
= seen.0.line: We went to Lisbon and painted the harbour at sunrise.
= seen.0.author: Ana
# The line before a match is one call away.
> evidence.get id=["e2"] around=1
= pieces.0.content: Where did you go last summer?
= pieces.1.content: We went to Lisbon and painted the harbour at sunrise.
> source.list chat
= sources.0.id: src2
> source.show src1
= path: docs/server.md
= history.0.change: new
> index.status
= items: 3
