//! What to know before a task: the beliefs that speak of it, the files and symbols it will touch, how those fared, and what to
//! beware of. Every part is found by rule.
//!
//! Not here: what was merely seen. `context.assemble` packs evidence; this is the map of the working tree beside the beliefs.

use super::yes;
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    code::{Asked, explore, files, here, resolved, tree},
    ops::{
        claim::{CONTENT_CHARS_MAX, Item, held},
        code::{looks_like_a_test, search::Found},
        limit, postmortem,
    },
};
use kernel::{
    claim::{Kind, Relation},
    effect::Read,
    text::Query,
    work::PostmortemStatus,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use store::{CodeWhere, FileCounts};

/// Files whose imports and history are told.
const FILES_TOLD: usize = 5;
/// Warnings in one answer.
const WARNINGS_MAX: usize = 10;

/// Tells what to know before a task.
#[derive(Debug)]
pub struct Task;

/// Which task.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What you are about to do
    pub task: Query,
    /// Most items of each kind (20 if left out)
    #[serde(default)]
    pub limit: Option<u32>,
    /// Most characters of the whole answer; no bound if left out
    #[serde(default, alias = "max_chars")]
    pub max_chars: Option<u32>,
    /// Most tokens; read as bytes, because no text has more tokens than bytes
    #[serde(default, alias = "max_tokens")]
    pub max_tokens: Option<u32>,
    /// With test files
    #[serde(default, alias = "include_tests")]
    pub include_tests: bool,
    /// With learnings (yes if left out)
    #[serde(default = "yes", alias = "include_learnings")]
    pub include_learnings: bool,
    /// With what sessions did to the files (yes if left out)
    #[serde(default = "yes", alias = "include_file_intel", alias = "includeFileIntelligence")]
    pub include_file_intel: bool,
    /// With ideas (yes if left out)
    #[serde(default = "yes", alias = "include_ideas")]
    pub include_ideas: bool,
    /// With decisions (yes if left out)
    #[serde(default = "yes", alias = "include_decisions")]
    pub include_decisions: bool,
}

/// What to know.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Learnings that speak of it, with their links
    pub learnings: Vec<Item>,
    /// Ideas that speak of it
    pub ideas: Vec<Item>,
    /// Decisions that speak of it
    pub decisions: Vec<Item>,
    /// Symbols and the lines to look at, best first
    pub symbols: Vec<Found>,
    /// Files, best first
    pub files: Vec<String>,
    /// What sessions did to the first of them
    pub file_intelligence: Vec<Fared>,
    /// What the first of them import, within the tree
    pub imports: Vec<Edge>,
    /// What to beware of
    pub warnings: Vec<String>,
    /// Whether something was left out to keep the bound
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shortened: bool,
}

/// How a file fared.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Fared {
    /// The file
    pub path: String,
    /// How often sessions read it
    pub reads: i64,
    /// How often they changed it
    pub edits: i64,
    /// How many of the changes failed
    pub failures: i64,
}

/// One file imports another.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Edge {
    /// The file that imports
    pub from: String,
    /// The file that it means
    pub to: String,
}

impl Operation for Task {
    const SPEC: Spec = Spec::new("context.task", "Tell what to know before a task: beliefs, symbols, files, how they fared, what to beware of")
        .http(Method::Get, "/v1/context/task")
        .positional(&["task"])
        .also(&[(Dialect::Palace, "explore_context")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let bound = |asked: Option<u32>| asked.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let (chars, bytes) = (bound(input.max_chars), bound(input.max_tokens));
        let mut most = limit(input.limit, 20);
        let mut told = gathered(cx, &input, most)?;
        // Fewer of each, until the whole fits: no part is cut in the middle, and none crowds out the others.
        while most > 1 && !fits(&told, chars, bytes)? {
            most /= 2;
            told = Output { shortened: true, ..gathered(cx, &input, most)? };
        }
        Ok(if fits(&told, chars, bytes)? { told } else { Output { shortened: true, ..Output::default() } })
    }
}

fn fits(told: &Output, chars: usize, bytes: usize) -> Result<bool, Error> {
    let text = crate::call::operation::to_json(told)?.to_string();
    Ok(text.len() <= bytes && text.chars().count() <= chars)
}

fn gathered(cx: &mut Look<'_>, input: &Input, most: i64) -> Result<Output, Error> {
    // All the words of a task ask; those that say nothing would make everything match.
    let words = crate::memory::keywords(input.task.as_str()).join(" ");
    let mut told = Output::default();
    for (kind, wanted, part) in [
        (Kind::Learning, input.include_learnings, &mut told.learnings),
        (Kind::Idea, input.include_ideas, &mut told.ideas),
        (Kind::Decision, input.include_decisions, &mut told.decisions),
    ] {
        if wanted && !words.is_empty() {
            let claims = held(cx, kind, None, Some(&words), most)?;
            *part = Item::all(cx, claims, CONTENT_CHARS_MAX)?;
        }
    }
    let anchor = cx.call.anchor.clone();
    let among = here(cx, &anchor, "")?;
    let asked = Asked { query: input.task.as_str(), room: "", fuzzy: false, limit: usize::try_from(most).unwrap_or(1) };
    for hit in explore(cx, &among, &asked)? {
        let found = Found::from(hit);
        if !input.include_tests && looks_like_a_test(&found.path) {
            continue;
        }
        if !told.files.contains(&found.path) {
            told.files.push(found.path.clone());
        }
        if !found.symbol.is_empty() {
            told.symbols.push(found);
        }
    }
    let nearest: Vec<String> = told.files.iter().take(FILES_TOLD).cloned().collect();
    told.imports = imports(cx, &among, &nearest, usize::try_from(most).unwrap_or(1))?;
    if input.include_file_intel {
        told.file_intelligence = fared(cx, &nearest)?;
    }
    told.warnings = warnings(cx, &told)?;
    Ok(told)
}

fn imports(cx: &mut Look<'_>, among: &CodeWhere, paths: &[String], most: usize) -> Result<Vec<Edge>, Error> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let whole = tree(cx, among)?;
    let mut places = Vec::new();
    for path in paths {
        places.extend(cx.code_at(among, path)?);
    }
    let mut edges = BTreeSet::new();
    for file in files(cx, places)? {
        let from = file.path().to_owned();
        edges.extend(resolved(&whole, &file).into_iter().flat_map(|(_, _, meant)| meant).filter(|to| *to != from).map(|to| (from.clone(), to)));
    }
    Ok(edges.into_iter().take(most).map(|(from, to)| Edge { from, to }).collect())
}

fn fared(cx: &mut Look<'_>, paths: &[String]) -> Result<Vec<Fared>, Error> {
    let project = cx.call.anchor.project();
    let mut all = Vec::new();
    for path in paths {
        let FileCounts { reads, edits, failed, .. } = cx.file_counts(path, &project)?;
        if reads + edits > 0 {
            all.push(Fared { path: path.clone(), reads, edits, failures: failed });
        }
    }
    Ok(all)
}

/// What speaks against going on without a look: beliefs that contradict, files that changed, what went wrong there before.
fn warnings(cx: &mut Look<'_>, told: &Output) -> Result<Vec<String>, Error> {
    let mut warnings = BTreeSet::new();
    for item in told.decisions.iter().chain(&told.learnings).chain(&told.ideas) {
        for tie in item.links.iter().filter(|tie| tie.relation == Relation::Contradicts.name()) {
            warnings.insert(format!("{} contradicts {}", tie.source_id, tie.target_id));
        }
    }
    for found in told.symbols.iter().filter(|found| found.stale) {
        warnings.insert(format!("{} changed since it was read", found.path));
    }
    let (house, project) = (cx.house, cx.call.anchor.project());
    for judged in postmortem::judged(cx, house, &project)?.into_iter().filter(|j| j.status != PostmortemStatus::Resolved) {
        let p = judged.postmortem;
        if let Some(file) = p.files.iter().find(|file| told.files.contains(file)) {
            warnings.insert(format!("{} went wrong before: {} ({})", file, p.title, p.id));
        }
    }
    Ok(warnings.into_iter().take(WARNINGS_MAX).collect())
}
