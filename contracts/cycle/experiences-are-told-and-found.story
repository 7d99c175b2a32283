# What was tried is told once, named when it is told again, found by its words, and narrowed by what it is about.
# Seed 004, knowledge: record_experience, search_experiences, get_experience.

as agent codex-a
> experience.record type=effective domain=Tools situation="The build of the client fails after an upgrade" approach="Bisect the lock file with a script" outcome="The broken crate was found in four steps" reasoning="Halving beats reading" confidence=0.9 tags=["build","bisect"]
= recorded: true
= experienceId: x1
= message: Experience recorded successfully (ID: x1)
= duplicateId: (nothing)
# Nearly the same words, about the same, with the same end.
> experience.record type=effective domain=Tools situation="The build of the client fails after an  UPGRADE" approach="Bisect the lock file with a script" outcome="The broken crate was found in four steps" reasoning="Halving beats reading!" confidence=0.2
= recorded: false
= duplicateId: x1
= experienceId: (nothing)
# The same words with another end, or about something else, are another experience.
> experience.record type=ineffective domain=Tools situation="The build of the client fails after an upgrade" approach="Bisect the lock file with a script" outcome="The broken crate was found in four steps" reasoning="Halving beats reading" confidence=0
= experienceId: x2
> experience.record type=effective domain=Debugging situation="The build of the client fails after an upgrade" approach="Bisect the lock file with a script" outcome="The broken crate was found in four steps" reasoning="Halving beats reading"
= experienceId: x3
> experience.record type=effective domain=Communication situation="Two teams disagree about an interface" approach="Write the three questions down first" outcome="They agreed in one meeting" reasoning="People argue about what they can see" confidence=0.6 tags=["meeting"]
= experienceId: x4

# Not sure at all is zero, and zero stays zero; nobody asked is something else.
> experience.show x2
= confidence: 0.0
= previousVersion: (nothing)
= newerVersions: 0
> experience.show x3
= confidence: (nothing)
> experience.show x1
= id: x1
= type: effective
= domain: Tools
= tags.0: build
= tags.1: bisect
= scope: global
= source: agent
= principal: codex-a

> experience.search "two teams and an interface"
= count: 1
= results.0.id: x4
= query: two teams and an interface
# By its labels too.
> experience.search meeting
= results.0.id: x4
> experience.search "bisect the lock file"
= count: 3
> experience.search "bisect the lock file" domain=Debugging
= count: 1
= results.0.id: x3
= filters.domain: Debugging
> experience.search "bisect the lock file" type=ineffective
= count: 1
= results.0.id: x2
> experience.search "bisect the lock file" minConfidence=0.5
= count: 1
= results.0.id: x1
> experience.search "bisect the lock file" limit=1 offset=1
= count: 1
> experience.search "zebra crossing"
= count: 0

> experience.record type=so_so domain=Tools situation=a approach=b outcome=c reasoning=d
! INPUT_INVALID  `type`: unknown variant `so_so`, expected `effective` or `ineffective`
> experience.record type=effective domain=Cooking situation=a approach=b outcome=c reasoning=d
! INPUT_INVALID  `domain`: unknown variant `Cooking`, expected one of `Tools`, `Protocol`, `Communication`, `Process`, `Debugging`, `Decision`
> experience.record type=effective domain=Tools situation=a approach=b outcome=c
! INPUT_INVALID  Missing required parameter: reasoning
> experience.record type=effective domain=Tools situation=" " approach=b outcome=c reasoning=d
! INPUT_INVALID  `situation`: `` is not text: it is blank
> experience.record type=effective domain=Tools situation=a approach=b outcome=c reasoning=d confidence=1.5
! INPUT_INVALID  `confidence`: `1.5` is not a confidence between 0 and 1
> experience.show x_0
! NOT_FOUND  experience `x_0` does not exist
> experience.show id="7"
! INPUT_INVALID  `id`: `7` is not an id like `x_7h3k…`
ledger
   1 codex-a  experience.record  done                   x1
   2 codex-a  experience.record  done                   x1
   3 codex-a  experience.record  done                   x2
   4 codex-a  experience.record  done                   x3
   5 codex-a  experience.record  done                   x4
   6 codex-a  experience.record  refused INPUT_INVALID  type
   7 codex-a  experience.record  refused INPUT_INVALID  domain
   8 codex-a  experience.record  refused INPUT_INVALID  reasoning
   9 codex-a  experience.record  refused INPUT_INVALID  situation
  10 codex-a  experience.record  refused INPUT_INVALID  confidence
  11 codex-a  experience.show    refused NOT_FOUND      x_0
  12 codex-a  experience.show    refused INPUT_INVALID  id
  chain ok
