# Where nothing is found the answer says so, and advises what was not tried.
as agent codex-a
> recall "retry with backoff"
= total: 0
= note: Nothing matches in this project; `anywhere` asks all projects. What was seen comes in with `palace ingest`; what should hold is proposed with `store` and decided with `palace review`.
> recall "retry with backoff" anywhere=true
= note: Nothing matches in any project. What was seen comes in with `palace ingest`; what should hold is proposed with `store` and decided with `palace review`.
> context.assemble "retry with backoff"
= items: 0
= note: Nothing is known about this in this project; `anywhere` asks all projects.
> context.assemble "retry with backoff" anywhere=true
= note: Nothing is known about this in any project.
> source.keep documents=[{"path":"docs/retry.md","kind":"markdown","parts":[{"text":"We retry three times with backoff."}]}]
= kept: 1
> recall "retry with backoff" of=["code"]
= note: Nothing matches in this project under `of`; `anywhere` asks all projects. Without it there may be more.
> recall "retry with backoff" of=["code"] path=docs anywhere=true
= note: Nothing matches in any project under `of` and `path`. With fewer of them there may be more.
> recall "retry with backoff" author=ana
= note: Nobody is known as `ana`: nothing here says who said it.
> recall "retry with backoff" limit=0
= note: (nothing)
> recall "retry with backoff"
= note: (nothing)
= seen: 1
> context.assemble "retry with backoff" chars=10
= note: Nothing of what was found fits; allow more with `chars` or `bytes`.
# A word that no source holds is named, and what is nearest to it is no answer.
> recall zyzzyva
= seen: (nothing)
= note: No source in this palace holds `zyzzyva`. Check the spelling, or ask in other words.
> recall "zyzzyva quokka"
= note: No source in this palace holds `zyzzyva` or `quokka`. Check the spelling, or ask in other words.
# Beside words that are held it does not hide what they find, and is named where nothing is surely the answer.
> recall "zyzzyva retry with backoff"
= seen: 1
> recall "kubernetes retry with backoff zyzzyva quokka"
= seen: 1
= note: No source in this palace holds `kubernetes`, `zyzzyva` or `quokka`; what is shown is found by the other words.
