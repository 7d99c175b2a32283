# Waking up tells of the project one stands in and of what holds everywhere; never of somebody else's project.
needs program

as agent codex-a
$ mkdir -p bakery brewery && printf 'The deck oven runs at 230 degrees.\n' > bakery/notes.txt && printf 'The mash rests at 67 degrees.\n' > brewery/notes.txt
$ palace ingest bakery
= sources.new: 1
$ palace ingest brewery
= sources.new: 1
$ cd bakery && palace drawer ingest 'Flour comes on Mondays' --importance 5
= result.wing: bakery
$ cd brewery && palace drawer ingest 'Hops come on Fridays' --importance 5
= result.wing: brewery
> drawer.ingest "Taste everything" importance=3
= wing: global
$ cd bakery && palace memory wake
= result.identity.wing: bakery
= result.identity.drawers: 3
= result.top.0.line: Flour comes on Mondays
= result.top.1.line: Taste everything
= result.top.2.line: The deck oven runs at 230 degrees.
= result.top.3: (nothing)
# From nowhere in particular, only what holds everywhere.
> memory.wake
= identity.wing: global
= top.0.line: Taste everything
= top.1: (nothing)
> memory.wake as=aaak
! INPUT_INVALID  the shorthand aaak is not written here: by decision 19 it lost more than it saved
> memory.wake as=protocol
= identity: (nothing)
> memory.wake as=song
! INPUT_INVALID  `as`: unknown variant `song`, expected one of `plain`, `aaak`, `protocol`
> memory.protocol
= ok
