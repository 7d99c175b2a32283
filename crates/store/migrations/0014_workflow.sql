-- Workflow: the older way of reasoning. Process, never authority. Whether a gate is passed is not kept anywhere: it is read from
-- the ledger, each time it is asked. What a passed gate is worth is a token like any other.

-- Who called what, in which session, since when.
create index if not exists ledger_by_caller on ledger (actor, session, at);

-- A problem that somebody thinks through, and what they came to.
create table if not exists reasoning_session (
    id text primary key,
    principal text not null,
    project text not null,
    problem text not null,
    phase text not null,
    conclusion text not null default '',
    experience text not null default '',
    created_at text not null,
    updated_at text not null,
    finalized_at text not null default ''
);
create index if not exists reasoning_session_by_principal on reasoning_session (principal, created_at);

-- One thought of it. Confidence in hundredths, or -1 where nobody said.
create table if not exists reasoning_thought (
    id text primary key,
    session text not null,
    number bigint not null,
    thought text not null,
    confidence bigint not null default -1,
    revises bigint not null default 0,
    is_revision bigint not null default 0,
    created_at text not null
);
create index if not exists reasoning_thought_by_session on reasoning_thought (session, number, id);
