-- On which lines of its file a piece stands, in the version that was read last. 0 is unknown: it was not read from a file, or was read
-- before lines were kept.
alter table item add column first_line bigint not null default 0;
alter table item add column last_line bigint not null default 0;
alter table sighting add column first_line bigint not null default 0;
alter table sighting add column last_line bigint not null default 0;
