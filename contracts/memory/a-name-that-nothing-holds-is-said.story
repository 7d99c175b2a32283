# Who asks for a name is told when nothing has it: what comes nearest may have a good score, and is something else.
as agent codex-a
> source.keep documents=[{"path":"flags.md","kind":"markdown","parts":[{"text":"Dark mode is behind FF_DARK_MODE_V2 until the audit is done."}]},{"path":"log.md","kind":"markdown","parts":[{"text":"Version 3.14.1 mended parseHeader. The V3 of the audit waits."}]}]
= kept: 2
> recall FF_DARK_MODE_V4 only=evidence limit=1
= note: Nothing that was read holds `FF_DARK_MODE_V4`; what is shown is only near.
= seen.0.source: flags.md
# Its words are there, each in another place.
> recall FF_DARK_MODE_V3 only=evidence
= note: None of these holds `FF_DARK_MODE_V3`; what is shown is only near.
> recall ff_dark_mode_v2 only=evidence
= note: (nothing)
> recall "who calls parseHeader since 3.14.1" only=evidence
= note: (nothing)
> recall "who calls parseHeader since 3.14.2" only=evidence
= note: Nothing that was read holds `3.14.2`; what is shown is only near.
# Ordinary words are found by what they mean, and nothing is said of them.
> recall "is there a night theme" only=evidence
= note: (nothing)
