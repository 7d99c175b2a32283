//! `cargo xtask soak`: reads real trees with the real program, asks, edits and reads again, and says what does not add up.
//!
//! Not here: how well something is found, or how fast; those are benchmarks. Rates are printed because they are at hand.

mod dice;
mod program;
mod tree;

use crate::workshop::{Failure, Workshop};
use dice::Dice;
use program::{Palace, Ran, Session};
use serde_json::Value as Json;
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    env,
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tree::{Tree, edit, is_blank, is_plain_text, phrase};

pub(crate) const HELP: &str = "\
Copies each tree, reads the copy into a fresh palace, asks questions made from its own words in one MCP session, edits, renames and
deletes files and reads again; then reads all trees into one palace. Ends with status 1 on a finding: a panic, a file that is neither
read nor named as left out, a ledger that does not verify, counts that do not add up, an unanswered question, an answer from a file that
is gone.

  --tree PATH...      Trees to read (the Python library and the unpacked sources of cargo's registry if left out)
  --palace PROGRAM    The program to try (built with --release if left out)
  --questions N       Questions about each tree, and about all of them together (1000)
  --files-max N       Read at most so many files of each tree, chosen at random
  --minutes N         Stop after so many minutes and name what was left out (60)
  --seed N            Make the same choices as the run that printed this seed
  --scratch FOLDER    Where copies and palaces lie meanwhile (a folder for temporary files)";

/// How many of each kind of finding are printed.
const SHOWN_MAX: usize = 20;
/// One file of so many is edited, one renamed and one deleted, but not more than so many of each.
const EDITED_OF: usize = 12;
const EDITS_EACH_MAX: usize = 40;
/// What becomes of a document, in the summary of a run.
const CHANGES: [&str; 6] = ["new", "edited", "renamed", "back", "entrusted", "gone"];

/// What was asked for.
#[derive(Debug)]
struct Options {
    trees: Vec<PathBuf>,
    palace: Option<PathBuf>,
    questions: usize,
    files_max: Option<usize>,
    minutes: u64,
    seed: u64,
    scratch: Option<PathBuf>,
}

/// Runs it by hand.
pub(crate) fn run(workshop: &Workshop, words: &[String]) -> Result<(), Failure> {
    let mut options = parse(words)?;
    if options.trees.is_empty() {
        options.trees = trees_of_this_machine(workshop)?;
    }
    let program = match &options.palace {
        Some(program) => program.canonicalize().map_err(|e| Failure(format!("{}: {e}", program.display())))?,
        None => {
            workshop.cargo().args(["build", "--quiet", "--release", "--locked", "-p", "app", "--bin", "palace"]).done()?;
            workshop.target().join("release/palace")
        }
    };
    let tally = soak(workshop, &options, &program)?;
    if tally.is_clean() { Ok(()) } else { Err(Failure::told()) }
}

/// The small part that every test run has: some files of trees that every machine with Rust and Python has. Answers how many trees held
/// and how many did not.
pub(crate) fn small(workshop: &Workshop, program: &Path) -> Result<(u64, u64), Failure> {
    let trees = trees_of_this_machine(workshop)?;
    let options = Options { trees, palace: None, questions: 60, files_max: Some(120), minutes: 5, seed: 1, scratch: None };
    let tally = soak(workshop, &options, program)?;
    if tally.left_out.is_empty() {
        Ok((tally.held, tally.broke))
    } else {
        Err(Failure(format!("no time was left for {}", tally.left_out.join(", "))))
    }
}

fn parse(words: &[String]) -> Result<Options, Failure> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut options = Options { trees: Vec::new(), palace: None, questions: 1_000, files_max: None, minutes: 60, seed: now, scratch: None };
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| Failure(format!("{word} takes a value; see --help")));
        let number = |text: &String| text.parse::<u64>().map_err(|_| Failure(format!("`{text}` is no number")));
        match word.as_str() {
            "--tree" => {
                options.trees.push(value()?.into());
                while let Some(more) = words.next_if(|word| !word.starts_with("--")) {
                    options.trees.push(more.into());
                }
            }
            "--palace" => options.palace = Some(value()?.into()),
            "--questions" => options.questions = usize::try_from(number(value()?)?).unwrap_or(usize::MAX),
            "--files-max" => options.files_max = usize::try_from(number(value()?)?).ok(),
            "--minutes" => options.minutes = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--scratch" => options.scratch = Some(value()?.into()),
            _ => return Err(Failure(format!("`{word}` means nothing here; see --help"))),
        }
    }
    for tree in &mut options.trees {
        *tree = tree.canonicalize().ok().filter(|path| path.is_dir()).ok_or_else(|| Failure(format!("{} is no folder", tree.display())))?;
    }
    Ok(options)
}

/// The Python library, and the unpacked sources of cargo's registry.
fn trees_of_this_machine(workshop: &Workshop) -> Result<Vec<PathBuf>, Failure> {
    let python = workshop.command("python3").args(["-c", "import sysconfig; print(sysconfig.get_paths()['stdlib'])"]).text()?;
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let registries = cargo.into_iter().flat_map(|home| fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten());
    let mut trees: Vec<PathBuf> = registries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    trees.push(python.trim().into());
    trees.sort();
    Ok(trees)
}

/// Something that does not add up.
#[derive(Debug)]
struct Finding {
    kind: &'static str,
    tree: String,
    what: String,
}

/// What came of it all.
#[derive(Debug, Default)]
struct Tally {
    findings: Vec<Finding>,
    /// Trees without a finding, and with some.
    held: u64,
    broke: u64,
    left_out: Vec<String>,
}

impl Tally {
    fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    fn print(&self) {
        let mut kinds: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
        for finding in &self.findings {
            kinds.entry(finding.kind).or_default().push(finding);
        }
        println!("\n{} of {} trees held. Findings: {}", self.held, self.held + self.broke, self.findings.len());
        for (kind, findings) in kinds {
            println!("{kind}: {}", findings.len());
            for Finding { tree, what, .. } in findings.iter().take(SHOWN_MAX) {
                println!("  {tree}: {what}");
            }
        }
        for name in &self.left_out {
            println!("LEFT OUT, as time was up: {name}");
        }
    }
}

fn soak(workshop: &Workshop, options: &Options, program: &Path) -> Result<Tally, Failure> {
    // Not below cargo's target folder: a tree that lies in somebody's repository is named from the root of that.
    let scratch = options.scratch.clone().unwrap_or_else(|| env::temp_dir().join(format!("palace-soak-{}", std::process::id())));
    let failed = |e: std::io::Error| Failure(format!("{}: {e}", scratch.display()));
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).map_err(failed)?;
    let scratch = scratch.canonicalize().map_err(failed)?;
    println!("soak: {} trees, seed {}, {}", options.trees.len(), options.seed, program.display());
    let deadline = Instant::now() + Duration::from_secs(60 * options.minutes);
    let mut tally = Tally::default();
    let mut trees = Vec::new();
    for (place, from) in options.trees.iter().enumerate() {
        if Instant::now() > deadline {
            tally.left_out.push(from.display().to_string());
            continue;
        }
        let mut dice = Dice::new(options.seed.wrapping_add(place as u64));
        let tree = Tree::copy(workshop, from, &scratch.join(place.to_string()), options.files_max, &mut dice)?;
        let palace = Palace::create(program, &scratch, &format!("home-{place}"), deadline)?;
        let mut trial =
            Trial { workshop, scratch: &scratch, palace, dice, name: tree.name.clone(), findings: Vec::new(), items: 0, anchors: BTreeSet::new() };
        trial.alone(&tree, options.questions)?;
        trial.close(&mut tally, true);
        trees.push(tree);
    }
    if trees.len() > 1 && Instant::now() < deadline {
        let palace = Palace::create(program, &scratch, "home-all", deadline)?;
        let dice = Dice::new(options.seed.wrapping_mul(31));
        let mut trial =
            Trial { workshop, scratch: &scratch, palace, dice, name: "all in one".into(), findings: Vec::new(), items: 0, anchors: BTreeSet::new() };
        trial.together(&trees, options.questions)?;
        trial.close(&mut tally, false);
    }
    tally.print();
    if tally.is_clean() {
        let _ = fs::remove_dir_all(&scratch);
    } else {
        println!("Copies and palaces are left in {}; the same choices again: --seed {}", scratch.display(), options.seed);
    }
    Ok(tally)
}

/// One palace, and what is found out about it.
struct Trial<'w> {
    workshop: &'w Workshop,
    scratch: &'w Path,
    palace: Palace,
    dice: Dice,
    name: String,
    findings: Vec<Finding>,
    /// How many items there are.
    items: u64,
    /// Where what was read belongs.
    anchors: BTreeSet<String>,
}

/// What a reading answered, in numbers.
#[derive(Debug, Default)]
struct Counts {
    read: u64,
    empty: u64,
    kept: u64,
    replaced: u64,
    changes: BTreeMap<String, u64>,
}

impl Counts {
    fn of(answer: &Json) -> Self {
        let number = |value: &Json| value.as_u64().unwrap_or(0);
        let changes = answer["sources"].as_object().into_iter().flatten().map(|(change, count)| (change.clone(), number(count)));
        Self {
            read: number(&answer["read"]),
            empty: number(&answer["empty"]),
            kept: number(&answer["pieces"]["kept"]),
            replaced: number(&answer["pieces"]["replaced"]),
            changes: changes.collect(),
        }
    }

    fn changed(&self, change: &str) -> u64 {
        self.changes.get(change).copied().unwrap_or(0)
    }
}

impl Trial<'_> {
    fn find(&mut self, kind: &'static str, what: impl Into<String>) {
        self.findings.push(Finding { kind, tree: self.name.clone(), what: what.into() });
    }

    /// Notes what does not hold.
    fn claim(&mut self, holds: bool, kind: &'static str, what: impl FnOnce() -> String) {
        if !holds {
            self.find(kind, what());
        }
    }

    fn close(self, tally: &mut Tally, is_tree: bool) {
        if is_tree && Instant::now() > self.palace.deadline {
            tally.left_out.push(format!("the rest of {}", self.name));
        }
        let (held, broke) = if self.findings.is_empty() { (1, 0) } else { (0, 1) };
        tally.held += held;
        tally.broke += broke;
        tally.findings.extend(self.findings);
    }

    /// A tree in a palace of its own.
    fn alone(&mut self, tree: &Tree, questions: usize) -> Result<(), Failure> {
        println!("\n{}: {}", self.name, tree.root.display());
        let Some((counts, live)) = self.read(tree, &BTreeSet::new())? else { return Ok(()) };
        self.claim(counts.changed("new") == counts.changes.values().sum::<u64>(), "counts", || format!("a first reading says {:?}", counts.changes));
        self.again(&[tree])?;
        self.verify()?;
        self.questions(&[tree], std::slice::from_ref(&live), questions)?;

        let files: Vec<PathBuf> = live.iter().map(|name| tree.root.join(name)).filter(|file| file.is_file()).collect();
        let each = (files.len() / EDITED_OF).clamp(1, EDITS_EACH_MAX);
        let edits = edit(&files, &mut self.dice, each)?;
        println!("  edited {}, renamed {}, deleted {}", edits.marked.len(), edits.renamed, edits.deleted);
        let Some((_, after)) = self.read(tree, &live)? else { return Ok(()) };
        self.again(&[tree])?;
        self.marks(tree, &edits.marked, true)?;
        // The marks go again: what they said must not be answered any more.
        for (file, _) in edits.marked.iter().filter(|(file, _)| file.exists()) {
            fs::remove_file(file).map_err(|e| Failure(format!("{}: {e}", file.display())))?;
        }
        if self.read(tree, &after)?.is_some() {
            self.marks(tree, &edits.marked, false)?;
            self.verify()?;
        }
        Ok(())
    }

    /// Several trees in one palace.
    fn together(&mut self, trees: &[Tree], questions: usize) -> Result<(), Failure> {
        println!("\n{}", self.name);
        let mut lives = Vec::new();
        for tree in trees {
            let Some((_, live)) = self.read(tree, &BTreeSet::new())? else { return Ok(()) };
            lives.push(live);
        }
        let all: Vec<&Tree> = trees.iter().collect();
        self.again(&all)?;
        self.verify()?;
        self.questions(&all, &lives, questions)
    }

    fn run(&mut self, words: &[&str]) -> Result<Option<Ran>, Failure> {
        let ran = self.palace.run(words)?;
        if let Some(fault) = ran.fault() {
            self.find("panic", format!("palace {}: {fault}", words.join(" ")));
        }
        Ok((!ran.out_of_time).then_some(ran))
    }

    /// Reads a tree and compares what the palace has of it with what should be there. Answers the counts and the names of what is live;
    /// nothing when time is up.
    fn read(&mut self, tree: &Tree, before: &BTreeSet<String>) -> Result<Option<(Counts, BTreeSet<String>)>, Failure> {
        let expected = tree.expected(self.workshop, self.scratch)?;
        let root = tree.root.to_string_lossy().into_owned();
        let Some(ran) = self.run(&["ingest", "--show-skipped", &root])? else { return Ok(None) };
        let counts = Counts::of(&ran.answer);
        println!(
            "  read {} files in {:.1} s ({:.0} a second): {} pieces kept, {} replaced, {} left out",
            counts.read,
            ran.took.as_secs_f64(),
            f64::from(u32::try_from(counts.read).unwrap_or(u32::MAX)) / ran.took.as_secs_f64(),
            counts.kept,
            counts.replaced,
            ran.answer["skipped"]["count"]
        );
        self.claim(ran.status == Some(0), "exit status", || format!("palace ingest ended with {:?}: {}", ran.status, ran.said.trim()));
        let number = |pointer: &str| ran.answer.pointer(pointer).and_then(Json::as_u64).unwrap_or(0);
        let (found, skipped, failed) = (number("/found"), number("/skipped/count"), number("/failed/files"));
        self.claim(found == counts.read + skipped + failed, "counts", || {
            format!("{found} files found: {} read, {skipped} skipped, {failed} failed", counts.read)
        });
        for failed in ran.answer["failed"]["first"].as_array().into_iter().flatten() {
            self.find("failed file", format!("{}: {}", failed["what"], failed["why"]));
        }
        let anchors: Vec<String> = ran.answer["anchors"].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect();
        let mut live = BTreeSet::new();
        for anchor in &anchors {
            live.extend(self.palace.live(anchor)?);
        }
        self.anchors.extend(anchors);
        self.files(tree, &expected, &live, &ran.answer, &counts);
        let documents = |change: &str| counts.changed(change);
        let (was, is) = (before.len() as u64, live.len() as u64);
        let (came, went) = (documents("new") + documents("back"), documents("gone"));
        self.claim(was + came == is + went, "counts", || format!("{was} sources, {came} came, {went} went, {is} are there: {:?}", counts.changes));
        // What leaves one file and is still said in another is handed on there, which adds an item for each that is replaced at most.
        let items = self.palace.items()?;
        let least = (self.items + counts.kept).saturating_sub(counts.replaced);
        let (kept, replaced, held) = (counts.kept, counts.replaced, self.items);
        self.claim((least..=least + replaced).contains(&items), "counts", || {
            format!("{held} items, {kept} kept, {replaced} replaced: {items} are there")
        });
        self.items = items;
        Ok(Some((counts, live)))
    }

    /// Whether each file is live, is named as left out, or has no words.
    fn files(&mut self, tree: &Tree, expected: &BTreeSet<PathBuf>, live: &BTreeSet<String>, answer: &Json, counts: &Counts) {
        let mut reasons: BTreeMap<PathBuf, &str> = BTreeMap::new();
        for skipped in answer["skipped"]["first"].as_array().into_iter().flatten() {
            reasons.insert(skipped["what"].as_str().unwrap_or_default().into(), skipped["reason"].as_str().unwrap_or_default());
        }
        let known: HashSet<Vec<u8>> = live.iter().map(|name| plain(name.split('#').next().unwrap_or(name))).collect();
        let mut blank = 0;
        for file in expected {
            let name = name_of(tree, file);
            if known.contains(name.as_os_str().as_bytes()) {
                continue;
            }
            match reasons.get(&PathBuf::from(file.to_string_lossy().into_owned())) {
                Some(&"not-text") if is_plain_text(file) => self.find("text taken for something else", name.display().to_string()),
                Some(_) => {}
                None if is_blank(file) => blank += 1,
                None => self.find("lost file", name.display().to_string()),
            }
        }
        self.claim(blank == counts.empty, "counts", || format!("{blank} files have no words, {} are said to have none", counts.empty));
        let wanted: HashSet<PathBuf> = expected.iter().map(|file| name_of(tree, file)).collect();
        for name in live.iter().filter(|name| !wanted.contains(Path::new(OsStr::from_bytes(&plain(name.split('#').next().unwrap_or(name)))))) {
            self.find("read though it should not be", name.clone());
        }
    }

    /// Reads trees again that nobody changed.
    fn again(&mut self, trees: &[&Tree]) -> Result<(), Failure> {
        // Looking is on the ledger too.
        let entries = self.entries()?;
        let own = self.entries()? - entries;
        for tree in trees {
            let root = tree.root.to_string_lossy().into_owned();
            let Some(ran) = self.run(&["ingest", &root])? else { return Ok(()) };
            let counts = Counts::of(&ran.answer);
            println!("  read again in {:.2} s", ran.took.as_secs_f64());
            let changed: u64 = CHANGES.iter().map(|change| counts.changed(change)).sum();
            let changed = changed + counts.kept + counts.replaced;
            self.claim(changed == 0 && ran.status == Some(0), "changed by reading again", || format!("{}: {}", tree.name, ran.answer));
        }
        let after = self.entries()?;
        self.claim(after == entries + 2 * own, "changed by reading again", || format!("{after} ledger entries, {entries} before"));
        Ok(())
    }

    fn entries(&mut self) -> Result<u64, Failure> {
        Ok(self.run(&["ledger", "verify"])?.map_or(0, |ran| ran.answer["result"]["entries"].as_u64().unwrap_or(0)))
    }

    fn verify(&mut self) -> Result<(), Failure> {
        let Some(ran) = self.run(&["ledger", "verify"])? else { return Ok(()) };
        println!(
            "  verified {} entries and {} rows in {:.1} s",
            ran.answer["result"]["entries"],
            ran.answer["result"]["rows"],
            ran.took.as_secs_f64()
        );
        let valid = ran.status == Some(0) && ran.answer["result"]["valid"] == true;
        self.claim(valid, "ledger", || format!("{} {}", ran.answer, ran.said.trim()));
        Ok(())
    }

    /// Asks with words of the trees' own.
    fn questions(&mut self, trees: &[&Tree], lives: &[BTreeSet<String>], count: usize) -> Result<(), Failure> {
        let known: HashSet<&str> = lives.iter().flatten().map(String::as_str).collect();
        let files: Vec<(PathBuf, &str)> =
            trees.iter().zip(lives).flat_map(|(tree, live)| live.iter().map(|name| (tree.root.join(name), name.as_str()))).collect();
        let mut session = self.palace.session()?;
        let started = Instant::now();
        let (mut asked, mut found, mut tries) = (0, 0, 0);
        while asked < count && tries < 4 * count && Instant::now() < self.palace.deadline {
            tries += 1;
            let Some((file, name)) = self.dice.one(&files).cloned() else { break };
            let Some(query) = phrase(&file, &mut self.dice) else { continue };
            asked += 1;
            match session.recall(&query) {
                Ok(hits) if hits.is_empty() => self.find("nothing found", format!("{query} ({name})")),
                Ok(hits) => {
                    found += usize::from(hits.iter().any(|hit| hit.source == name));
                    for hit in hits.iter().filter(|hit| !known.contains(hit.source.as_str())) {
                        self.find("answer from a file that is not live", format!("{query}: {}", hit.source));
                    }
                }
                Err(why) => {
                    self.find("unanswered question", format!("{query}: {why}"));
                    break;
                }
            }
        }
        let took = started.elapsed().as_secs_f64();
        println!(
            "  asked {asked} questions, {:.1} ms each; {found} answers name the file first asked about",
            1_000.0 * took / f64::from(u32::try_from(asked.max(1)).unwrap_or(1))
        );
        if let Some(fault) = session.end() {
            self.find("panic", format!("palace serve: {fault}"));
        }
        Ok(())
    }

    /// Asks for the words that were written into files, which are there or not any more.
    fn marks(&mut self, tree: &Tree, marked: &[(PathBuf, String)], are_there: bool) -> Result<(), Failure> {
        let mut session: Session = self.palace.session()?;
        for (file, word) in marked {
            let name = name_of(tree, file).display().to_string();
            match session.recall(&format!("the {word} stands here")) {
                Ok(hits) => {
                    let said = hits.iter().any(|hit| hit.line.contains(word.as_str()) || are_there && hit.source == name);
                    let kind = if are_there { "an edit is not found" } else { "answer from a file that is gone" };
                    self.claim(said == are_there, kind, || format!("{name}: {word}"));
                }
                Err(why) => self.find("unanswered question", format!("{word}: {why}")),
            }
        }
        if let Some(fault) = session.end() {
            self.find("panic", format!("palace serve: {fault}"));
        }
        Ok(())
    }
}

/// What a file is called: by its path in the repository it lies in, or in the tree.
fn name_of(tree: &Tree, file: &Path) -> PathBuf {
    let base = file.ancestors().skip(1).take_while(|folder| folder.starts_with(&tree.root)).find(|folder| folder.join(".git").exists());
    file.strip_prefix(base.unwrap_or(&tree.root)).unwrap_or(file).to_owned()
}

/// A name without the escapes for letters that mislead.
fn plain(name: &str) -> Vec<u8> {
    let bytes = name.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while let Some(byte) = bytes.get(place) {
        let code = name.get(place + 1..place + 3).filter(|_| *byte == b'%').and_then(|code| u8::from_str_radix(code, 16).ok());
        plain.push(code.unwrap_or(*byte));
        place += if code.is_some() { 3 } else { 1 };
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_others_are_refused() {
        let parsed = |words: &str| parse(&words.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let options = parsed("--tree / /usr --seed 7 --questions 5 --files-max 9 --minutes 2").expect("options");
        assert_eq!((options.trees.len(), options.seed, options.questions, options.files_max, options.minutes), (2, 7, 5, Some(9), 2));
        for words in ["--tree /dev/null", "--tree /no/such/folder", "--seed x", "--questions", "harder"] {
            assert!(parsed(words).is_err(), "{words}");
        }
    }

    #[test]
    fn a_name_is_read_without_its_escapes() {
        assert_eq!([plain("C%23/a.cs"), plain("100%"), plain("caf%E9")], [b"C#/a.cs".to_vec(), b"100%".to_vec(), b"caf\xe9".to_vec()]);
    }
}
