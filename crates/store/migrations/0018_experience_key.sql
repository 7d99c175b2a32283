-- What current experiences are about, in lower case, and the empty key for each of them: the most trusted first, of these the newest,
-- so that a pack reads the few it takes and nothing behind them.
drop table if exists experience_key;
create table experience_key (
    anchor text not null,
    key text not null,
    trust bigint not null,
    created_at text not null,
    n bigint not null,
    chars bigint not null
);
create index experience_key_by_trust on experience_key (anchor, key, trust desc, created_at desc, n, chars);
create index experience_key_by_n on experience_key (n);
insert into experience_key (anchor, key, trust, created_at, n, chars)
select x.anchor, k.key, case when x.confidence > 75 then 3 when x.confidence > 50 then 2 when x.confidence > 25 then 1 else 0 end, x.created_at, x.n,
    length(x.situation) + length(x.approach) + length(x.outcome) + length(x.reasoning)
from experience x join (
    select n, '' as key from experience
    union select n, lower(domain) from experience
    union select e.n, lower(j.value) from experience e, json_each(e.tags) j
) k on k.n = x.n
where x.superseded_by = '' and x.archived_at = '';
