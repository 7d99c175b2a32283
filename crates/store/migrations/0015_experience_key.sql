-- What experiences are about, in lower case: a pack asks for few of many.
create table if not exists experience_key (
    key text not null,
    n bigint not null,
    primary key (key, n)
);
create index if not exists experience_key_by_n on experience_key (n);
insert into experience_key (key, n)
select lower(x.domain), x.n from experience x where not exists (select 1 from experience_key k where k.n = x.n and k.key = lower(x.domain));
insert into experience_key (key, n)
select distinct lower(j.value), x.n from experience x, json_each(x.tags) j
where not exists (select 1 from experience_key k where k.n = x.n and k.key = lower(j.value));
create index if not exists experience_current on experience (anchor, n) where superseded_by = '' and archived_at = '';
