-- Evidence is looked up by the beginning of its digest: sixteen of its digits tell a million pieces apart, and the index is a third as
-- large. The words of items are packed by the program that runs this: see `word_numbers.rs`.
drop index if exists evidence_by_digest;
create index if not exists evidence_by_digest_start on evidence (substr(digest, 1, 16));
