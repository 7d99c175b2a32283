# What was believed at a moment is what was approved by then and not yet withdrawn: not what is believed now. When and by whom are conditions on beliefs too.
needs engine

as human ana
> store_direct "We deploy on Tuesdays" as=decision
= id: d1
as agent codex-a
> store "We deploy on Fridays" as=decision
= proposalId: p1
advance 10d
as human ana
> approve p1
= status: approved
> claim.retire d1 reason="Fridays now"
= standing: retired
as agent codex-a
> recall "when do we deploy" only=authoritative
= items.0.content: We deploy on Fridays
= total: 1
> recall "when do we deploy" only=authoritative asOf=2025-06-01T00:00:00Z
= total: 0
> recall "when do we deploy" only=authoritative asOf=2026-01-02T00:00:00Z
= items.0.content: We deploy on Tuesdays
= items.0.authority: approved
= items.0.standing: promoted
= items.0.standingNow: retired
= items.0.until: day-10
= total: 1
> recall "when do we deploy" only=authoritative from=2026-01-05T00:00:00Z
= total: 1
> recall "when do we deploy" only=authoritative until=2026-01-05T00:00:00Z
= total: 0
> recall "when do we deploy" only=authoritative principal=codex-a
= total: 1
> recall "when do we deploy" only=authoritative principal=ana
= total: 0
> recall "when do we deploy" only=authoritative principal=ana asOf=2026-01-02T00:00:00Z
= total: 1
# A day will do: it is the whole day, in UTC.
> recall "when do we deploy" only=authoritative asOf=2025-12-31
= total: 0
> recall "when do we deploy" only=authoritative asOf=2026-01-01
= total: 1
> recall "when do we deploy" only=authoritative from=2026-01-11 until=2026-01-11
= total: 1
> recall "when do we deploy" only=authoritative from=2026-01-12
= total: 0
> recall "when do we deploy" asOf=yesterday
! INPUT_INVALID  `asOf`: `yesterday` is neither a moment like 2026-01-31T08:00:00Z nor a day like 2026-01-31
# A belief was read from no file: a condition on where something was seen leaves beliefs out.
> recall "when do we deploy" path=docs
= total: 0
> recall "when do we deploy" path=docs only=authoritative
! INPUT_INVALID  `path` asks about what was seen, and the rest of the question does not
! next: Give words to look for, and neither a kind of belief nor `only authoritative`; or leave it out
# A row that calls itself retired was believed only if a human's seal ended it.
tamper update claim set seal = (select c.seal from claim c where c.standing = 'promoted') where standing = 'retired'
> recall "when do we deploy" only=authoritative asOf=2026-01-02T00:00:00Z
= total: 0
