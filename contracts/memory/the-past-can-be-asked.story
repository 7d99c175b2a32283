# A question may ask what was known at a moment: then what was current then answers, not what is current now.
needs engine

as agent codex-a
> source.keep documents=[{"path":"ports.md","kind":"markdown","parts":[{"text":"The server listens on port 8080."}]}]
= kept: 1
advance 10d
> source.keep documents=[{"path":"ports.md","kind":"markdown","parts":[{"text":"The server listens on port 9090."}]}]
= replaced: 1
> recall "which port does the server listen on" only=evidence
= seen.0.line: The server listens on port 9090.
= seen: 1
> recall "which port does the server listen on" only=evidence asOf=2026-01-02T00:00:00.000Z
= seen.0.line: The server listens on port 8080.
= seen: 1
