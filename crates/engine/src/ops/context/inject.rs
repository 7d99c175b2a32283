//! What to know before a file is opened, most pressing first, within a budget: the context a client puts before a model by itself.
//!
//! Each thing has a priority, by rule: how near it holds, how sure it is, how new. A budget counts characters; tokens are never
//! guessed (`docs/decisions/0015-a-budget-is-characters.md`). Not here: evidence. `context.assemble` finds what was seen.

use super::yes;
use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    governance::claim_state::sure,
    ops::{
        claim::{CONTENT_CHARS_MAX, held},
        postmortem,
    },
};
use kernel::{
    claim::Kind,
    effect::Read,
    scope::{ProjectPath, Scope, ScopeKind},
    time::{DAY_MS, Moment},
    work::PostmortemStatus,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Characters, when nobody asks for another number.
const CHARS_DEFAULT: usize = 8_000;
/// Claims of each kind that are looked at.
const LOOKED_AT: i64 = 200;
/// Learnings less sure than this are left out, in hundredths.
const CONFIDENCE_MIN: u8 = 50;

/// Tells what to know about a file.
#[derive(Debug)]
pub struct Inject;

/// About which file, and how much.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// File within the project
    #[serde(alias = "file_path", alias = "filePath", alias = "path")]
    pub file: String,
    /// Most characters (8000 if left out)
    #[serde(default, alias = "max_chars")]
    pub max_chars: Option<u32>,
    /// Most tokens; read as bytes, because no text has more tokens than bytes
    #[serde(default, alias = "max_tokens")]
    pub max_tokens: Option<u32>,
    /// With learnings (yes if left out)
    #[serde(default = "yes", alias = "include_learnings")]
    pub include_learnings: bool,
    /// With decisions (yes if left out)
    #[serde(default = "yes", alias = "include_decisions")]
    pub include_decisions: bool,
    /// With what went wrong and still can (yes if left out)
    #[serde(default = "yes", alias = "include_failures")]
    pub include_failures: bool,
}

/// What to know.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The file
    pub path: String,
    /// What to read
    pub text: String,
    /// What is in it, most pressing first
    pub items: Vec<Item>,
    /// How many more there were no room for
    pub omitted: usize,
}

/// Something to know.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Item {
    /// The claim or postmortem
    pub id: String,
    /// learning, decision or failure
    pub kind: &'static str,
    /// What it says
    pub content: String,
    /// Where it holds
    pub scope: ScopeKind,
    /// How pressing it is
    pub priority: f64,
}

/// Something that may be told, before the budget.
struct Candidate {
    item: Item,
    thousandths: u32,
    at: Moment,
}

impl Operation for Inject {
    const SPEC: Spec =
        Spec::new("context.inject", "Tell what to know about a file before opening it: learnings, decisions and failures, within a budget")
            .http(Method::Get, "/v1/context/inject")
            .positional(&["file"])
            .also(&[(Dialect::Palace, "context_auto_inject")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let path = ProjectPath::parse(&input.file)?;
        let mut found = Vec::new();
        for (kind, wanted) in [(Kind::Learning, input.include_learnings), (Kind::Decision, input.include_decisions)] {
            if wanted {
                believed(cx, kind, &Scope::File(path.clone()), &mut found)?;
            }
        }
        if input.include_failures {
            failures(cx, &path, &mut found)?;
        }
        // Ties: the newest, then by id, so that two runs tell the same.
        found.sort_by(|a, b| b.thousandths.cmp(&a.thousandths).then(b.at.cmp(&a.at)).then_with(|| a.item.id.cmp(&b.item.id)));
        let chars = input.max_chars.map_or(CHARS_DEFAULT, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let bytes = input.max_tokens.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let total = found.len();
        let mut kept: Vec<Item> = Vec::new();
        for candidate in found {
            kept.push(candidate.item);
            let text = told(path.as_str(), &kept);
            if text.chars().count() > chars || text.len() > bytes {
                kept.pop(); // a shorter one may follow
            }
        }
        let text = if kept.is_empty() { String::new() } else { told(path.as_str(), &kept) };
        Ok(Output { path: path.as_str().to_owned(), text, omitted: total - kept.len(), items: kept })
    }
}

/// What holds where the file is.
fn believed(cx: &mut Look<'_>, kind: Kind, scope: &Scope, found: &mut Vec<Candidate>) -> Result<(), Error> {
    let (house, now) = (cx.house, cx.call.now);
    let claims = held(cx, kind, Some(scope), None, LOOKED_AT)?;
    for (claim, sure) in claims.iter().zip(sure(cx, house, &claims)?) {
        let sure = sure.points();
        if kind == Kind::Learning && sure < CONFIDENCE_MIN {
            continue;
        }
        let thousandths = nearness(claim.draft.scope) + u32::from(sure) * 3 + newness(now, claim.created_at);
        let content = search::bound(claim.draft.content.as_str(), CONTENT_CHARS_MAX).0;
        found.push(candidate(claim.id.as_str(), kind.name(), content, claim.draft.scope, thousandths, claim.created_at));
    }
    Ok(())
}

/// What went wrong in the file or in its room, and still can.
fn failures(cx: &mut Look<'_>, path: &ProjectPath, found: &mut Vec<Candidate>) -> Result<(), Error> {
    let (house, now, project) = (cx.house, cx.call.now, cx.call.anchor.project());
    let room = cx.call.floorplan.room_of(path);
    for judged in postmortem::judged(cx, house, &project)?.into_iter().filter(|j| j.status != PostmortemStatus::Resolved) {
        let p = judged.postmortem;
        let scope = if p.files.iter().any(|file| file == path.as_str()) {
            ScopeKind::File
        } else if room.as_ref().is_some_and(|(room, _)| p.files.iter().any(|file| cx.call.floorplan.is_in(file, room))) {
            ScopeKind::Room
        } else {
            continue;
        };
        let steps = if p.prevention.is_empty() { String::new() } else { format!(" Prevention: {}", p.prevention.join("; ")) };
        let content = search::bound(&format!("{} ({}): {}{steps}", p.title, p.severity.name(), p.what_happened), CONTENT_CHARS_MAX).0;
        found.push(candidate(p.id.as_str(), "failure", content, scope, nearness(scope) + newness(now, p.created_at), p.created_at));
    }
    Ok(())
}

fn candidate(id: &str, kind: &'static str, content: String, scope: ScopeKind, thousandths: u32, at: Moment) -> Candidate {
    let item = Item { id: id.to_owned(), kind, content, scope, priority: f64::from(thousandths) / 1_000.0 };
    Candidate { item, thousandths, at }
}

/// How much nearness counts, in thousandths.
const fn nearness(scope: ScopeKind) -> u32 {
    match scope {
        ScopeKind::File => 1_000,
        ScopeKind::Room => 700,
        ScopeKind::Palace => 500,
    }
}

/// How much newness counts, in thousandths.
fn newness(now: Moment, at: Moment) -> u32 {
    match (now.millis() - at.millis()).div_euclid(DAY_MS) {
        ..7 => 200,
        7..30 => 100,
        30.. => 0,
    }
}

/// The text: a heading for each kind that has something, what is most pressing first below it.
fn told(path: &str, items: &[Item]) -> String {
    let mut text = format!("# Context for File {path}\n");
    for (kind, title) in [("learning", "Learnings"), ("decision", "Decisions"), ("failure", "Failures")] {
        let mut of_kind = items.iter().filter(|item| item.kind == kind).peekable();
        if of_kind.peek().is_some() {
            let _ = write!(text, "\n## {title}\n");
        }
        for item in of_kind {
            let _ = writeln!(text, "- [{}] {}", item.id, item.content);
        }
    }
    text
}
