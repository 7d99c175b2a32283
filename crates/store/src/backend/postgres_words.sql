-- Words of source files, as PostgreSQL keeps them: sets, because order and weight are judged elsewhere.
create table if not exists code_words (n bigint primary key, words tsvector not null);
create index if not exists code_words_by_word on code_words using gin (words);
