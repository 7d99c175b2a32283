-- Sketches stand in blocks now, beside those of vectors, as set 0: a copy is found without asking this table four times.
-- The first who keeps something makes the blocks from the items.
drop table if exists sketch_band;
