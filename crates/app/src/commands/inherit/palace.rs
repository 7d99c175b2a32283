//! An ancestor's palace comes in whole: its rows as evidence and candidates, and what it called promoted for one review.
//!
//! Only what is not here yet is written, batch by batch, each whole or not at all; so it can be run again after whatever
//! stopped it. Not here: reading its tables, and deciding what is believed.

use super::super::{Context, progress::bar};
use super::summary::Summary;
use crate::{
    cli::{Format, print, sealed_call},
    desk::Desk,
    worktree::{
        ancestor::{LOG, Places, UNPLACED, beside},
        anchor::Surveyor,
        tables::Opened,
    },
};
use engine::ops::{
    ancestor::{Rows, knowledge_id, unfit_adoption, unfit_fact},
    knowledge::inherit::waiting,
};
use indicatif::ProgressBar;
use ingest::{
    Document,
    ancestor::{self, Ancestor, Drawer, Knowledge},
};
use kernel::{
    anchor::Anchor,
    claim::Form,
    id::KnowledgeId,
    refusal::{Code, Refusal},
};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    process::ExitCode,
};

/// A batch is as large as this, about.
const BATCH_ROWS: usize = 500;
const BATCH_BYTES: usize = 4 << 20;
/// As many as one seal covers.
const REVIEW_MAX: usize = 10_000;

/// What was asked for.
pub(super) struct Options {
    pub(super) dry_run: bool,
    /// Where what belonged nowhere goes: an anchor, or a folder.
    pub(super) anchor: Option<String>,
}

/// Brings a palace in.
pub(super) fn run(context: &Context, desk: Desk, file: &str, mut tables: Opened, options: &Options) -> Result<ExitCode, Refusal> {
    let cannot = |why: String| {
        let what = format!("{file} cannot be read as an ancestor's palace: {why}");
        Code::InputInvalid.refuse(file, what).next("Give a palace.db of a version that is known here, or leave it as it is")
    };
    ancestor::version(&mut tables).map_err(cannot)?;
    let unplaced = unplaced(&desk, options.anchor.as_deref())?;
    let mut bringer = Bringer {
        desk,
        is_trial: options.dry_run,
        places: Places::new(unplaced),
        batches: BTreeMap::new(),
        belongs: HashMap::new(),
        summary: Summary::default(),
        fault: None,
        bar: bar("rows"),
    };
    let mut found = ancestor::read(&mut tables, &mut |drawer| bringer.drawer(drawer)).map_err(cannot)?;
    let files = beside(Path::new(file));
    let logged = files.iter().filter(|file| file.title == LOG).flat_map(|file| ancestor::audit(&file.parts[0].text));
    let mut drawers: HashMap<String, &mut Knowledge> = HashMap::new();
    drawers.extend(found.knowledge.iter_mut().filter(|known| known.form == Form::Drawer).map(|known| (known.id.clone(), known)));
    for (drawer, event) in logged {
        if let Some(known) = drawers.get_mut(&drawer) {
            known.events.push(event);
        }
    }
    bringer.summary.found(&found);
    let claimed = bringer.rest(found)?;
    bringer.files(files)?;
    if !options.dry_run {
        bringer.review(&claimed)?;
    }
    bringer.bar.finish_and_clear();
    let summary = bringer.summary;
    print(&if context.format == Format::Json { format!("{}\n", summary.json(options.dry_run)) } else { summary.text(options.dry_run) });
    Ok(ExitCode::SUCCESS)
}

/// Where what belonged nowhere there goes: a project of its own that nobody stands in, unless somebody names one.
fn unplaced(desk: &Desk, asked: Option<&str>) -> Result<Anchor, Refusal> {
    let Some(asked) = asked else { return Ok(Anchor::parse(UNPLACED).unwrap_or_else(|_| Anchor::of_name(UNPLACED))) };
    let named = Anchor::parse(asked).ok().or_else(|| {
        let dir = Path::new(asked).canonicalize().ok()?;
        Some(Surveyor::new(&desk.home, &desk.engine).anchor(&dir))
    });
    match named {
        Some(anchor) if anchor != Anchor::Global => Ok(anchor),
        Some(_) | None => Err(Code::InputInvalid
            .refuse("--anchor", format!("`{asked}` is no project: neither an anchor like `repo://1f0c…` nor a folder that belongs to one"))
            .next("Name a repository's folder, or leave it out")),
    }
}

struct Bringer {
    desk: Desk,
    is_trial: bool,
    places: Places,
    batches: BTreeMap<Anchor, (Rows, usize)>,
    /// Where drawers and cards belong that belong somewhere, for what names them.
    belongs: HashMap<String, Anchor>,
    summary: Summary,
    /// What went wrong while the file was read.
    fault: Option<Refusal>,
    bar: ProgressBar,
}

impl Bringer {
    fn anchor(&mut self, place: &ancestor::Place, domain: kernel::claim::Domain) -> Anchor {
        let mut surveyor = Surveyor::new(&self.desk.home, &self.desk.engine).trial(self.is_trial);
        self.places.anchor(&mut surveyor, place, domain)
    }

    fn drawer(&mut self, drawer: Drawer) {
        if self.fault.is_some() {
            return;
        }
        if ingest::clean(&drawer.content).trim().is_empty() {
            return self.summary.leave_out(format!("{}: it has no words", drawer.id));
        }
        let anchor = self.anchor(&drawer.place, drawer.domain);
        if anchor != *self.places.unplaced() {
            self.belongs.insert(drawer.id.clone(), anchor.clone());
        }
        let bytes = drawer.content.len() + 512;
        self.fault = self.add(anchor, bytes, |rows| rows.drawers.push(drawer)).err();
    }

    /// Brings everything but the evidence, and answers what the file called promoted.
    fn rest(&mut self, found: Ancestor) -> Result<Vec<KnowledgeId>, Refusal> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        self.flush()?; // knowledge rests on evidence that is here
        let is_claimed = |known: &&Knowledge| known.status.is_active() && known.deleted_at.is_none();
        let claimed = found.knowledge.iter().filter(is_claimed).map(|known| knowledge_id(known.form, &known.id)).collect();
        // A card says which drawer it was made from, so the drawers are first.
        let (drawers, cards): (Vec<Knowledge>, Vec<Knowledge>) = found.knowledge.into_iter().partition(|known| known.form == Form::Drawer);
        self.knowledge(drawers)?;
        self.flush()?;
        self.knowledge(cards)?;
        for fact in found.facts {
            match unfit_fact(&fact) {
                Some(why) => self.summary.leave_out(format!("{}: {why}", fact.id)),
                None => self.add(self.of(&fact.source_drawer), 512, |rows| rows.facts.push(fact))?,
            }
        }
        for adoption in found.adoptions {
            match unfit_adoption(&adoption) {
                Some(why) => self.summary.leave_out(format!("{}: {why}", adoption.id)),
                None => self.add(self.of(&adoption.card_id), 1_024, |rows| rows.adoptions.push(adoption))?,
            }
        }
        for tunnel in found.tunnels {
            self.add(self.of(""), 512, |rows| rows.tunnels.push(tunnel))?;
        }
        for signpost in found.signposts {
            self.add(self.of(""), 512, |rows| rows.signposts.push(signpost))?;
        }
        self.flush()?;
        Ok(claimed)
    }

    fn knowledge(&mut self, all: Vec<Knowledge>) -> Result<(), Refusal> {
        for known in all {
            if [&known.statement, &known.content].iter().all(|words| ingest::clean(words).trim().is_empty()) {
                self.summary.leave_out(format!("{}: it has no words", known.id));
                continue;
            }
            let anchor = self.anchor(&known.place, known.domain);
            self.belongs.insert(known.id.clone(), anchor.clone());
            self.add(anchor, known.content.len() + 1_024, |rows| rows.knowledge.push(known))?;
        }
        Ok(())
    }

    /// Where something belongs that names a drawer or a card.
    fn of(&self, named: &str) -> Anchor {
        self.belongs.get(named).unwrap_or(self.places.unplaced()).clone()
    }

    fn add(&mut self, anchor: Anchor, bytes: usize, put: impl FnOnce(&mut Rows)) -> Result<(), Refusal> {
        self.bar.inc_length(1);
        let (rows, size) = self.batches.entry(anchor.clone()).or_default();
        put(rows);
        *size += bytes;
        if rows.len() < BATCH_ROWS && *size < BATCH_BYTES {
            return Ok(());
        }
        let (rows, _) = std::mem::take(self.batches.entry(anchor.clone()).or_default());
        self.write(&anchor, rows)
    }

    fn flush(&mut self) -> Result<(), Refusal> {
        for (anchor, (rows, _)) in std::mem::take(&mut self.batches) {
            self.write(&anchor, rows)?;
        }
        Ok(())
    }

    fn write(&mut self, anchor: &Anchor, rows: Rows) -> Result<(), Refusal> {
        let all = rows.len() as u64;
        let fresh = self.desk.engine.look(|_, view| rows.fresh(view)).map_err(engine::Error::into_refusal)?;
        if self.is_trial {
            self.summary.would(&fresh);
        } else if !fresh.is_empty() {
            self.desk.stand_at(anchor.clone());
            let input = serde_json::to_value(&fresh).map_err(|e| Code::Internal.refuse("rows", e.to_string()))?;
            let answer = self.desk.ask("ancestor.keep", input)?;
            self.summary.came(&answer.get().result);
        }
        self.bar.inc(all);
        Ok(())
    }

    /// Keeps what lies beside the database, where it is not known as it is.
    fn files(&mut self, files: Vec<Document>) -> Result<(), Refusal> {
        self.desk.stand_at(self.places.unplaced().clone());
        self.summary.tally("files").found += files.len();
        let mut seen = Vec::new();
        for file in &files {
            let digest = engine::ops::source::digest(file).map_err(engine::Error::into_refusal)?;
            seen.push(json!({ "path": file.path, "digest": digest }));
        }
        if files.is_empty() {
            return Ok(());
        }
        let answer = self.desk.ask("source.check", json!({ "seen": seen }))?;
        let changed: Vec<&str> = answer.get().result["changed"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let fresh: Vec<Document> = files.into_iter().filter(|file| changed.contains(&file.path.as_str())).collect();
        self.summary.tally("files").came += fresh.len();
        if !self.is_trial && !fresh.is_empty() {
            let answer = self.desk.ask("source.keep", json!({ "documents": fresh }))?;
            self.summary.redacted(&answer.get().result);
        }
        Ok(())
    }

    /// Shows what the file called promoted, for one seal.
    fn review(&mut self, claimed: &[KnowledgeId]) -> Result<(), Refusal> {
        let ids = self.desk.engine.look(|_, view| waiting(view, claimed)).map_err(engine::Error::into_refusal)?;
        self.bar.finish_and_clear(); // a person is asked
        for some in ids.chunks(REVIEW_MAX) {
            let answer = sealed_call(&self.desk, "knowledge.inherit", json!({ "ids": some }))?;
            self.summary.reviewed(&answer.get().result);
        }
        Ok(())
    }
}
