-- The words of items are found by an index of our own, the same on both databases; see docs/decisions/0051-postings.md. The program
-- that runs this fills it from the items: see `migrate.rs`. Items from `posted` on are not in it yet.
create table posting (
    n bigint primary key,
    data blob not null
);
alter table corpus add column posted bigint not null default 1;
drop table if exists item_words;
drop table if exists item_words_past;
