-- Words of source files, as SQLite keeps them: each once, so no places are kept; a file leaves by its number alone. The index holds no
-- text of its own.
create virtual table if not exists code_words using fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* S* Co'");
