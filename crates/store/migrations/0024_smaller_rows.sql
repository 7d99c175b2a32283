-- Makes rows smaller. Provenance that pieces of evidence share is kept once; an item has no id of its own, its times are milliseconds, and its
-- words are packed so that one that comes again takes a byte; 8 bytes of a digest tell damage; vectors of the model in the binary take four bits a number. The rows
-- are moved by the program that runs this: see `migrate.rs`.
drop view drawers;
drop index item_by_place;
drop index item_by_revision;
drop index item_by_anchor;
drop index item_by_time;
drop index item_past;
create table provenance (
    n bigint primary key,
    origin text not null,
    principal text not null,
    source text not null,
    recorded_at text not null
);
insert into provenance (n, origin, principal, source, recorded_at)
    select e.n, e.origin, e.principal, e.source, e.recorded_at from evidence e where not exists (select 1 from evidence b
        where b.n = e.n - 1 and b.origin = e.origin and b.principal = e.principal and b.source = e.source and b.recorded_at = e.recorded_at)
    order by e.n;
alter table evidence rename to evidence_before;
create table evidence (
    n bigint primary key,
    id text not null unique,
    provenance bigint not null,
    content text not null,
    packed blob not null,
    digest blob not null
);
insert into evidence (n, id, provenance, content, packed, digest)
    select e.n, e.id, (select max(p.n) from provenance p where p.n <= e.n), e.content, e.packed, substr(e.digest, 1, 8) from evidence_before e order by e.n;
drop table evidence_before;
alter table item rename to item_before;
create table item (
    n bigint primary key,
    kind text not null,
    anchor bigint not null,
    source bigint not null,
    revision bigint not null,
    seq bigint not null,
    thread text not null,
    author text not null,
    heading text not null,
    at bigint not null,
    since bigint not null,
    until text not null default '',
    sketch bigint not null,
    traits bigint not null,
    length bigint not null,
    words blob not null,
    first_line bigint not null default 0,
    last_line bigint not null default 0
);
alter table vector rename to vector_before;
create table vector (
    vectors bigint not null,
    item bigint not null,
    v blob not null,
    primary key (vectors, item)
) without rowid;

create view drawers as
select e.id, e.content,
    coalesce(nullif(d.wing, ''), nullif(w.wing, ''), p.name, replace(replace(replace(coalesce(a.name, 'global://default'), 'worktree://', ''), 'repo://', ''), 'global://default', 'global')) as wing,
    coalesce(nullif(d.room, ''), nullif(w.room, '')) as room,
    coalesce(s.path, f.source) as source_file,
    case when i.kind = 'conversation' then 'conversation' when s.n is null then 'manual' else 'project' end as source_type,
    f.recorded_at as added_at,
    case when s.n is null then null else i.seq end as chunk_index,
    coalesce(x.made_at, nullif(i.until, '')) as deleted_at,
    coalesce(d.importance, w.importance, 0) as importance,
    'evidence' as memory_kind,
    coalesce(d.domain, case when coalesce(a.name, 'global://default') = 'global://default' then 'global' else 'project' end) as domain,
    coalesce(d.field, 'general') as field,
    case when a.name like 'worktree://%' then 'worktree' when a.name like 'repo://%' then 'repo' else 'global' end as anchor_kind,
    coalesce(a.name, 'global://default') as anchor_id,
    case when a.name like 'worktree://%' then p.project else cast(null as text) end as parent_anchor_id,
    coalesce(d.provenance, case when i.kind = 'conversation' then 'runtime' end, case f.origin when 'human' then 'human' when 'agent' then 'runtime' when 'tool' then 'runtime' else 'research' end) as provenance,
    cast(null as text) as statement, cast(null as text) as tier, cast(null as text) as status,
    '[]' as supporting_refs, '[]' as counterexample_refs, '[]' as teaching_refs, '[]' as verification_refs,
    cast(null as text) as scope_constraints, cast(null as text) as trigger_hints,
    1 as normalize_version, e.packed
from evidence e join provenance f on f.n = e.provenance left join item i on i.n = e.n left join source s on s.n = i.source left join anchor a on a.n = i.anchor
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
