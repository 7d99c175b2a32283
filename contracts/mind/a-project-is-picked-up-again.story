# Projects are listed by their wing, and one is picked up by its name or a part of it.
as agent codex-a
> drawer.ingest "The deck oven runs at 230 degrees" wing=bakery anchorKind=repo anchorId="repo://bakery" importance=2
= drawerId: e1
> drawer.ingest "The mash rests at 67 degrees" wing=brewery anchorKind=repo anchorId="repo://brewery"
= drawerId: e2
> project.list
= projects.0.wing: brewery
= projects.1.wing: bakery
= projects.1.total: 1
> project.resume bake
= resolution: resolved
= pack.wing: bakery
= pack.recentEvidence.0.drawerId: e1
= pack.recentEvidence.0.importance: 2
= pack.inFlight: 0
= pack.nextStep: Look at what is open: palace drawer search 'what is open' --wing 'bakery'
> project.resume b
= resolution: ambiguous
= candidates.0.wing: brewery
= candidates.1.wing: bakery
> project.resume "the moon"
= resolution: not_found
= available: brewery, bakery
= pack: (nothing)
> memory.status
= drawerCount: 2
= scopes: 2
