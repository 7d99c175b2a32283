# Another model's vectors are taken in beside ours; until they are whole, ours serve, and agents have no hand in it.
as agent codex-a
> evidence.record "The kiln reaches twelve hundred degrees" source="a manual"
= id: e1
> index.fill other-model made=[]
! MODE_HUMAN_ONLY  Tool "index.fill" not available in agent mode
as human ana
> index.fill other-model made=[]
= serving: false
> index.status
= models.0.state: serving
= models.1.state: filling
> recall "how hot does the kiln get" only=evidence
= seen.0.id: e1
# What is not used any more is forgotten, but never ours.
as agent codex-a
> index.drop other-model
! MODE_HUMAN_ONLY  Tool "index.drop" not available in agent mode
as human ana
> index.drop other-model
= forgotten: 0
> index.drop other-model
! NOT_FOUND  there are no vectors of a model `other-model`
> recall "how hot does the kiln get" only=evidence
= seen.0.id: e1
