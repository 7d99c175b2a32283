-- What PostgreSQL needs before the migrations can be the same text on both databases:
-- SQLite reads a field out of JSON text with ->>, so here it does too.
create or replace function palace_json_field(doc text, field text) returns text language sql immutable strict as
    $$ select doc::json ->> field $$;
do $$ begin
    create operator ->> (leftarg = text, rightarg = text, function = palace_json_field);
exception when duplicate_function then null;
end $$;
-- SQLite calls bytes `blob`, and unrolls a list of JSON with json_each(…).
do $$ begin
    create domain blob as bytea;
exception when duplicate_object then null;
end $$;
create or replace function json_each(doc text) returns table (value text) language sql immutable strict as
    $$ select * from json_array_elements_text(doc::json) $$;
