# What memory already says is linked, not stored again: recalling a thing and writing it down once more cannot multiply it.
as agent codex-a
> evidence.record "The nightly build takes forty minutes on the old runner and twelve on the new one" source="ci log"
= id: e1
as agent codex-b
> evidence.record "From memory: The nightly build takes forty minutes on the old runner and twelve on the new one" source="recall"
= id: e1
= again: true
> source.keep documents=[{"path":"notes.md","kind":"markdown","parts":[{"text":"> The nightly build takes forty minutes on the old runner and twelve on the new one"}]}]
= kept: 0
= again: 1
# Another number is another fact.
> evidence.record "The nightly build takes fifty minutes on the old runner and twelve on the new one" source="ci log"
= id: e2
> recall "how long does the nightly build take" only=evidence
= seen: 2
