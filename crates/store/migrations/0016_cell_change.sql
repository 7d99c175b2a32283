-- One row: how often scenes or cells of any scope were changed. What was read of them holds until then.
create table if not exists cell_change (
    n bigint not null
);
insert into cell_change (n) select 0 where not exists (select 1 from cell_change);
