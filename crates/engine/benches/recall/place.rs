//! Where the palaces of a run lie: files that go away, or schemas of a scratch PostgreSQL.

use crate::common::Result;
use std::path::Path;
use store::{Backend, Place};

/// Names a running server, as the tests do.
const VARIABLE: &str = "PALACE_TEST_PG";

/// Which database.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    Sqlite,
    Postgres,
}

impl On {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

/// A place of its own for one palace.
pub(crate) struct Scratched {
    place: Place,
    schema: Option<(Box<dyn Backend>, String)>,
}

impl Scratched {
    pub(crate) fn new(on: On, folder: &Path, number: usize) -> Result<Self> {
        if on == On::Sqlite {
            return Ok(Self { place: Place::File(folder.join(format!("{number}.db"))), schema: None });
        }
        let base = std::env::var(VARIABLE)
            .map_err(|_| format!("{VARIABLE} names no server; `cargo xtask pg start` starts one and prints the line that sets it"))?;
        let name = format!("recall_bench_{}_{number}", std::process::id());
        let mut server = store::testing::connect(&Place::Database(base.clone()))?;
        server.batch(&format!("create schema {name}"))?;
        let joint = if base.contains('?') { '&' } else { '?' };
        Ok(Self { place: Place::Database(format!("{base}{joint}options=-csearch_path%3D{name}")), schema: Some((server, name)) })
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }
}

impl Drop for Scratched {
    fn drop(&mut self) {
        if let Some((server, name)) = &mut self.schema {
            let _ = server.batch(&format!("drop schema {name} cascade"));
        }
    }
}
