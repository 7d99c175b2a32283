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
# Where else it was seen is a list of places, however often one of them says it.
> source.keep documents=[{"path":"talk","kind":"conversation","parts":[{"text":"The nightly build takes forty minutes on the old runner and twelve on the new one"},{"text":"The nightly build takes forty minutes on the old runner and twelve on the new one"}]}]
= again: 2
> recall "how long does the nightly build take" only=evidence explain=true
= seen.0.why.also: notes.md, talk
# Another number is another fact.
> evidence.record "The nightly build takes fifty minutes on the old runner and twelve on the new one" source="ci log"
= id: e2
> recall "how long does the nightly build take" only=evidence
= seen: 2
