-- Work: what is done in sessions, what went wrong, and what is shared beyond one project. None of it is authority by itself:
-- where a human's yes is needed, the row names the seal, and readers ask it.

-- What was done. A file is named in `file`, everything else in `words`.
create table if not exists activity (
    id text primary key,
    session text not null,
    anchor text not null,
    kind text not null,
    file text not null default '',
    words text not null default '',
    outcome text not null,
    details text not null default '',
    principal text not null,
    at text not null
);
create index if not exists activity_by_session on activity (session, at);
create index if not exists activity_by_file on activity (file, at);

-- What went wrong once. Its words are evidence too, under `evidence`. Whether it is resolved is what its seal says.
create table if not exists postmortem (
    id text primary key,
    evidence text not null,
    anchor text not null,
    title text not null,
    what_happened text not null,
    root_cause text not null default '',
    lessons text not null default '[]',
    prevention text not null default '[]',
    severity text not null,
    files text not null default '[]',
    related_decision text not null default '',
    related_session text not null default '',
    principal text not null,
    created_at text not null,
    resolved_at text not null default '',
    resolved_by text not null default '',
    seal text not null default ''
);
create index if not exists postmortem_by_time on postmortem (created_at, id);

-- Learnings that hold beyond one project, and where each came from.
create table if not exists corridor (
    claim text primary key,
    origin text not null default '',
    seal text not null,
    promoted_by text not null,
    promoted_at text not null
);
