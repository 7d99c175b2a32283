# An edited source replaces its pieces in one transaction; what it said before is its history, and a deleted source is gone, not lost.
as agent codex-a
> source.keep documents=[{"path":"ports.md","kind":"markdown","parts":[{"text":"The server listens on port 8080."}]},{"path":"names.md","kind":"markdown","parts":[{"text":"The service is called Heron."}]}]
= kept: 2
# The same again writes nothing: whoever asks first knows.
> source.check seen=[{"path":"ports.md","digest":"0000000000000000000000000000000000000000000000000000000000000000"}]
= changed: ports.md
> source.keep documents=[{"path":"names.md","kind":"markdown","parts":[{"text":"The service is called Heron."}]}]
= sources.0.change: unchanged
> source.keep documents=[{"path":"ports.md","kind":"markdown","parts":[{"text":"The server listens on port 9090."}]}]
= kept: 1
= replaced: 1
= sources.0.change: edited
# What holds none of the words asked for, and means something else, is not shown.
> recall "which port does the server listen on" only=evidence limit=5
= seen: 1
= seen.0.line: The server listens on port 9090.
> source.show src1
= history.0.change: new
= history.1.change: edited
# A rename keeps the source, and with it every citation.
> source.keep documents=[{"path":"docs/names.md","kind":"markdown","parts":[{"text":"The service is called Heron."}]}] missing=["names.md"]
= sources.0.id: src2
= sources.0.change: renamed
= kept: 0
> source.gone id=["src2"]
= gone: 1
= replaced: 1
> recall "what is the service called" only=evidence
= seen: 1
> source.list state=gone
= sources.0.path: docs/names.md
# Of two files with the words of one that is missing, one is that file under its new name, and the other is new.
> source.keep documents=[{"path":"gate.md","kind":"markdown","parts":[{"text":"Ines opens the gate at seven in the morning."}]}]
= kept: 1
> source.keep documents=[{"path":"door.md","kind":"markdown","parts":[{"text":"Ines opens the gate at seven in the morning."}]},{"path":"lock.md","kind":"markdown","parts":[{"text":"Ines opens the gate at seven in the morning."}]}] missing=["gate.md"]
= sources.0.change: renamed
= sources.1.change: new
= sources.1.again: 1
> ledger.verify
= valid: true
