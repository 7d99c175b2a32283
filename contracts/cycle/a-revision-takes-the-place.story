# What is revised stays on record and is no longer found; only the newest can be revised, so that there is one.
# Seed 004, knowledge: update_experience, revision_of.

as agent codex-a
> experience.record type=effective domain=Process situation="Reviews wait for days" approach="Ask one person by name" outcome="They were read the same day" reasoning="Everyone is no one" confidence=0.5 tags=["review"]
= experienceId: x1
> experience.update x1 changes={"outcome": "They were read within the hour", "confidence": 0} reason="measured again"
= updated: true
= originalId: x1
= newId: x2
> experience.show x2
= revisionOf: x1
= outcome: They were read within the hour
= situation: Reviews wait for days
= confidence: 0.0
= tags.0: review
= previousVersion.id: x1
= previousVersion.outcome: They were read the same day
> experience.show x1
= supersededBy: x2
= newerVersions.0.id: x2
> experience.search "reviews wait"
= count: 1
= results.0.id: x2
> experience.update x1 changes={"outcome": "never"} reason="by mistake"
! LIFECYCLE_NO_SUCH_MOVE  `x2` took the place of `x1`
# Recording can revise too.
> experience.record type=ineffective domain=Process situation="Reviews wait for days" approach="Ask everyone" outcome="Nobody answered" reasoning="Everyone is no one" revisionOf=x2
= experienceId: x3
> experience.record type=ineffective domain=Process situation="Reviews wait for days" approach="Ask everyone" outcome="Nobody answered" reasoning="Everyone is no one" revisionOf=x2
! LIFECYCLE_NO_SUCH_MOVE  `x3` took the place of `x2`
> experience.search "reviews wait"
= count: 1
= results.0.id: x3
# What something took the place of is no duplicate.
> experience.record type=effective domain=Process situation="Reviews wait for days" approach="Ask one person by name" outcome="They were read the same day" reasoning="Everyone is no one"
= recorded: true
> experience.update x_0 changes={"outcome": "x"} reason="y"
! NOT_FOUND  experience `x_0` does not exist
> experience.update x3 changes={"colour": "red"} reason="y"
! INPUT_INVALID  `changes.colour`: unknown field `colour`, expected one of `type`, `domain`, `situation`, `approach`, `outcome`, `reasoning`, `confidence`, `tags`
> experience.update x3 changes={"type": "effective"}
! INPUT_INVALID  Missing required parameter: reason
ledger
  1 codex-a  experience.record  done                            x1
  2 codex-a  experience.update  done                            x2
  3 codex-a  experience.update  refused LIFECYCLE_NO_SUCH_MOVE  x1
  4 codex-a  experience.record  done                            x3
  5 codex-a  experience.record  refused LIFECYCLE_NO_SUCH_MOVE  x2
  6 codex-a  experience.record  done                            x4
  7 codex-a  experience.update  refused NOT_FOUND               x_0
  8 codex-a  experience.update  refused INPUT_INVALID           changes.colour
  9 codex-a  experience.update  refused INPUT_INVALID           reason
  chain ok
