-- Words, as SQLite keeps them. The index holds no text of its own: it is handed the words again when an item leaves.
-- `secure-delete`: what leaves the index is gone from its pages, not only marked.
create virtual table if not exists item_words using fts5(words, content = '', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* S* Co'");
create virtual table if not exists item_words_past using fts5(words, content = '', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* S* Co'");
insert into item_words (item_words, rank) values ('secure-delete', 1);
insert into item_words_past (item_words_past, rank) values ('secure-delete', 1);
-- Words of source files: each once, so no places are kept; a file leaves by its number alone.
create virtual table if not exists code_words using fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* S* Co'");
