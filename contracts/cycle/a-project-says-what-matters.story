# What everybody should know who works in a project is a human's word: it is read to every agent that begins there.
# Contract 004: section 3, automation; its limits.
needs engine

as agent codex-a
in repo://bakery
> get_project_context
= exists: false
= enabled: false
= project_path: repo://bakery
> update_project_context enabled=true summary="Trust me"
= proposal_id: p1
> get_project_context
= exists: false
> update_project_context enabled=true summary="x" project_path=/etc
! PATH_OUTSIDE  `/etc` is not where this call is made from
as human ana
> update_project_context enabled=true summary="A bakery" highlights=["Bread first"] reminders=["Taste it"] preImplementation=["Read the recipe"] postImplementation=["Clean up"]
= success: true
= enabled: true
= project_path: repo://bakery
= message: Project context enabled
as agent codex-a
> get_project_context
= exists: true
= enabled: true
= summary: A bakery
= highlights: Bread first
= reminders: Taste it
= preImplementation: Read the recipe
= postImplementation: Clean up
= updated_at: day-0
in global://default
> get_project_context
= exists: false
as human ana
> update_project_context enabled=true highlights=["1","2","3","4","5","6"]
! INPUT_INVALID  `highlights`: at most 5 are taken; 6 were given
> update_project_context enabled=true reminders=["1","2","3","4"]
! INPUT_INVALID  `reminders`: at most 3 are taken; 4 were given
> update_project_context enabled=true reminders=["a long reminder that goes on and on until nobody could possibly remember what it was that it should remind them of"]
! INPUT_INVALID  `reminders`: at most 100 characters are taken; 114 were given
> update_project_context enabled=true summary="the key is ghp_012345678901234567890123456789abcdef"
! INPUT_INVALID  the words hold a secret (github-token), and a seal would keep them to the letter
> update_project_context enabled=false
= message: Project context disabled
> get_project_context
= exists: true
= enabled: false
