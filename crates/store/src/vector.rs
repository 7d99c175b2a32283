//! Vectors: one set for each model, in rows for judging and in blocks of short codes for scanning.

use crate::{Result, Txn, View, item::list, value::args, vector_bits};
use kernel::time::Moment;

const SETS: &str = "select n, model, dims, state, started_at from vector_set order by n";
const SET_PUT: &str = "insert into vector_set (n, model, dims, state, started_at) values (?1, ?2, ?3, ?4, ?5)
    on conflict (n) do update set state = excluded.state";
const PUT: &str = "insert into vector (vectors, item, v) values (?1, ?2, ?3) on conflict (vectors, item) do update set v = excluded.v";
/// Names the sets, because the primary key begins with them: `where item = ?1` alone reads the whole table.
const DROP: &str = "delete from vector where vectors in (select n from vector_set) and item = ?1";
const GET: &str = "select v.item, v.v from json_each(?2) j cross join vector v where v.vectors = ?1 and v.item = cast(j.value as bigint)";
const BLOCKS: &str = "select block, stamp, present, codes from vector_block where vectors = ?1 and stamp > ?2 order by block";
const BLOCK: &str = "select present, codes from vector_block where vectors = ?1 and block = ?2";
const BLOCK_PUT: &str = "insert into vector_block (vectors, block, stamp, present, codes) values (?1, ?2, ?3, ?4, ?5)
    on conflict (vectors, block) do update set stamp = excluded.stamp, present = excluded.present, codes = excluded.codes";
const SET_DROP: [&str; 3] =
    ["delete from vector where vectors = ?1", "delete from vector_block where vectors = ?1", "delete from vector_set where n = ?1"];
const WITHOUT: &str = "select i.n from item i where i.until = '' and not exists (select 1 from vector v where v.vectors = ?1 and v.item = i.n)
    order by i.n limit ?2";
const WITHOUT_COUNT: &str =
    "select count(*) from item i where i.until = '' and not exists (select 1 from vector v where v.vectors = ?1 and v.item = i.n)";
const NEWEST: &str = "select coalesce(max(stamp), 0) from vector_block where vectors = ?1";
const COUNT: &str = "select count(*) from vector where vectors = ?1";

/// How far a set of vectors is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetState {
    /// It answers.
    Serving,
    /// It is not whole yet.
    Filling,
}

impl SetState {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Serving => "serving",
            Self::Filling => "filling",
        }
    }

    fn named(word: &str) -> Option<Self> {
        [Self::Serving, Self::Filling].into_iter().find(|state| state.name() == word)
    }
}

/// The vectors of one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorSet {
    /// Its own number.
    pub n: i64,
    /// The model.
    pub model: String,
    /// How many numbers a vector has.
    pub dims: i64,
    /// Whether it answers.
    pub state: SetState,
    /// When it was begun.
    pub started_at: Moment,
}

/// A block of codes, by item number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Which.
    pub block: i64,
    /// The ledger's size when it was last written.
    pub stamp: i64,
    /// One bit for each item that is there.
    pub present: Vec<u8>,
    /// Their codes, side by side.
    pub codes: Vec<u8>,
}

/// A block that is still in the database's own memory.
#[derive(Clone, Copy, Debug)]
pub struct LentBlock<'r> {
    /// Which.
    pub block: i64,
    /// The ledger's size when it was last written.
    pub stamp: i64,
    /// One bit for each item that is there.
    pub present: &'r [u8],
    /// Their codes, side by side.
    pub codes: &'r [u8],
}

impl View<'_> {
    /// Every set of vectors.
    pub fn vector_sets(&mut self) -> Result<Vec<VectorSet>> {
        self.many(SETS, &[], |mut row| {
            let (n, model, dims) = (row.int()?, row.text()?, row.int()?);
            let state = row.parsed("state", |word| SetState::named(word).ok_or("unknown word"))?;
            Ok(VectorSet { n, model, dims, state, started_at: row.moment()? })
        })
    }

    /// The vectors of these items, where they have one.
    pub fn vectors(&mut self, set: i64, items: &[i64]) -> Result<Vec<(i64, Vec<u8>)>> {
        let mut found = Vec::with_capacity(items.len());
        self.each_vector(set, items, &mut |item, bytes| {
            found.push((item, bytes.to_vec()));
            Ok(())
        })?;
        found.sort_by_key(|(item, _)| *item);
        Ok(found)
    }

    /// The vectors of these items, where they have one, shown one after another in no order; a byte a number.
    pub fn each_vector(&mut self, set: i64, items: &[i64], take: &mut dyn FnMut(i64, &[u8]) -> Result<()>) -> Result<()> {
        if items.is_empty() {
            return Ok(());
        }
        self.db.scan(GET, args![set, list(items.iter().copied())], &mut |row| {
            let (item, stored) = (row.int(0)?, row.blob(1)?);
            match vector_bits::unpack(stored) {
                Some(vector) => take(item, &vector),
                None => take(item, stored),
            }
        })
    }

    /// Blocks written after a stamp, shown where they lie.
    pub fn each_block(&mut self, set: i64, after: i64, take: &mut dyn FnMut(LentBlock<'_>) -> Result<()>) -> Result<()> {
        self.db.scan(BLOCKS, args![set, after], &mut |row| {
            take(LentBlock { block: row.int(0)?, stamp: row.int(1)?, present: row.blob(2)?, codes: row.blob(3)? })
        })
    }

    /// When a set's blocks were last written.
    pub fn newest_stamp(&mut self, set: i64) -> Result<i64> {
        Ok(self.one(NEWEST, args![set], |mut row| row.int())?.unwrap_or(0))
    }

    /// One block.
    pub fn block(&mut self, set: i64, block: i64) -> Result<Option<Block>> {
        self.one(BLOCK, args![set, block], |mut row| Ok(Block { block, stamp: 0, present: row.blob()?, codes: row.blob()? }))
    }

    /// Current items that have no vector in this set yet.
    pub fn without_vector(&mut self, set: i64, limit: i64) -> Result<Vec<i64>> {
        self.many(WITHOUT, args![set, limit], |mut row| row.int())
    }

    /// How many current items have no vector in this set yet.
    pub fn without_vector_count(&mut self, set: i64) -> Result<i64> {
        Ok(self.one(WITHOUT_COUNT, args![set], |mut row| row.int())?.unwrap_or(0))
    }

    /// How many vectors a set has.
    pub fn vector_count(&mut self, set: i64) -> Result<i64> {
        Ok(self.one(COUNT, args![set], |mut row| row.int())?.unwrap_or(0))
    }
}

impl Txn<'_> {
    /// Begins a set, or changes its state.
    pub fn put_vector_set(&mut self, set: &VectorSet) -> Result<()> {
        self.db.execute(SET_PUT, args![set.n, &set.model, set.dims, set.state.name(), set.started_at])?;
        Ok(())
    }

    /// Forgets a whole set.
    pub fn drop_vector_set(&mut self, set: i64) -> Result<()> {
        for sql in SET_DROP {
            self.db.execute(sql, args![set])?;
        }
        Ok(())
    }

    /// Keeps an item's vector as it is.
    pub fn put_vector(&mut self, set: i64, item: i64, vector: &[u8]) -> Result<()> {
        self.db.execute(PUT, args![set, item, vector])?;
        Ok(())
    }

    /// Keeps an item's vector in four bits a number: exact enough for the model in the binary.
    pub fn put_rounded_vector(&mut self, set: i64, item: i64, vector: &[i8; 256]) -> Result<()> {
        self.put_vector(set, item, &vector_bits::pack(vector))
    }

    /// Forgets an item's vectors, in every set.
    pub fn drop_vectors(&mut self, item: i64) -> Result<()> {
        self.db.execute(DROP, args![item])?;
        Ok(())
    }

    /// Keeps a block.
    pub fn put_block(&mut self, set: i64, block: &Block) -> Result<()> {
        self.db.execute(BLOCK_PUT, args![set, block.block, block.stamp, block.present.as_slice(), block.codes.as_slice()])?;
        Ok(())
    }
}
