//! A tree that the program read into a palace, and asking that palace as somebody asks who stands in the tree.

use crate::{
    common::{Palace, Result},
    program,
    question::Lines,
    ranking::Row,
};
use kernel::time::{DAY_MS, Moment};
use search::judge::Measures;
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
    time::Instant,
};
use store::{Place, SourceFilter};

/// So many pieces are asked for.
pub(crate) const DEPTH: usize = 50;
/// As many as recall gives at most: everything that a lane found is then judged.
const EVERYTHING: usize = 1_000;

/// A palace with one tree in it.
pub(crate) struct Tree {
    palace: Palace,
    anchor: String,
    /// Source → file.
    files: HashMap<String, String>,
    /// Evidence → where it stands.
    places: HashMap<String, (String, Lines)>,
    now: Moment,
}

/// A piece as it was read.
pub(crate) struct Piece {
    pub(crate) path: String,
    pub(crate) lines: Lines,
    pub(crate) text: String,
}

/// Where the files that answer a question were lost.
pub(crate) struct Lanes {
    /// Files that a lane found, with everything judged.
    pub(crate) found: Vec<String>,
    /// Files that were judged as usual.
    pub(crate) judged: Vec<String>,
}

impl Tree {
    /// Reads a tree, and its history where that is wanted, unless the folder holds a palace of it already.
    pub(crate) fn read(folder: &Path, program: &Path, history: bool, check_out: impl FnOnce(&Path) -> Result<()>) -> Result<Self> {
        let (tree, done) = (folder.join("tree"), folder.join("done"));
        if !done.exists() {
            let _ = fs::remove_dir_all(folder); // what a run left that was stopped
            fs::create_dir_all(folder)?;
            check_out(&tree)?;
            let reading = program::read(program, &program::found(folder)?, &[], &tree)?;
            println!("  read by `palace ingest`: {:.0} chunks in {:.1} s", reading.chunks, reading.usage.wall);
            if history {
                let reading = program::read(program, &folder.join("home"), &["--git"], &tree)?;
                println!("  its history, by `palace ingest --git`: {:.0} chunks in {:.1} s", reading.chunks, reading.usage.wall);
            }
            fs::write(done, "")?;
        }
        let home = folder.join("home");
        let palace = program::opened(&home)?;
        let all = SourceFilter { state: "live".into(), limit: i64::MAX, ..SourceFilter::default() };
        let sources = palace.look(|_, view| Ok(view.sources(&all)?))?;
        let mut anchors: BTreeMap<String, usize> = BTreeMap::new();
        for source in &sources {
            *anchors.entry(source.anchor.to_string()).or_default() += 1;
        }
        let anchor =
            anchors.into_iter().max_by_key(|(_, sources)| *sources).map(|(anchor, _)| anchor).ok_or("the tree holds nothing that is read")?;
        // The same in every run, or what was read would be older in the next one.
        let now = sources.iter().map(|source| source.updated_at).max().ok_or("the tree holds nothing that is read")?.plus(DAY_MS);
        // A commit is no file, so its place in a ranking is not counted.
        let files = sources.into_iter().filter(|source| source.kind != "commit").map(|source| (source.id.to_string(), source.path)).collect();
        let places = places(&home)?;
        Ok(Self { palace, anchor, files, places, now })
    }

    /// Whether a file was read.
    pub(crate) fn holds(&self, path: &str) -> bool {
        self.files.values().any(|file| file == path)
    }

    /// Asks a question: pieces, best first, and how long it took, in milliseconds.
    pub(crate) fn ask(&self, query: &str) -> Result<(Vec<Row>, f64)> {
        let started = Instant::now();
        let answer = self.recall(query, DEPTH)?;
        let took = started.elapsed().as_secs_f64() * 1e3;
        Ok((self.rows(&answer), took))
    }

    /// The files that the lanes found and the files that were judged.
    pub(crate) fn lanes(&self, query: &str) -> Result<Lanes> {
        let found = self.rows(&self.recall(query, EVERYTHING)?).into_iter().map(|row| row.path).collect();
        let judged = self.measure(query)?.into_iter().map(|(file, _)| file).collect();
        Ok(Lanes { found, judged })
    }

    /// What recall measures of all that may answer a question, each with the file that it is a piece of.
    pub(crate) fn measure(&self, query: &str) -> Result<Vec<(String, Measures)>> {
        let measured = self.palace.look(|house, view| engine::measures(view, house, query, self.now))?;
        Ok(measured.into_iter().filter_map(|(id, measures)| Some((self.places.get(&id)?.0.clone(), measures))).collect())
    }

    /// All pieces, where they stand, and what they say.
    pub(crate) fn pieces(&self) -> Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        self.palace.look(|_, view| {
            view.each_evidence(&mut |evidence| {
                if let Some((path, lines)) = self.places.get(evidence.id.as_str()) {
                    pieces.push(Piece { path: path.clone(), lines: *lines, text: String::from(evidence.content) });
                }
                Ok(())
            })?;
            Ok(())
        })?;
        Ok(pieces)
    }

    fn recall(&self, query: &str, limit: usize) -> Result<Json> {
        self.palace.ask("claim.recall", json!({ "query": query, "only": "evidence", "limit": limit, "anchor": self.anchor }), self.now)
    }

    fn rows(&self, answer: &Json) -> Vec<Row> {
        let line = |lines: &Json, name: &str| lines[name].as_u64().and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
        let seen = answer["seen"].as_array().into_iter().flatten();
        let row = |sight: &Json| {
            let of_source = || self.files.get(sight["source"].as_str()?).map(String::as_str);
            // A commit is read from no file and has no path.
            let path = sight["path"].as_str().or_else(of_source)?.to_owned();
            Some(Row { path, lines: (line(&sight["lines"], "first"), line(&sight["lines"], "last")) })
        };
        seen.filter_map(row).collect()
    }
}

/// Reads from the rows themselves where every piece stands.
fn places(home: &Path) -> Result<HashMap<String, (String, Lines)>> {
    let sql = "select e.id, s.path, i.first_line, i.last_line from item i join evidence e on e.n = i.n join source s on s.n = i.source
        where i.until = '' and s.kind <> 'commit'";
    let mut places = HashMap::new();
    for mut row in store::testing::connect(&Place::File(home.join("palace.db")))?.query(sql, &[])? {
        let (id, path, first, last) = (row.text()?, row.text()?, row.int()?, row.int()?);
        places.insert(id, (path, (u32::try_from(first)?, u32::try_from(last)?)));
    }
    Ok(places)
}
