-- What came of using a feature, one row each, in the order of `n`; never updated but by an erasure that takes its words out.
-- Nobody's authority: it lets a human be asked whether a default should change. The ledger binds every row.

create table if not exists adoption (
    n bigint primary key,
    id text not null unique,
    track text not null,
    signal text not null,
    feature text not null,
    query text not null default '',
    context_hash text not null default '',
    card_id text not null default '',
    evaluator_id text not null default '',
    research_report_id text not null default '',
    note text not null default '',
    metadata text not null default '',
    quality text not null,
    anchor text not null,
    principal text not null,
    created_at text not null
);
create index if not exists adoption_by_track on adoption (track, feature, n);

-- Joined with a row of nothing, so that neither database lets anyone write through it.
drop view if exists runtime_adoption_events;
create view runtime_adoption_events as
select a.id, a.track, a.signal, a.feature, nullif(a.query, '') as query, nullif(a.context_hash, '') as context_hash,
    nullif(a.card_id, '') as card_id, nullif(a.evaluator_id, '') as evaluator_id, nullif(a.research_report_id, '') as research_report_id,
    nullif(a.note, '') as note, nullif(a.metadata, '') as metadata, a.created_at
from adoption a cross join (select 1 as once) once;
