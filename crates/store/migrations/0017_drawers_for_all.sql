-- The view of drawers in words that older readers of the file know too: an aggregate that orders is new, and one unknown word in
-- one view keeps them from opening any of it.
drop view if exists drawers;
create view drawers as
select e.id, e.content,
    coalesce(nullif(d.wing, ''), nullif(w.wing, ''), p.name, replace(replace(replace(coalesce(a.name, 'global://default'), 'worktree://', ''), 'repo://', ''), 'global://default', 'global')) as wing,
    coalesce(nullif(d.room, ''), nullif(w.room, '')) as room,
    coalesce(s.path, e.source) as source_file,
    case when i.kind = 'conversation' then 'conversation' when s.n is null then 'manual' else 'project' end as source_type,
    e.recorded_at as added_at,
    case when s.n is null then null else i.seq end as chunk_index,
    coalesce(x.made_at, nullif(i.until, '')) as deleted_at,
    coalesce(d.importance, w.importance, 0) as importance,
    'evidence' as memory_kind,
    coalesce(d.domain, case when coalesce(a.name, 'global://default') = 'global://default' then 'global' else 'project' end) as domain,
    coalesce(d.field, 'general') as field,
    case when a.name like 'worktree://%' then 'worktree' when a.name like 'repo://%' then 'repo' else 'global' end as anchor_kind,
    coalesce(a.name, 'global://default') as anchor_id,
    case when a.name like 'worktree://%' then p.project else cast(null as text) end as parent_anchor_id,
    coalesce(d.provenance, case when i.kind = 'conversation' then 'runtime' end, case e.origin when 'human' then 'human' when 'agent' then 'runtime' when 'tool' then 'runtime' else 'research' end) as provenance,
    cast(null as text) as statement, cast(null as text) as tier, cast(null as text) as status,
    '[]' as supporting_refs, '[]' as counterexample_refs, '[]' as teaching_refs, '[]' as verification_refs,
    cast(null as text) as scope_constraints, cast(null as text) as trigger_hints,
    1 as normalize_version
from evidence e left join item i on i.id = e.id left join source s on s.n = i.source left join anchor a on a.n = i.anchor
left join project p on p.anchor = a.name left join source_place w on w.source = i.source left join drawer d on d.id = e.id
left join drawer_deletion x on x.id = e.id
union all
select k.id, k.lesson ->> 'content', k.lesson ->> 'wing', k.lesson ->> 'room',
    'knowledge://' || (k.lesson ->> 'domain') || '/' || (k.lesson ->> 'field') || '/' || (k.lesson ->> 'tier') || '/' || k.id,
    'manual', k.created_at, cast(null as bigint), cast(null as text), cast(k.lesson ->> 'importance' as bigint), 'knowledge',
    k.lesson ->> 'domain', k.lesson ->> 'field',
    case when k.anchor like 'worktree:%' then 'worktree' when k.anchor like 'repo:%' then 'repo' else 'global' end,
    k.anchor, nullif(k.parent, ''), cast(null as text), k.lesson ->> 'statement', k.lesson ->> 'tier', t.status,
    coalesce((select '["' || string_agg(r.evidence, '","') || '"]' from (select evidence from knowledge_ref where knowledge = k.id and role = 'supporting' order by evidence) r), '[]'),
    coalesce((select '["' || string_agg(r.evidence, '","') || '"]' from (select evidence from knowledge_ref where knowledge = k.id and role = 'counterexample' order by evidence) r), '[]'),
    coalesce((select '["' || string_agg(r.evidence, '","') || '"]' from (select evidence from knowledge_ref where knowledge = k.id and role = 'teaching' order by evidence) r), '[]'),
    coalesce((select '["' || string_agg(r.evidence, '","') || '"]' from (select evidence from knowledge_ref where knowledge = k.id and role = 'verification' order by evidence) r), '[]'),
    k.lesson ->> 'scopeConstraints', k.lesson ->> 'triggerHints', 1
from knowledge k join mind_status t on t.standing = k.standing
where k.form = 'drawer';
