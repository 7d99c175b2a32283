//! A folder of its own for the demonstration, removed when it ends, also when it is interrupted.

use crate::home::{failed, hex, random};
use kernel::refusal::{Code, Refusal};
use std::{
    fs::{self, DirBuilder},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};
use tokio::runtime::Runtime;

/// Exit status of a process that Ctrl-C ended, as shells count.
const INTERRUPTED: i32 = 130;

/// The folder.
pub(super) struct Scratch {
    dir: PathBuf,
    keep: bool,
    /// Waits for Ctrl-C. The servers hear it too: they are in the same group.
    _watch: Runtime,
}

impl Scratch {
    pub(super) fn make(keep: bool) -> Result<Self, Refusal> {
        let dir = std::env::temp_dir().join(format!("palace-demo-{}", hex(&random::<4>()?)));
        DirBuilder::new().mode(0o700).create(&dir).map_err(|e| failed(&dir, &e))?;
        let watch = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let watch = watch.map_err(|e| Code::Internal.refuse("demo", e.to_string()))?;
        let doomed = (!keep).then(|| dir.clone());
        watch.spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                if let Some(dir) = doomed {
                    let _ = fs::remove_dir_all(dir);
                }
                std::process::exit(INTERRUPTED);
            }
        });
        Ok(Self { dir, keep, _watch: watch })
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// The folder, if it stays.
    pub(super) fn kept(&self) -> Option<&Path> {
        self.keep.then_some(self.dir.as_path())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !self.keep {
            let _ = fs::remove_dir_all(&self.dir);
        }
    }
}
