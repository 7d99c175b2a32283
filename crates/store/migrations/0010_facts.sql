-- The graph: what is said to hold between two things, ways between places, and the words that lead to a place. None of it is
-- authority: a fact is somebody's word, kept with whose it was.

-- The world's time is valid_from to valid_to; ours is recorded_at, and closed_at once we heard that it ended. The keys are how
-- texts are compared. Nothing in a row changes but the three columns that close it, once.
create table if not exists fact (
    id text primary key,
    anchor text not null,
    subject text not null,
    predicate text not null,
    object text not null,
    subject_key text not null,
    predicate_key text not null,
    object_key text not null,
    confidence bigint not null,
    source text not null default '',
    origin text not null,
    principal text not null,
    valid_from text not null,
    valid_to text not null default '',
    recorded_at text not null,
    ended text not null default '',
    closed_by text not null default '',
    closed_at text not null default ''
);
create index if not exists fact_by_subject on fact (subject_key, anchor);
create index if not exists fact_by_object on fact (object_key, anchor);
create index if not exists fact_by_anchor on fact (anchor, valid_from, id);

-- A way between two places that somebody dug. Its ends are sorted, so that there is one row for both directions.
create table if not exists tunnel (
    id text primary key,
    left_wing text not null,
    left_room text not null default '',
    right_wing text not null,
    right_room text not null default '',
    label text not null,
    created_at text not null,
    created_by text not null,
    deleted_at text not null default ''
);
create index if not exists tunnel_by_left on tunnel (left_wing, left_room);
create index if not exists tunnel_by_right on tunnel (right_wing, right_room);

-- The words that lead to a place.
create table if not exists taxonomy (
    wing text not null,
    room text not null default '',
    display_name text not null default '',
    keywords text not null default '[]',
    edited_by text not null,
    edited_at text not null,
    primary key (wing, room)
);
