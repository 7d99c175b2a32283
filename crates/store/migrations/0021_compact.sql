-- Brings a palace to half its size. Evidence has the number of its item, so that one index of ids serves both; the words of pieces of
-- files are compressed, digests and the numbers of words are bytes. The rows are moved by the program that runs this: see
-- `migrate.rs`. A stem that is the word itself is not repeated.
drop view drawers;
alter table evidence rename to evidence_before;
create table evidence (
    n bigint primary key,
    id text not null unique,
    origin text not null,
    principal text not null,
    source text not null,
    content text not null,
    packed blob not null,
    digest blob not null,
    recorded_at text not null
);

alter table item rename to item_before;
create table item (
    n bigint primary key,
    id text not null,
    kind text not null,
    anchor bigint not null,
    source bigint not null,
    revision bigint not null,
    seq bigint not null,
    thread text not null,
    author text not null,
    heading text not null,
    at text not null,
    since text not null,
    until text not null default '',
    sketch bigint not null,
    traits bigint not null,
    length bigint not null,
    words blob not null,
    first_line bigint not null default 0,
    last_line bigint not null default 0
);
insert into item (n, id, kind, anchor, source, revision, seq, thread, author, heading, at, since, until, sketch, traits, length, words, first_line, last_line)
    select n, id, kind, anchor, source, revision, seq, thread, author, heading, at, since, until, sketch, traits, length, words, first_line, last_line
    from item_before order by n;
drop table item_before;
create index item_by_place on item (source, seq);
create index item_by_revision on item (source, revision, n);
create index item_by_anchor on item (anchor);
create index item_by_time on item (at);
create index item_past on item (until) where until <> '';
update lexicon set stem = '' where stem = word;
drop index lexicon_by_stem;
create index lexicon_by_stem on lexicon (stem) where stem <> '';

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
    1 as normalize_version, e.packed
from evidence e left join item i on i.n = e.n left join source s on s.n = i.source left join anchor a on a.n = i.anchor
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
    k.lesson ->> 'scopeConstraints', k.lesson ->> 'triggerHints', 1, cast('' as blob)
from knowledge k join mind_status t on t.standing = k.standing
where k.form = 'drawer';
