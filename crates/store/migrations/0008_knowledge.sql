-- Knowledge: what the evidence amounts to. The lesson is kept as the JSON that is sealed; what it rests on, and what happened
-- to it since, stand beside it. `anchor` is where it lies by now, and `parent` the repository of a checkout.
create table if not exists knowledge (
    id text primary key,
    form text not null,
    lesson text not null,
    standing text not null,
    seal text not null default '',
    anchor text not null,
    parent text not null default '',
    promoted_from_proposal_id text not null default '',
    principal text not null,
    created_at text not null,
    updated_at text not null
);
create index if not exists knowledge_by_tier on knowledge (form, (lesson ->> 'tier'), standing);
create index if not exists knowledge_by_field on knowledge ((lesson ->> 'domain'), (lesson ->> 'field'));
create index if not exists knowledge_by_anchor on knowledge (anchor);

-- A piece of evidence has one role in one piece of knowledge: nothing verifies itself. `seal` is the one under which a human saw
-- it there; what was linked by anyone has none, and carries nothing.
create table if not exists knowledge_ref (
    knowledge text not null,
    evidence text not null,
    role text not null,
    note text not null default '',
    made_by text not null,
    made_at text not null,
    seal text not null default '',
    primary key (knowledge, evidence)
);
create index if not exists knowledge_ref_by_evidence on knowledge_ref (evidence);

-- What happened to it, in order.
create table if not exists knowledge_event (
    knowledge text not null,
    n bigint not null,
    type text not null,
    from_status text not null default '',
    to_status text not null default '',
    reason text not null,
    actor text not null,
    metadata text not null default '{}',
    at text not null,
    seal text not null default '',
    primary key (knowledge, n)
);

-- The mind contract's word for each standing; filled at every start like the others.
create table if not exists mind_status (
    standing text primary key,
    status text not null
);

drop view if exists knowledge_cards;
drop view if exists knowledge_evidence_links;
drop view if exists knowledge_events;

create view knowledge_cards as
select k.id, k.lesson ->> 'statement' as statement, k.lesson ->> 'content' as content, k.lesson ->> 'tier' as tier, s.status,
    k.lesson ->> 'domain' as domain, k.lesson ->> 'field' as field,
    case when k.anchor like 'worktree:%' then 'worktree' when k.anchor like 'repo:%' then 'repo' else 'global' end as anchor_kind,
    k.anchor as anchor_id, nullif(k.parent, '') as parent_anchor_id, k.lesson ->> 'scopeConstraints' as scope_constraints,
    k.lesson ->> 'triggerHints' as trigger_hints, k.created_at, k.updated_at
from knowledge k join mind_status s on s.standing = k.standing
where k.form = 'card';

create view knowledge_evidence_links as
select 'link:' || r.knowledge || ':' || r.evidence as id, r.knowledge as card_id, r.evidence as evidence_drawer_id, r.role, nullif(r.note, '') as note,
    r.made_at as created_at
from knowledge_ref r join knowledge k on k.id = r.knowledge
where k.form = 'card';

create view knowledge_events as
select 'event:' || e.knowledge || ':' || e.n as id, e.knowledge as card_id, e.type as event_type, nullif(e.from_status, '') as from_status,
    nullif(e.to_status, '') as to_status, e.reason, e.actor, e.metadata, e.at as created_at, e.n as seq
from knowledge_event e join knowledge k on k.id = e.knowledge
where k.form = 'card';
