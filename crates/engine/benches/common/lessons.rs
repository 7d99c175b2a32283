//! Files of lessons: questions about repositories with everything that was measured, written by one benchmark and fitted by another.
//!
//! Each lesson is the length of its head, its head as JSON, and the measures of its rows as numbers of four bytes. JSON alone would
//! take half a gigabyte for two thousand questions.

use super::Result;
use search::judge::{COLUMNS, MEASURES, Measures};
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{BufReader, BufWriter, Read, Write},
    path::Path,
};

/// What is known of a lesson besides its measures.
#[derive(Deserialize, Serialize)]
pub(crate) struct Head {
    /// How many measures a row has, to notice files of another day.
    measures: usize,
    pub(crate) id: String,
    pub(crate) query: String,
    /// The kind of question.
    pub(crate) kind: String,
    /// The files that answer it.
    pub(crate) gold: Vec<String>,
    /// The files that may answer it, and of which each row is a piece.
    pub(crate) files: Vec<String>,
    pub(crate) rows: Vec<usize>,
}

/// A question about a repository, with what was measured of everything that may answer it.
pub(crate) struct Measured {
    pub(crate) head: Head,
    pub(crate) measures: Vec<Measures>,
}

impl Measured {
    /// The rows are given with the files that they are pieces of.
    pub(crate) fn new(id: &str, query: &str, kind: &str, gold: &[String], given: Vec<(String, Measures)>) -> Self {
        let (mut files, mut rows, mut measures): (Vec<String>, _, _) = (Vec::new(), Vec::new(), Vec::new());
        for (file, measured) in given {
            rows.push(files.iter().position(|known| *known == file).unwrap_or_else(|| {
                files.push(file);
                files.len() - 1
            }));
            measures.push(measured);
        }
        let head = Head { measures: MEASURES, id: id.to_owned(), query: query.to_owned(), kind: kind.to_owned(), gold: gold.to_vec(), files, rows };
        Self { head, measures }
    }
}

/// Writes a file of lessons.
pub(crate) fn write(path: &Path, lessons: &[Measured]) -> Result<()> {
    let mut file = BufWriter::new(File::create(path).map_err(|e| format!("{}: {e}", path.display()))?);
    for lesson in lessons {
        let head = serde_json::to_vec(&lesson.head)?;
        file.write_all(&u32::try_from(head.len())?.to_le_bytes())?;
        file.write_all(&head)?;
        for Measures { values, shares } in &lesson.measures {
            for number in values.iter().chain(shares) {
                file.write_all(&number.to_le_bytes())?;
            }
        }
    }
    Ok(file.flush()?)
}

/// Reads a file of lessons.
pub(crate) fn read(path: &Path) -> Result<Vec<Measured>> {
    let mut file = BufReader::new(File::open(path).map_err(|e| format!("{}: {e}", path.display()))?);
    let mut lessons = Vec::new();
    let mut length = [0; 4];
    while file.read(&mut length[..1])? == 1 {
        file.read_exact(&mut length[1..])?;
        let mut head = vec![0; usize::try_from(u32::from_le_bytes(length))?];
        file.read_exact(&mut head)?;
        let head: Head = serde_json::from_slice(&head)?;
        if head.measures != MEASURES {
            return Err(format!("{} was measured by another program: measure the repositories again", path.display()).into());
        }
        let mut measures = Vec::with_capacity(head.rows.len());
        for _ in &head.rows {
            let mut row = Measures { values: [0.0; MEASURES], shares: [0.0; COLUMNS] };
            for number in row.values.iter_mut().chain(&mut row.shares) {
                let mut bytes = [0; 4];
                file.read_exact(&mut bytes)?;
                *number = f32::from_le_bytes(bytes);
            }
            measures.push(row);
        }
        lessons.push(Measured { head, measures });
    }
    Ok(lessons)
}
