# Every answer is bounded by items and characters, never by guessing tokens, and everything taken in has a limit.
# Seed 000: phase 4, criteria 3 and 4.

as human ana
> store_direct content="é"*600 as=learning
= id: l1
> recall
= items.0.content.length: 503
= items.0.truncated: true
# By its id it is given whole.
> recall id=l1
= items.0.content.length: 600
= items.0.truncated: (nothing)

> claim.inherit records=[{"as": "idea", "content": "1"}, {"as": "idea", "content": "2"}, {"as": "idea", "content": "3"}, {"as": "idea", "content": "4"}, {"as": "idea", "content": "5"}, {"as": "idea", "content": "6"}, {"as": "idea", "content": "7"}, {"as": "idea", "content": "8"}, {"as": "idea", "content": "9"}, {"as": "idea", "content": "10"}, {"as": "idea", "content": "11"}]
= ok
> recall
= items: 10
= total: 12
> recall limit=3
= items: 3
= total: 12

as agent codex-a
> store content="x"*65537
! INPUT_INVALID  `content`: `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` is not at most 65536 characters long: it has 65537
> store content="x"*1100000
! INPUT_TOO_LARGE  the input of `store` has 1100014 bytes; at most 1048576 are taken
> store "   "
! INPUT_INVALID  `content`: `` is not text: it is blank
> store "a\u202eb"
! INPUT_INVALID  `content`: `a\u{202e}b` is not plain text: it hides the character U+202E
> store "fine" as=opinion
! INPUT_INVALID  `as`: unknown variant `opinion`, expected one of `decision`, `learning`, `idea`
> store "fine" colour=red
! INPUT_INVALID  `colour`: unknown field `colour`, expected one of `content`, `as`, `kind`, `scope`, `scopePath`, `scope_path`, `context`, `rationale`, `tag`, `tags`, `confidence`, `evidence`, `source`, `evidenceRefs`, `evidence_refs`, `direct`
> store
! INPUT_INVALID  Missing required parameter: content
