-- The guarded cycle: how far a session has come, what was packed for it, and what was signed about it. Process, never authority;
-- the ledger binds every row. No words of anyone are in it but names of rules, labels and tools.

-- One row per session: its present cycle is number `n`. `version` grows with every change, so that of two who race one is told.
create table if not exists cycle (
    session text primary key,
    n bigint not null,
    version bigint not null,
    scope text not null,
    flags text not null default '{}',
    context_keys text not null default '[]',
    trail text not null default '[]',
    done text not null default '',
    snapshot_hash text not null default '',
    context_hash text not null default '',
    packed text not null default '{}',
    draft text not null default '',
    integrity text not null default '',
    broken text not null default '[]',
    receipt text not null default '',
    token text not null default '',
    begun_at text not null,
    updated_at text not null
);

-- What the type column says is also in the payload, and only the payload is believed.
create table if not exists receipt (
    id text primary key,
    session text not null,
    receipt_type text not null,
    payload text not null,
    payload_hash text not null,
    signature text not null,
    log_signature text not null,
    created_at text not null
);
create index if not exists receipt_by_session on receipt (session, created_at, id);

-- A token: good for one use if it is for an operation, until it expires if it is for a session. `used_at` says when it was used up or
-- taken back. The columns beside the payload are there to find it by, and only the payload is believed.
create table if not exists cycle_token (
    id text primary key,
    session text not null,
    token_type text not null,
    payload text not null,
    payload_hash text not null,
    signature text not null,
    log_signature text not null,
    created_at text not null,
    expires_at text not null,
    used_at text not null default '',
    principal text not null,
    project text not null
);
create index if not exists cycle_token_by_session on cycle_token (session, created_at, id);
create index if not exists cycle_token_by_project on cycle_token (project, token_type, expires_at);
create index if not exists cycle_token_by_principal on cycle_token (principal, expires_at);

-- Calls of tools outside the palace, as they were told: digests of what went in and came out. The entry that brought one names it.
create table if not exists invocation (
    id text primary key,
    session text not null,
    tool_name text not null,
    input_hash text not null,
    output_hash text not null,
    meta text not null default '{}',
    created_at text not null
);
create index if not exists invocation_by_session on invocation (session, created_at, id);

create index if not exists ledger_by_session on ledger (session, seq);

-- Joined with a row of nothing, so that neither database lets anyone write through them.
drop view if exists memory_sessions;
create view memory_sessions as
select c.session as session_id, s.started_at as created_at, c.scope as scope_mode, c.flags as flags_json, nullif(c.done, '') as last_phase,
    nullif(c.context_hash, '') as last_context_hash
from cycle c join session s on s.id = c.session cross join (select 1 as once) once;

-- `hash` and `prev_hash` are the ledger's own, which bind more than the contract's; the contract's are in an exported receipt.
drop view if exists invocations;
create view invocations as
select l.seq as id, coalesce(i.session, case when substr(l.subject, 1, 4) = 'ses_' then l.subject else l.session end) as session_id, l.at as ts,
    coalesce(i.tool_name, l.op) as tool_name, coalesce(i.input_hash, l.input) as input_hash, coalesce(i.output_hash, l.output) as output_hash,
    coalesce(i.meta, '{}') as meta_json, l.prev as prev_hash, l.hash
from ledger l left join invocation i on i.id = l.subject
where l.session <> '' or substr(l.subject, 1, 4) = 'ses_' or i.id is not null;

drop view if exists receipts;
create view receipts as
select r.id, r.session as session_id, r.created_at as ts, r.receipt_type, r.payload as payload_json, r.payload_hash, r.signature,
    '{"log_signature":"' || r.log_signature || '"}' as public_meta_json
from receipt r cross join (select 1 as once) once;

drop view if exists memory_tokens;
create view memory_tokens as
select t.id, t.session as session_id, t.created_at as ts, t.token_type, t.payload as payload_json, t.payload_hash, t.signature
from cycle_token t cross join (select 1 as once) once;
