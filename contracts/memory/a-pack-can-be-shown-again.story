# A context pack holds what is approved before what was seen, within its budget, cited, without saying one thing twice; and it can be shown again to the byte.
as human ana
> store_direct "Deployments happen on Tuesdays" as=decision
= id: d1
as agent codex-a
> source.keep documents=[{"path":"deploy.md","kind":"markdown","parts":[{"text":"Deployments run from the release branch and take ten minutes."}]},{"path":"lunch.md","kind":"markdown","parts":[{"text":"Lunch is at noon."}]}]
= kept: 2
> context.assemble "how do deployments work"
= pack: ctx1
= digest: h1
= items: d1, e2
= cited.0.id: d1
= cited.0.digest: h2
= leftOut: (nothing)
> context.replay ctx1
= digest: h1
= actor: codex-a
# What did not fit is counted, and said where there is room to say it.
> context.assemble "how do deployments work" chars=60
= items: 0
= leftOut: 2
= text: (2 more did not fit)⏎
> context.assemble "how do deployments work" chars=10
= items: 0
= leftOut: 2
> context.replay ctx_0000000000000000
! NOT_FOUND  context pack `ctx4` does not exist
