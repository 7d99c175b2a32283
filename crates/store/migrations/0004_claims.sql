-- What changes about a claim after it was sealed. Its draft never does: what came of it, how sure we are by now, what it is
-- linked to and what is no longer linked stand beside it, append-only, each row under a human's seal. `n` counts a claim's
-- own rows: the last one is what holds.

create table if not exists outcome (
    claim text not null,
    n bigint not null,
    outcome text not null,
    note text not null default '',
    made_by text not null,
    made_at text not null,
    seal text not null,
    primary key (claim, n)
);

create table if not exists confidence (
    claim text not null,
    n bigint not null,
    hundredths bigint not null,
    why text not null,
    made_by text not null,
    made_at text not null,
    seal text not null,
    primary key (claim, n)
);

-- The seal behind a link between records, and what a linked piece of code read like then. A link to evidence has none: it
-- is made with its claim.
create table if not exists link_seal (
    link text primary key,
    text_digest text not null default '',
    seal text not null
);

-- Links that were taken back. The link itself stays on record.
create table if not exists unlink (
    link text primary key,
    reason text not null default '',
    made_by text not null,
    made_at text not null,
    seal text not null
);

-- What a human set for the whole palace; what nobody set is the default that the kernel documents.
create table if not exists setting (
    name text not null,
    n bigint not null,
    value text not null,
    made_by text not null,
    made_at text not null,
    seal text not null,
    primary key (name, n)
);

-- Finds the proposal that said the same before.
create index if not exists proposal_by_key on proposal (dedupe_key, created_at);

drop view if exists authoritative_decisions;
drop view if exists authoritative_learnings;
drop view if exists decisions;
drop view if exists learnings;

create view decisions as
select c.id, c.draft ->> 'content' as content, coalesce(c.draft ->> 'rationale', '') as rationale, coalesce(c.draft ->> 'context', '') as context,
    s.decision_status as status, coalesce((select o.outcome from outcome o where o.claim = c.id order by o.n desc limit 1), 'unknown') as outcome,
    c.draft ->> 'scope' as scope, coalesce(c.draft ->> 'scopePath', '') as scope_path, c.source,
    s.authority, c.promoted_from_proposal_id, c.seal, c.created_at, c.updated_at
from claim c join standing s on s.name = c.standing
where c.draft ->> 'as' = 'decision';

-- The confidence is the present one: the last that a human sealed, else the draft's own.
create view learnings as
select c.id, c.draft ->> 'content' as content, coalesce(c.draft ->> 'context', '') as context,
    coalesce((select case when k.hundredths >= 100 then '1' when k.hundredths = 0 then '0' when k.hundredths < 10 then '0.0' || k.hundredths
            when k.hundredths % 10 = 0 then '0.' || (k.hundredths / 10) else '0.' || k.hundredths end
        from confidence k where k.claim = c.id order by k.n desc limit 1), cast(c.draft ->> 'confidence' as text), '0.5') as confidence,
    s.learning_status as status, c.draft ->> 'scope' as scope, coalesce(c.draft ->> 'scopePath', '') as scope_path, c.source,
    s.authority, c.promoted_from_proposal_id, c.seal, c.created_at, c.updated_at
from claim c join standing s on s.name = c.standing
where c.draft ->> 'as' = 'learning';

create view authoritative_decisions as
select d.* from decisions d join claim c on c.id = d.id join standing s on s.name = c.standing
where s.authoritative = 1 and d.status = 'active';

create view authoritative_learnings as
select l.* from learnings l join claim c on c.id = l.id join standing s on s.name = c.standing
where s.authoritative = 1 and l.status = 'active';
