-- What a person put off: it is left out of their inbox until then. It expires no later for it.
create table if not exists snooze (
    principal text not null,
    proposal text not null,
    until text not null,
    primary key (principal, proposal)
);
