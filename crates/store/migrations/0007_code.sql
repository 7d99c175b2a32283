-- The working tree: an outline for each distinct text, and which text lies where. Made from files, and can be made again;
-- so the ledger binds none of it.

create table if not exists code_blob (
    n bigint primary key,
    digest text not null unique,
    language text not null,
    lines bigint not null,
    kinds bigint not null,
    outline blob not null
);

-- Where a text lies: in a checkout, by path. Size and time tell whether it must be read again.
create table if not exists code_tree (
    anchor bigint not null,
    path text not null,
    held bigint not null,
    size bigint not null,
    mtime bigint not null,
    primary key (anchor, path)
);
create index if not exists code_tree_by_text on code_tree (held);
