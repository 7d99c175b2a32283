-- Every question asks which blocks were written since the last one, and mostly there are none.
create index if not exists vector_block_by_stamp on vector_block (vectors, stamp);
