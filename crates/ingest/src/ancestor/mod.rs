//! A whole mempal palace, row by row as its own tables have it, to be brought in with nothing lost.
//!
//! `format::mempal` reads the same file as a source, for its words alone. Here every row keeps its id, its place and what it
//! rests on. What the file calls promoted is what the file says: nothing here believes it.
//!
//! Not here: where a folder of that machine lies on this one, and what becomes of a row. The application and the engine say.

mod audit;
mod read;
mod rows;

pub use audit::audit;
pub use read::{Counts, VERSION_MAX, read, version};
pub use rows::{Adoption, Drawer, Event, Fact, Knowledge, Place, Ref, Signpost, Tunnel};

/// Everything but the evidence, which is handed over while it is read: there may be a great deal of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ancestor {
    /// The version of its tables.
    pub version: i64,
    /// Knowledge in drawers and on cards, each with what it rests on and what happened to it.
    pub knowledge: Vec<Knowledge>,
    /// What was said to hold between two things.
    pub facts: Vec<Fact>,
    /// Ways between places.
    pub tunnels: Vec<Tunnel>,
    /// Words that lead to a place.
    pub signposts: Vec<Signpost>,
    /// What came of using a feature.
    pub adoptions: Vec<Adoption>,
    /// Links and events of cards that are not there.
    pub orphans: Vec<String>,
    /// How many rows each table has.
    pub counts: Counts,
}
