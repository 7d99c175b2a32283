//! A folder that is nobody else's and goes away with the test. Not here: files shared between tests; there are none.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

static MADE: AtomicU32 = AtomicU32::new(0);

/// A folder of one test's own. Dropping it removes it.
#[derive(Debug)]
pub struct Temp(PathBuf);

impl Temp {
    /// A fresh, empty folder.
    ///
    /// # Panics
    /// When there is no place for temporary files: no test can go on without.
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("palace-test-{}", unique()));
        std::fs::create_dir_all(&path).expect("make a temporary folder");
        Self(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Default for Temp {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Temp {
    fn drop(&mut self) {
        // What cannot be removed is left to the machine's own cleaning.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A word that no other test, in this process or another, will use.
pub(crate) fn unique() -> String {
    let nanos = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
    format!("{}_{}_{nanos:x}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed))
}
