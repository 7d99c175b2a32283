//! What experiences come to, and how long that takes: consolidating a tenth of them, half and all of them, finding out whether one is
//! known among as many of its own kind, and a guarded cycle that stands on them.
//!
//! Figures and ratios of one run, said and never asserted. Not here: whether cells are right; stories tell that.

#[path = "../common/mod.rs"]
mod common;
#[allow(dead_code, reason = "only the words are wanted")]
#[path = "../speed/corpus.rs"]
mod corpus;
mod guarded;
#[allow(dead_code, reason = "not every figure is told here")]
#[path = "../speed/timing.rs"]
mod timing;

use common::{Palace, Result, Scratch, machine, row, targets::Targets};
use engine::ops::experience::{Told, duplicate_of};
use kernel::{anchor::Anchor, time::Moment};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use store::Place;
use timing::{Times, ms};

/// Now, for a corpus that was written in the years before.
const NOW_MS: i64 = 1_767_225_600_000;
/// Experiences that one call brings.
const AT_ONCE: usize = 1_000;
/// How a figure is told.
type Figure = fn(&Took) -> String;
/// Words of one sentence.
const WORDS: usize = 14;
/// The file that a palace is.
const DATABASE: &str = "palace.db";
/// Times that all of it is consolidated; the one in the middle counts.
const CONSOLIDATIONS: usize = 3;
/// Guarded cycles that are run.
const CYCLES: usize = 200;
/// Labels there are.
const LABELS: usize = 400;

struct Options {
    items: usize,
    questions: usize,
    scratch: PathBuf,
}

fn options() -> Result<Options> {
    let mut options = Options { items: 100_000, questions: 1_000, scratch: PathBuf::from(env!("CARGO_TARGET_TMPDIR")) };
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--items" => options.items = value.replace('_', "").parse()?,
            "--questions" => options.questions = value.parse()?,
            "--scratch" => options.scratch = value.into(),
            _ => return Err(format!("`{word}` means nothing; there are --items N, --questions N and --scratch FOLDER").into()),
        }
    }
    Ok(options)
}

fn main() -> Result<()> {
    let options = options()?;
    let now = Moment::from_millis(NOW_MS);
    println!("\nmachine: {}", machine());
    println!("SQLite, WAL, synchronous = full; one thread");
    let vocabulary = corpus::Vocabulary::of_repository()?;
    let fill = |experiences| Filled::fill(&options, &vocabulary, experiences, now);
    let mut filled = [fill(options.items / 10)?, fill(options.items / 2)?, fill(options.items)?];
    // In turn, so that whatever else the machine does falls on each.
    for n in 0..CONSOLIDATIONS {
        filled.iter_mut().try_for_each(|filled| filled.consolidate(n, now))?;
    }
    print(&options, &filled.into_iter().map(|filled| filled.close(now)).collect::<Result<Vec<_>>>()?);
    Ok(())
}

/// What one palace took.
struct Took {
    experiences: usize,
    keeping: Times,
    consolidating: Times,
    again: Times,
    new: Times,
    known: Times,
    guarded: guarded::Guarded,
    answer: Json,
}

/// A palace that experiences were told to.
struct Filled {
    scratch: Scratch,
    palace: Palace,
    /// The same palace, for all but the last consolidation.
    copies: Vec<Palace>,
    experiences: usize,
    keeping: Times,
    new: Times,
    known: Times,
    consolidating: Times,
    answers: Vec<Json>,
}

impl Filled {
    fn fill(options: &Options, vocabulary: &corpus::Vocabulary, experiences: usize, now: Moment) -> Result<Self> {
        let scratch = Scratch::below(&options.scratch, &format!("cycle-bench-{experiences}"))?;
        let palace = Palace::found(Place::File(scratch.path().join(DATABASE)), now)?;
        let mut teller = Teller::new(vocabulary);
        let mut keeping = Times::default();
        let (mut left, mut some) = (experiences, Vec::new());
        while left > 0 {
            let told: Vec<Json> = (0..left.min(AT_ONCE)).map(|_| teller.tell(now)).collect();
            left -= told.len();
            some.extend(told.iter().step_by(97).cloned());
            keeping.run(|| palace.ask("experience.import", json!({ "content": Json::Array(told).to_string() }), now))?;
        }
        let (mut new, mut known) = (Times::default(), Times::default());
        let ask = |told: &Json| -> Result<bool> {
            let told: Told = serde_json::from_value(told.clone())?;
            Ok(palace.look(|house, view| duplicate_of(view, house, told, &Anchor::Global))?.is_some())
        };
        ask(&teller.tell(now))?; // what is held in memory is read once
        for n in 0..options.questions {
            let told = teller.tell(now);
            if new.run(|| ask(&told))? || !known.run(|| ask(&some[n % some.len()]))? {
                return Err("a duplicate was missed, or one was seen where there is none".into());
            }
        }
        let copies = (1..CONSOLIDATIONS).map(|n| copied(&palace, scratch.path(), n)).collect::<Result<Vec<_>>>()?;
        Ok(Self { scratch, palace, copies, experiences, keeping, new, known, consolidating: Times::default(), answers: Vec::new() })
    }

    fn consolidate(&mut self, n: usize, now: Moment) -> Result<()> {
        let palace = self.copies.get(n).unwrap_or(&self.palace);
        self.answers.push(self.consolidating.run(|| palace.ask("cycle.consolidate", json!({}), now))?);
        Ok(())
    }

    fn close(mut self, now: Moment) -> Result<Took> {
        let answer = self.answers.pop().unwrap_or_default();
        if let Some(other) = self.answers.iter().find(|other| **other != answer) {
            return Err(format!("the same experiences came to {answer} and to {other}").into());
        }
        let mut again = Times::default();
        again.run(|| self.palace.ask("cycle.consolidate", json!({}), now))?;
        let guarded = guarded::Guarded::run(&self.palace, self.scratch.path(), CYCLES, now)?;
        let Self { experiences, keeping, new, known, consolidating, .. } = self;
        Ok(Took { experiences, keeping, consolidating, again, new, known, guarded, answer })
    }
}

/// The same palace once more: a consolidation is done once, and once says little on a machine that others use too.
fn copied(palace: &Palace, folder: &Path, n: usize) -> Result<Palace> {
    let copy = folder.join(format!("copy{n}.db"));
    for suffix in ["", "-wal"] {
        std::fs::copy(folder.join(format!("{DATABASE}{suffix}")), folder.join(format!("copy{n}.db{suffix}")))?;
    }
    Palace::open(Place::File(copy), &palace.trust())
}

/// Tells experiences of one kind, no two alike.
struct Teller<'v> {
    writer: corpus::Writer<'v>,
    words: Vec<String>,
    told: usize,
}

impl<'v> Teller<'v> {
    fn new(vocabulary: &'v corpus::Vocabulary) -> Self {
        Self { writer: corpus::Writer::new(vocabulary), words: Vec::new(), told: 0 }
    }

    fn sentence(&mut self, now: Moment) -> String {
        while self.words.len() < WORDS {
            let document = self.writer.next(now);
            let text = document.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ");
            self.words.extend(search::text::words(&text));
        }
        let words: Vec<String> = self.words.drain(..WORDS).collect();
        let (subject, rest) = words.split_at(WORDS / 2);
        format!("{} {} {}.", subject.join(" "), if self.told.is_multiple_of(5) { "should" } else { "is" }, rest.join(" "))
    }

    fn tell(&mut self, now: Moment) -> Json {
        self.told += 1;
        let label = |n: usize| format!("label{}", n % LABELS);
        let (one, other) = (label(self.told), label(self.told / LABELS * 7));
        let mut say = || format!("{} {}", self.sentence(now), self.sentence(now));
        json!({
            "type": "effective", "domain": "Tools", "situation": say(), "approach": say(), "outcome": say(), "reasoning": say(),
            "confidence": 0.8, "tags": [one, other],
        })
    }
}

fn pair(times: &Times) -> String {
    format!("{} / {}", ms(times.p50()), ms(times.p95()))
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
fn count(took: &Took) -> f64 {
    took.experiences as f64
}

fn print(options: &Options, sizes: &[Took]) {
    let head = |took: &Took| format!("{} experiences", took.experiences);
    let tell = |name: &str, told: &dyn Fn(&Took) -> String| row(name, &sizes.iter().map(told).collect::<Vec<_>>());
    tell("", &head);
    let rows: [(&str, Figure); 11] = [
        ("keeping a thousand, mean", |took| ms(took.keeping.mean())),
        ("consolidating all, wall, the middle of three", |took| format!("{:.2} s", took.consolidating.p50())),
        ("the same, processor", |took| format!("{:.2} s", took.consolidating.cpu_p50())),
        ("the same, processor, for each experience", |took| format!("{:.1} µs", took.consolidating.cpu_p50() * 1e6 / count(took))),
        ("consolidating again", |took| ms(took.again.p50())),
        ("is it known: no, p50 / p95", |took| pair(&took.new)),
        ("is it known: yes, p50 / p95", |took| pair(&took.known)),
        ("a cycle of seven calls, p50 / p95", |took| pair(&took.guarded.cycle)),
        ("each of the seven, p50, ms", |took| took.guarded.calls.each_ref().map(|call| format!("{:.2}", call.p50() * 1e3)).join(" ")),
        ("ten durable writes (`store`), p50 / p95", |took| pair(&took.guarded.writes)),
        ("ten bare rows, p50 / p95", |took| pair(&took.guarded.bare)),
    ];
    for (name, told) in rows {
        tell(name, &told);
    }
    for took in sizes {
        println!("{}: {}", head(took), took.answer);
    }
    println!("n = {}", options.questions);
    let [_, half, many] = sizes else { return };
    let mut targets = Targets::default();
    targets.at_most("consolidating all, processor", many.consolidating.cpu_p50(), 20.0, " s");
    // Not against a tenth: there few scenes are full yet, and less is put away.
    targets.at_most("twice as many, processor", many.consolidating.cpu_p50() / half.consolidating.cpu_p50(), 2.2, " ×");
    targets.at_most("is it known: no, p50", many.new.p50() * 1e3, 2.0, " ms");
    targets.at_most("is it known: no, p95", many.new.p95() * 1e3, 2.0, " ms");
    targets.at_most("is it known: yes, p95", many.known.p95() * 1e3, 2.0, " ms");
    targets.at_most("seven calls by ten durable writes, p50", many.guarded.cycle.p50() / many.guarded.writes.p50(), 1.0, " ×");
    targets.print();
}
