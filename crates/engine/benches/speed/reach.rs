//! Recall on each database, the same questions in turn, at each size; and how much of a labelled set is found among so many others.
//!
//! Ratios come from rounds that take turns, so that whatever else the machine does falls on both; the lowest and the highest of the
//! rounds say how much noise there was. Not here: the bare work inside of recall, which is SQLite's alone; see `asking`.

use crate::{
    NOW_MS, Options,
    common::{Palace, Result, Scratch, row, targets::Targets},
    corpus, folder,
    keeping::Keeping,
    set::Set,
    store_of::Kept,
    timing::Times,
};
use kernel::time::Moment;
use serde_json::json;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};
use store::Place;

/// Names a running server, as the tests do.
const VARIABLE: &str = "PALACE_TEST_PG";
/// Rounds over the questions: each is asked in each.
const ROUNDS: usize = 3;
/// Questions in a row, before it is the other database's turn.
const IN_A_ROW: usize = 20;
/// How many ask at once.
const AT_ONCE: [usize; 3] = [1, 2, 4];
/// So many are found.
const LIMIT: usize = 10;

/// A database.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    Sqlite,
    Postgres,
}

impl On {
    const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
    const fn word(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// A palace of one size on one database.
struct Filled {
    on: On,
    palace: Palace,
    place: Place,
    questions: Vec<String>,
    /// By round.
    times: Vec<Times>,
}

impl Filled {
    fn all(&self) -> Times {
        let mut all = Times::default();
        for times in &self.times {
            all.take_in(times);
        }
        all
    }
}

/// Percentiles of one size on one database.
struct Measured {
    items: usize,
    on: On,
    p95: f64,
}

/// Measures every size on every database.
pub(crate) fn measure(options: &Options, on: &[On], targets: &mut Targets) -> Result<()> {
    let sets = options.data.iter().map(|folder| Ok(Set::mixed(&[Set::read(folder)?]))).collect::<Result<Vec<Set>>>()?;
    let mut measured: Vec<Measured> = Vec::new();
    for (place, items) in options.items.iter().enumerate() {
        let scratch = Scratch::below(&options.scratch, &format!("speed-bench-{items}"))?;
        let last = place + 1 == options.items.len();
        let sets = if last { &sets[..] } else { &[] };
        let mut filled = on.iter().map(|on| fill(*on, *items, options, scratch.path(), sets)).collect::<Result<Vec<Filled>>>()?;
        ask(&mut filled, options.questions)?;
        print(&filled, *items, targets);
        measured.extend(filled.iter().map(|one| Measured { items: *items, on: one.on, p95: one.all().p95() }));
        at_once(&filled, options.questions)?;
        for set in sets {
            among(&filled, set, *items, options, targets)?;
        }
        if options.home.is_none() {
            filled.iter().try_for_each(drop_schema)?;
        }
    }
    if let (Some(least), Some(most)) = (options.items.first(), options.items.last())
        && least != most
    {
        println!("\nFrom {least} to {most} items");
        let p95 = |on: On, items: usize| measured.iter().find(|one| one.on == on && one.items == items).map_or(f64::NAN, |one| one.p95);
        for on in on {
            let ratio = p95(*on, *most) / p95(*on, *least);
            row(&format!("recall p95 against p95, {}", on.name()), &[format!("{ratio:.2} ×"), "budget 10 ×".into()]);
            targets.at_most(format!("recall p95 at {most} items against {least}, {}", on.name()), ratio, 10.0, " ×");
        }
    }
    Ok(())
}

/// Where a palace of a size lies.
fn place(on: On, home: &Path, kept: bool, items: &str) -> Result<Place> {
    if on == On::Sqlite {
        return Ok(Place::File(home.join("palace.db")));
    }
    let base = std::env::var(VARIABLE).map_err(|_| format!("{VARIABLE} names no server; `cargo xtask pg start` starts one"))?;
    let name = if kept { format!("speed_bench_{items}") } else { format!("speed_bench_{}_{items}", std::process::id()) };
    store::testing::connect(&Place::Database(base.clone()))?.batch(&format!("create schema if not exists {name}"))?;
    let joint = if base.contains('?') { '&' } else { '?' };
    Ok(Place::Database(format!("{base}{joint}options=-csearch_path%3D{name}")))
}

fn drop_schema(filled: &Filled) -> Result<()> {
    if filled.on == On::Sqlite {
        return Ok(());
    }
    let drop = "do $$ begin execute 'drop schema ' || quote_ident(current_schema()) || ' cascade'; end $$";
    Ok(store::testing::connect(&filled.place)?.batch(drop)?)
}

/// A palace of so many items: one that an earlier run left, or a new one. Labelled sets come in when it is half full, so that they are
/// neither the newest nor the oldest.
fn fill(on: On, items: usize, options: &Options, scratch: &Path, sets: &[Set]) -> Result<Filled> {
    let (home, now) = (options.home.as_deref().unwrap_or(scratch).join(format!("{}-{items}", on.word())), Moment::from_millis(NOW_MS));
    fs::create_dir_all(&home)?;
    let place = place(on, &home, options.home.is_some(), &items.to_string())?;
    let wanted = options.questions * 2; // as many to warm up
    if let Ok(questions) = fs::read_to_string(home.join(crate::QUESTIONS)) {
        let trust = serde_json::from_str(&fs::read_to_string(home.join("trust.json"))?)?;
        let palace = Palace::open(place.clone(), &trust)?;
        let questions: Vec<String> = serde_json::from_str(&questions)?;
        if questions.len() < wanted {
            return Err(format!("{} was filled for fewer questions; ask --questions {} at most", home.display(), questions.len() / 2).into());
        }
        if let Some(set) = sets.iter().find(|set| !note(&home, set).exists()) {
            return Err(format!("{} was filled without {}; name another --home", home.display(), set.name).into());
        }
        println!("\n{items} items on {}, kept by an earlier run", on.name());
        return Ok(Filled { on, palace, place, questions, times: Vec::new() });
    }
    let palace = Palace::found(place.clone(), now)?;
    fs::write(home.join("trust.json"), palace.trust().to_string())?;
    let (mut keeping, mut questions) = (Keeping::new(&palace, now), corpus::Questions::new());
    let mut waiting = sets.iter();
    let mut bring = |document: ingest::Document| {
        questions.look(&document);
        keeping.bring(document)?;
        if keeping.expected() * 2 > items
            && let Some(set) = waiting.next()
        {
            Kept::among(&palace, set, "all", &place, false)?;
            fs::write(note(&home, set), "")?;
        }
        // How many pieces a file makes is only guessed before the first were kept.
        if keeping.expected() >= items {
            keeping.finish()?;
        }
        Ok(keeping.kept < items)
    };
    let what = if options.trees.is_empty() {
        let vocabulary = corpus::Vocabulary::of_repository()?;
        let mut writer = corpus::Writer::new(&vocabulary);
        while bring(writer.next(now))? {}
        String::from("synthetic")
    } else {
        match folder::mixed(&options.trees, &mut bring)? {
            0 => String::from("real files"),
            again => format!("real files, all of them once and then again with words changed, {again} times or part of it"),
        }
    };
    keeping.finish()?;
    println!("\n{} items on {}: {what}; {:.0} characters each", keeping.kept, on.name(), keeping.characters_each());
    row("keeping", &["chunks/s", "per CPU s", "µs CPU each"].map(String::from));
    row(&format!("source.keep, {}", on.name()), &keeping.cells());
    settled(on, &place)?;
    let questions = questions.some(wanted);
    fs::write(home.join(crate::QUESTIONS), serde_json::to_string(&questions)?)?;
    Ok(Filled { on, palace, place, questions, times: Vec::new() })
}

/// Says that a palace holds a set.
fn note(home: &Path, set: &Set) -> PathBuf {
    home.join(format!("has-{}", set.name.replace(|c: char| !c.is_ascii_alphanumeric(), "_")))
}

/// After so much was kept at once the server's own tidying would begin some minutes later; it is done now, so that every run finds the same.
fn settled(on: On, place: &Place) -> Result<()> {
    if on == On::Postgres {
        store::testing::connect(place)?.batch("vacuum analyze")?;
    }
    Ok(())
}

fn recall(palace: &Palace, question: &str) -> Result<serde_json::Value> {
    palace.ask("claim.recall", json!({ "query": question, "only": "evidence", "limit": LIMIT }), Moment::from_millis(NOW_MS))
}

/// Asks; the first questions only warm up.
fn ask(filled: &mut [Filled], asked: usize) -> Result<()> {
    for one in filled.iter() {
        one.questions.iter().skip(asked).take(asked).try_for_each(|question| recall(&one.palace, question).map(drop))?;
    }
    for round in 0..ROUNDS {
        for one in filled.iter_mut() {
            one.times.push(Times::default());
        }
        for from in (0..asked).step_by(IN_A_ROW) {
            for one in filled.iter_mut() {
                for question in one.questions.iter().take(asked).skip(from).take(IN_A_ROW) {
                    one.times[round].run(|| recall(&one.palace, question))?;
                }
            }
        }
    }
    Ok(())
}

fn print(filled: &[Filled], items: usize, targets: &mut Targets) {
    let asked = filled.first().map_or(0, |one| one.all().n());
    row(&format!("claim.recall at {items} items, warm, n = {asked}"), &["p50", "p95", "mean", "CPU mean"].map(String::from));
    for one in filled {
        crate::times(one.on.name(), &one.all());
    }
    let [sqlite, postgres] = filled else { return };
    let ratios = |of: fn(&Times) -> f64| -> Vec<f64> { sqlite.times.iter().zip(&postgres.times).map(|(a, b)| of(b) / of(a)).collect() };
    for (name, of) in [("p50", Times::p50 as fn(&Times) -> f64), ("p95", Times::p95)] {
        let (whole, rounds) = (of(&postgres.all()) / of(&sqlite.all()), ratios(of));
        let (least, most) = rounds.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), ratio| (least.min(*ratio), most.max(*ratio)));
        row(&format!("PostgreSQL against SQLite, {name}, and by round"), &[format!("{whole:.2} ×"), format!("{least:.2} ×"), format!("{most:.2} ×")]);
        if name == "p50" {
            targets.at_most(format!("recall on PostgreSQL against SQLite, {items} items, p50"), whole, 2.0, " ×");
        }
    }
}

/// The same questions from several threads at once.
fn at_once(filled: &[Filled], asked: usize) -> Result<()> {
    row("asked at once, questions a second", &AT_ONCE.map(|threads| format!("{threads} at once")));
    for one in filled {
        let questions = &one.questions[..asked.min(one.questions.len())];
        let rates = AT_ONCE.map(|threads| -> Result<String> {
            let started = Instant::now();
            std::thread::scope(|scope| {
                let share = questions.len().div_ceil(threads);
                let asking: Vec<_> = questions
                    .chunks(share)
                    .map(|some| scope.spawn(move || some.iter().try_for_each(|q| recall(&one.palace, q).map(drop)).map_err(|e| e.to_string())))
                    .collect();
                asking.into_iter().try_for_each(|thread| thread.join().map_err(|_| String::from("a thread that asked panicked"))?)
            })?;
            #[expect(clippy::cast_precision_loss, reason = "hundreds of questions")]
            let rate = questions.len() as f64 / started.elapsed().as_secs_f64();
            Ok(format!("{rate:.0}"))
        });
        row(one.on.name(), &rates.into_iter().collect::<Result<Vec<String>>>()?);
    }
    Ok(())
}

/// How much of a labelled set is found by itself, and among all else.
fn among(filled: &[Filled], set: &Set, items: usize, options: &Options, targets: &mut Targets) -> Result<()> {
    println!("\n{}: {} documents, {} questions, by themselves and among {items} items", set.name, set.documents.len(), set.questions.len());
    row("R@10", &["alone", "among", "difference"].map(String::from));
    for one in filled {
        let folder = Scratch::below(&options.scratch, &format!("speed-bench-alone-{}", one.on.word()))?;
        let alone_at = place(one.on, folder.path(), false, "alone")?;
        let kept = Kept::keep(set, "all", &alone_at)?;
        let (alone, alone_steps) = (found(set, &kept)?, steps(set, &kept)?);
        drop(kept);
        if one.on == On::Postgres {
            let schema = format!("drop schema speed_bench_{}_alone cascade", std::process::id());
            store::testing::connect(&alone_at)?.batch(&schema)?;
        }
        let kept = Kept::among(&one.palace, set, "all", &one.place, true)?;
        let (here, here_steps) = (found(set, &kept)?, steps(set, &kept)?);
        row(one.on.name(), &[alone, here, here - alone].map(|share| format!("{:.1}", share * 100.0)));
        for (name, alone, here) in STEPS.iter().zip(alone_steps).zip(here_steps).map(|((name, alone), here)| (name, alone, here)) {
            row(&format!("  questions with an answer {name}"), &[alone, here, here - alone].map(|share| format!("{:.1}", share * 100.0)));
        }
        targets.at_most(format!("R@10 of {} lost among {items} items, {}", set.name, one.on.name()), (alone - here) * 100.0, 1.0, "");
    }
    Ok(())
}

/// The steps at which an answer may be lost.
const STEPS: [&str; 3] = ["among those found by words", "among those found by meaning", "among those judged"];

/// The share of questions with an answer that is still there at each step.
#[expect(clippy::cast_precision_loss, reason = "thousands of questions")]
fn steps(set: &Set, kept: &Kept<'_>) -> Result<[f64; 3]> {
    let mut counts = [0_usize; 3];
    for question in &set.questions {
        let gold: BTreeSet<usize> = question.gold.iter().filter_map(|id| set.place(&question.group, id)).collect();
        for (count, there) in counts.iter_mut().zip(kept.steps(question, &gold, LIMIT)?) {
            *count += usize::from(there);
        }
    }
    Ok(counts.map(|count| count as f64 / set.questions.len().max(1) as f64))
}

/// The share of what answers that is among the first ten, over all questions.
#[expect(clippy::cast_precision_loss, reason = "thousands of questions")]
fn found(set: &Set, kept: &Kept<'_>) -> Result<f64> {
    let mut sum = 0.0;
    for question in &set.questions {
        let gold: BTreeSet<usize> = question.gold.iter().filter_map(|id| set.place(&question.group, id)).collect();
        let ranked = kept.ask(question, LIMIT)?;
        sum +=
            ranked.iter().take(LIMIT).filter(|n| gold.contains(n)).count() as f64 / question.gold.iter().collect::<BTreeSet<_>>().len().max(1) as f64;
    }
    Ok(sum / set.questions.len().max(1) as f64)
}
