//! What parts of reading a tree cost without a palace: git looking at every file, FTS5 indexing the same chunks, the encoder alone.

use crate::{
    common::{Palace, Result, row},
    line,
    process::{Usage, run},
};
use rustix::time::{ClockId, clock_gettime};
use search::embed::Model;
use std::{fs, path::Path, process::Command, time::Instant};

/// Rows that a bare index writes in one transaction: as many as a batch of the program has, about.
const BATCH_ROWS: usize = 4_096;

/// What each of them used.
pub(crate) struct Yardsticks {
    chunks: f64,
    git_grep: Option<Usage>,
    pub(crate) git_status: Option<Usage>,
    fts5: Usage,
    /// Bytes of the bare index, which holds the chunks too.
    pub(crate) fts5_bytes: f64,
    encoder: Usage,
}

impl Yardsticks {
    /// Measures them on the chunks of a palace and the tree they were read from.
    #[expect(clippy::cast_precision_loss, reason = "some hundred thousand chunks")]
    pub(crate) fn measure(palace: &Palace, tree: &Path, scratch: &Path) -> Result<Self> {
        let mut chunks: Vec<String> = Vec::new();
        palace.look(|_, view| {
            view.each_evidence(&mut |evidence| {
                chunks.push(String::from(evidence.content));
                Ok(())
            })?;
            Ok(())
        })?;
        let git = |arguments: &[&str]| {
            let mut command = Command::new("git");
            command.arg("-C").arg(tree).args(arguments);
            tree.join(".git").exists().then(|| run(command).map(|done| done.usage)).transpose()
        };
        git(&["status", "--porcelain"])?; // the first brings git's index up to date
        let bare = scratch.join("bare.db");
        Ok(Self {
            chunks: chunks.len() as f64,
            git_grep: git(&["grep", "-c", "."])?,
            git_status: git(&["status", "--porcelain"])?,
            fts5: fts5(&chunks, &bare)?,
            fts5_bytes: fs::metadata(&bare)?.len() as f64,
            encoder: encoder(&chunks)?,
        })
    }

    /// Prints them beside what the program used.
    pub(crate) fn print(&self, palace: &Usage) {
        for (name, usage) in [("git status", self.git_status), ("git grep -c .", self.git_grep)] {
            if let Some(usage) = usage {
                line(name, 0.0, &usage);
            }
        }
        line("FTS5 alone, the same chunks (porter)", self.chunks, &self.fts5);
        line("encoder alone, the same chunks", self.chunks, &self.encoder);
        row("palace ingest against FTS5 and encoder together, CPU", &[format!("{:.2} ×", palace.cpu / (self.fts5.cpu + self.encoder.cpu))]);
    }
}

/// Inserts chunks into a bare full-text index.
fn fts5(chunks: &[String], file: &Path) -> Result<Usage> {
    measured(|| {
        let mut bare = rusqlite::Connection::open(file)?;
        bare.execute_batch("pragma journal_mode = wal; pragma synchronous = full; create virtual table chunk using fts5(text, tokenize = 'porter')")?;
        for batch in chunks.chunks(BATCH_ROWS) {
            let batch_of = bare.transaction()?;
            {
                let mut insert = batch_of.prepare("insert into chunk (text) values (?1)")?;
                for chunk in batch {
                    insert.execute([chunk])?;
                }
            }
            batch_of.commit()?;
        }
        Ok(())
    })
}

/// Embeds chunks.
fn encoder(chunks: &[String]) -> Result<Usage> {
    measured(|| {
        let model = Model::embedded();
        for chunk in chunks {
            std::hint::black_box(model.embed(chunk));
        }
        Ok(())
    })
}

fn measured(job: impl FnOnce() -> Result<()>) -> Result<Usage> {
    let (wall, cpu) = (Instant::now(), on_cpu());
    job()?;
    Ok(Usage { wall: wall.elapsed().as_secs_f64(), cpu: on_cpu() - cpu, memory: 0.0 })
}

#[expect(clippy::cast_precision_loss, reason = "seconds and nanoseconds of one run")]
fn on_cpu() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
