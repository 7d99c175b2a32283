-- Words, as PostgreSQL keeps them: sets, because order and weight are judged elsewhere.
create table if not exists item_words (n bigint primary key, words tsvector not null);
create index if not exists item_words_by_word on item_words using gin (words);
create table if not exists item_words_past (n bigint primary key, words tsvector not null);
create index if not exists item_words_past_by_word on item_words_past using gin (words);
create table if not exists code_words (n bigint primary key, words tsvector not null);
create index if not exists code_words_by_word on code_words using gin (words);
