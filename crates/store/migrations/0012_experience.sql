-- Experiences: what was tried, and whether it worked. The words are evidence too, under `evidence`. A revision names what it
-- revises; `superseded_by` is filled on the older. Nothing is removed but by an erasure.
create table if not exists experience (
    n bigint primary key,
    id text not null unique,
    evidence text not null,
    type text not null,
    domain text not null,
    situation text not null,
    approach text not null,
    outcome text not null,
    reasoning text not null,
    confidence bigint not null default -1,
    tags text not null default '[]',
    anchor text not null,
    revision_of text not null default '',
    superseded_by text not null default '',
    session text not null default '',
    author text not null,
    principal text not null,
    created_at text not null,
    updated_at text not null,
    archived_at text not null default '',
    archive_reason text not null default ''
);
create index if not exists experience_by_anchor on experience (anchor, n);
create index if not exists experience_by_evidence on experience (evidence);
create index if not exists experience_by_revision on experience (revision_of) where revision_of <> '';

-- How often a text has which pairs of letters: what near copies are found by, beside the words and much shorter than they are.
create table if not exists experience_print (
    n bigint primary key,
    kind text not null,
    pairs bigint not null,
    print blob not null
);
create index if not exists experience_print_by_kind on experience_print (kind, n);

-- What experiences came to. All of it can be made again from them.
create table if not exists scene (
    n bigint primary key,
    id text not null unique,
    anchor text not null,
    label text not null,
    keys text not null,
    created_at text not null,
    updated_at text not null
);
create index if not exists scene_by_anchor on scene (anchor, n);

create table if not exists cell (
    key text primary key,
    scene text not null,
    anchor text not null,
    kind text not null,
    title text not null,
    body text not null,
    trust bigint not null,
    salience bigint not null,
    state text not null,
    evidence bigint not null,
    contradictions bigint not null,
    conflict_group text not null default '',
    supersedes text not null default '',
    created_at text not null,
    updated_at text not null
);
create index if not exists cell_by_anchor on cell (anchor, state);

create table if not exists cell_taken (
    n bigint primary key,
    cell text not null,
    experience text not null,
    relation text not null,
    created_at text not null
);
create index if not exists cell_taken_by_cell on cell_taken (cell);
create index if not exists cell_taken_by_experience on cell_taken (experience);

-- How far each scope was consolidated: the number of the last experience that was taken in, and how often each rule was broken.
create table if not exists consolidation (
    anchor text primary key,
    last bigint not null,
    at text not null,
    broken text not null default '{}'
);

-- The contract's own tables, joined with a row of nothing so that neither database lets anyone write through them. A scope there is one project's or everyone's; `anchor` says whose.
drop view if exists experiences;
create view experiences as
select x.id, x.type, x.domain, x.situation, x.approach, x.outcome, x.reasoning,
    case when x.confidence < 0 then null when x.confidence >= 100 then '1' when x.confidence = 0 then '0' when x.confidence < 10 then '0.0' || x.confidence
        when x.confidence % 10 = 0 then '0.' || (x.confidence / 10) else '0.' || x.confidence end as confidence,
    x.tags, case x.anchor when 'global://default' then 'global' else 'project' end as scope, nullif(x.revision_of, '') as revision_of,
    nullif(x.superseded_by, '') as superseded_by, x.created_at, x.updated_at, nullif(x.archived_at, '') as archived_at,
    nullif(x.archive_reason, '') as archive_reason, x.anchor
from experience x cross join (select 1 as once) once;

-- One store, two views: what the cycle consolidates is the same experience, with all that it says.
drop view if exists episodic_experiences;
create view episodic_experiences as
select x.id as experience_id, nullif(x.session, '') as session_id,
    case x.anchor when 'global://default' then 'global' else 'project' end as scope,
    '["' || x.domain || '"' || case x.tags when '[]' then ']' else ',' || substr(x.tags, 2) end as context_keys_json,
    x.situation || ' ' || x.approach || ' ' || x.outcome || ' ' || x.reasoning as summary,
    case x.type when 'effective' then 'success' else 'fail' end as outcome,
    case when x.confidence > 75 then 3 when x.confidence > 50 then 2 when x.confidence > 25 then 1 else 0 end as trust,
    case when x.confidence > 75 then 320 when x.confidence > 50 then 280 when x.confidence > 25 then 190 else 100 end as salience,
    x.created_at, x.author as source, x.anchor
from experience x cross join (select 1 as once) once
where x.superseded_by = '' and x.archived_at = '';

drop view if exists scenes;
create view scenes as
select s.id as scene_id, case s.anchor when 'global://default' then 'global' else 'project' end as scope, s.label, s.keys as context_keys_json,
    s.created_at, s.updated_at, s.anchor
from scene s cross join (select 1 as once) once;

drop view if exists cells;
create view cells as
select 'cell_' || substr(c.key, 1, 16) as cell_id, c.scene as scene_id,
    case c.anchor when 'global://default' then 'global' else 'project' end as scope, c.kind as cell_type, c.title, c.body, c.trust, c.salience,
    c.state, c.evidence as evidence_count, c.contradictions as contradiction_count, nullif(c.conflict_group, '') as conflict_group,
    case c.supersedes when '' then null else 'cell_' || substr(c.supersedes, 1, 16) end as supersedes_cell_id, c.created_at, c.updated_at,
    c.key as canonical_key, c.anchor
from cell c cross join (select 1 as once) once;

drop view if exists cell_evidence;
create view cell_evidence as
select t.n as id, 'cell_' || substr(t.cell, 1, 16) as cell_id, t.experience as experience_id, t.relation, t.created_at
from cell_taken t cross join (select 1 as once) once;

drop view if exists consolidation_meta;
create view consolidation_meta as
select case c.anchor when 'global://default' then 'global' else 'project' end as scope, c.at as last_consolidation_ts, c.anchor
from consolidation c cross join (select 1 as once) once;
