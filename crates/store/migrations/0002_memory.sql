-- Memory: where what was seen came from, and what finds it again.
-- `blob` is bytes. `n` is a record's own number: the indexes know things by it, and people by the id beside it.

create table if not exists source (
    n bigint primary key,
    id text not null unique,
    anchor text not null,
    path text not null,
    title text not null,
    kind text not null,
    digest text not null,
    pieces text not null,
    state text not null,
    revision bigint not null,
    principal text not null,
    first_seen_at text not null,
    updated_at text not null
);
create unique index if not exists source_by_path on source (anchor, path);
create index if not exists source_by_digest on source (digest);

create table if not exists source_revision (
    source bigint not null,
    revision bigint not null,
    path text not null,
    digest text not null,
    change text not null,
    principal text not null,
    recorded_at text not null,
    primary key (source, revision)
);

-- Where things belong, by number.
create table if not exists anchor (
    n bigint primary key,
    name text not null unique
);

-- Another name of the same repository: a remote's address beside its first commit.
create table if not exists anchor_alias (
    alias text primary key,
    anchor text not null
);

-- What can be found: a piece of evidence, or a claim. `until` is empty while it is current.
create table if not exists item (
    n bigint primary key,
    id text not null unique,
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
    words blob not null
);
create index if not exists item_by_place on item (source, seq);
-- What one revision of a source brought, in order: the ledger binds it as one.
create index if not exists item_by_revision on item (source, revision, n);
create index if not exists item_by_anchor on item (anchor);
create index if not exists item_by_time on item (at);
create index if not exists item_past on item (until) where until <> '';

-- The same words in another place: kept once, seen twice.
create table if not exists sighting (
    item bigint not null,
    source bigint not null,
    seq bigint not null,
    seen_at text not null,
    primary key (item, source, seq)
);
create index if not exists sighting_by_source on sighting (source);

create table if not exists sketch_band (
    band bigint not null,
    item bigint not null,
    sketch bigint not null,
    primary key (band, item)
);

-- Every word that an item holds, and the stem it is found by: in how many current items, and in how many of the past.
create table if not exists lexicon (
    id bigint primary key,
    word text not null unique,
    stem text not null,
    items bigint not null,
    past bigint not null
);
create index if not exists lexicon_by_stem on lexicon (stem);

-- One row: how much there is, so that no query has to count.
create table if not exists corpus (
    one bigint primary key,
    items bigint not null,
    words bigint not null,
    next_item bigint not null,
    next_word bigint not null,
    next_source bigint not null
);

-- A set of vectors is one model's. The old set serves until the new one is whole.
create table if not exists vector_set (
    n bigint primary key,
    model text not null unique,
    dims bigint not null,
    state text not null,
    started_at text not null
);

-- Blocks of vectors by item number, so that a scan reads few rows. `stamp` is the ledger's size when a block was last written.
create table if not exists vector_block (
    vectors bigint not null,
    block bigint not null,
    stamp bigint not null,
    present blob not null,
    codes blob not null,
    primary key (vectors, block)
);

create table if not exists vector (
    vectors bigint not null,
    item bigint not null,
    v blob not null,
    primary key (vectors, item)
);

-- What was shown, to the byte.
create table if not exists pack (
    id text primary key,
    query text not null,
    actor text not null,
    body text not null,
    digest text not null,
    items text not null,
    created_at text not null
);

-- Copies of this palace that we made, so that an erasure can reach them.
create table if not exists copy (
    path text primary key,
    created_at text not null
);

-- What an id speaks of, by its prefix: filled from the kernel's table, as `standing` is.
create table if not exists id_prefix (
    prefix text primary key,
    kind text not null
);
drop view if exists audit_log;
create view audit_log as
select 'audit_' || l.seq as id,
    case l.op when 'claim.adopt' then 'direct_write' when 'proposal.approve' then 'approve' when 'proposal.reject' then 'reject' else l.op end as action,
    l.actor_kind as actor_type, l.actor as actor_id, l.subject as target_id,
    coalesce(x.kind, '') as target_kind, coalesce(l.body, '') as details, l.at as created_at, l.outcome, l.hash
from ledger l left join id_prefix x on substr(l.subject, 1, length(x.prefix) + 1) = x.prefix || '_';
