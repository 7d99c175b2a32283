# Labels can be changed, and what was changed is found by the new ones alone.
# Seed 004, defect 1: the ancestor's tag_experience broke its index whenever a label really changed.

as agent codex-a
> experience.record type=effective domain=Debugging situation="The service forgets its clients" approach="Log every reconnect" outcome="A timer was twice as fast" reasoning="Two units in one file" tags=["timer","Clock"]
= experienceId: x1
> experience.tag x1 ["units","clock","units"]
= updated: true
= tags.0: units
= tags.1: clock
= tags: units, clock
> experience.show x1
= tags.0: units
= tags.1: clock
> experience.search units domain=Debugging
= results.0.id: x1
# The same again changes nothing.
> experience.tag x1 ["units","clock"]
= updated: false
> experience.tag x1 []
= updated: true
= tags: 0
> experience.tag x1 ["two words"]
! INPUT_INVALID  `tags[0]`: `two words` is not a tag of letters, digits, `-`, `_`, `.` or `/`
> experience.tag x_0 ["a"]
! NOT_FOUND  experience `x_0` does not exist
> ledger.verify
= valid: true
