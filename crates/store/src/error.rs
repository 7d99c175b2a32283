//! How the world below can fail. Not here: refusals; the engine translates.

/// Why the store could not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process held the write lock too long.
    #[error("the palace is busy: another process is writing")]
    Busy,
    /// Somebody began to read before something was deleted, and has not ended.
    #[error("somebody who began to read before still sees what was deleted")]
    StillRead,
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The file or its folder cannot be written.
    #[error("the palace cannot be written: {0}")]
    ReadOnly(String),
    /// The schema is newer than this program.
    #[error("the palace has schema version {found}, this program knows up to {known}")]
    Newer {
        /// Version found.
        found: i64,
        /// Newest version known.
        known: i64,
    },
    /// An older palace was not brought up to date, because no verified copy of it could be made first.
    #[error("the palace has schema version {schema} and was left as it is: it could not be copied before it is brought up to date: {why}")]
    NotCopied {
        /// The schema it has.
        schema: i64,
        /// What stopped the copy.
        why: Box<StoreError>,
    },
    /// The bytes are not what we wrote.
    #[error("the palace is damaged: {0}")]
    Damaged(String),
    /// The database cannot be reached.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// Whoever waited for it no longer does.
    #[error("it was stopped by whoever asked")]
    Stopped,
    /// Something that must be unique is there already.
    #[error("already there: {0}")]
    Conflict(String),
    /// Anything else the database said.
    #[error("the database refused: {0}")]
    Other(String),
}

/// What every store method answers.
pub type Result<T> = std::result::Result<T, StoreError>;
