//! Compose a briefing for a file, a room, a task or the whole workspace: what holds there, what went wrong and still can, who
//! works, what waits. The same palace gives the same words.
//!
//! Not here: a language model. What is told is what is there, cut to fit; nothing is rephrased.

use crate::{
    Dialect, Error, Look, Method, Operation, Spec,
    ops::{
        claim::{CONTENT_CHARS_MAX, held},
        postmortem::{self, Judged},
    },
};
use kernel::{
    claim::{Claim, Kind},
    effect::Read,
    floorplan::Floorplan,
    refusal::Code,
    scope::{ProjectPath, Scope, ScopeKind},
    text::Query,
    work::PostmortemStatus,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use store::{Session, SessionFilter};

/// Characters, when nobody asks for another number.
const CHARS_DEFAULT: usize = 4_000;
/// The most a briefing may have.
const CHARS_MAX: usize = 100_000;
/// The most its first line may have.
const TITLE_CHARS_MAX: usize = 200;

/// Composes a briefing.
#[derive(Debug)]
pub struct Compose;

/// About what, and how.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What it is about (workspace if left out)
    #[serde(default)]
    pub context: Option<About>,
    /// File path, room name, or the task in words
    #[serde(default, alias = "context_path")]
    pub context_path: Option<String>,
    /// How it is told (summary if left out)
    #[serde(default)]
    pub style: Option<Style>,
    /// Most characters (4000 if left out)
    #[serde(default, alias = "max_chars")]
    pub max_chars: Option<u32>,
}

/// What a briefing is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum About {
    /// One file
    File,
    /// One room
    Room,
    /// Something to be done
    Task,
    /// Everything
    Workspace,
}

/// How a briefing is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Style {
    /// A few lines of each
    Summary,
    /// Everything, with reasons
    Detailed,
    /// What to do and what to mind
    Actionable,
}

/// The briefing.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// What to read
    pub text: String,
    /// The same, part by part
    pub sections: Vec<Section>,
    /// How many lines there was no room for
    pub omitted: usize,
}

/// One part of a briefing.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Section {
    /// What it tells
    pub title: &'static str,
    /// Line by line, each with the id of what it is about
    pub lines: Vec<String>,
}

impl Operation for Compose {
    const SPEC: Spec = Spec::new(
        "briefing.compose",
        "Compose a briefing for a file, room, task or the workspace: what holds, what went wrong, who works, what waits",
    )
    .http(Method::Get, "/v1/briefing")
    .positional(&["contextPath"])
    .also(&[(Dialect::Palace, "briefing_smart")]);
    type Effect = Read;
    type Input = Input;
    type Output = Output;

    fn run(cx: &mut Look<'_>, input: Input) -> Result<Output, Error> {
        let style = input.style.unwrap_or(Style::Summary);
        let topic = Topic::read(input.context.unwrap_or(About::Workspace), input.context_path.as_deref())?;
        let sections = sections(cx, &topic, style)?;
        let chars = input.max_chars.map_or(CHARS_DEFAULT, |n| usize::try_from(n).unwrap_or(CHARS_MAX)).min(CHARS_MAX);
        Ok(fit(&topic.title, sections, chars))
    }
}

/// What a briefing is about, read.
struct Topic {
    title: String,
    scope: Scope,
    words: Option<String>,
}

impl Topic {
    fn read(about: About, path: Option<&str>) -> Result<Self, Error> {
        let path = path.map(str::trim).filter(|path| !path.is_empty());
        let needed = |name: &str| {
            path.ok_or_else(|| {
                Code::InputInvalid
                    .refuse("contextPath", format!("contextPath is required when context is '{name}'"))
                    .next(format!("Name the {name} in contextPath, or use context 'workspace'"))
            })
        };
        Ok(match about {
            About::File => {
                let path = ProjectPath::parse(needed("file")?)?;
                Self { title: format!("Briefing on {}", path.as_str()), scope: Scope::File(path), words: None }
            }
            About::Room => {
                let scope = Scope::parse(ScopeKind::Room, Some(needed("room")?))?;
                Self { title: format!("Briefing on the room {}", scope.path()), scope, words: None }
            }
            About::Task => {
                let words = Query::parse(needed("task")?).map_err(|e| Code::InputInvalid.refuse("contextPath", e.to_string()))?;
                Self { title: format!("Briefing on the task: {words}"), scope: Scope::Palace, words: Some(telling(words.as_str())) }
            }
            About::Workspace => Self { title: "Briefing on the workspace".into(), scope: Scope::Palace, words: None },
        })
    }

    /// Whether a postmortem is about this.
    fn touches(&self, plan: &Floorplan, files: &[String]) -> bool {
        match &self.scope {
            Scope::File(path) => files.iter().any(|file| file == path.as_str()),
            Scope::Room(name) => files.iter().any(|file| plan.is_in(file, name)),
            Scope::Palace => true,
        }
    }
}

/// The words of a task that tell anything, or all of them if none does.
fn telling(task: &str) -> String {
    let words: Vec<&str> = task.split_whitespace().filter(|word| !search::text::is_stop(&word.to_lowercase())).collect();
    if words.is_empty() { task.to_owned() } else { words.join(" ") }
}

/// How much of each part a style tells: lines, and characters of each.
const fn measure(style: Style) -> (usize, usize) {
    match style {
        Style::Summary => (3, 140),
        Style::Actionable => (5, 240),
        Style::Detailed => (20, CONTENT_CHARS_MAX),
    }
}

fn sections(cx: &mut Look<'_>, topic: &Topic, style: Style) -> Result<Vec<Section>, Error> {
    let (most, chars) = measure(style);
    let limit = i64::try_from(most).unwrap_or(i64::MAX);
    let (house, now, project) = (cx.house, cx.call.now, cx.call.anchor.project());
    let cut = |text: &str| search::bound(&text.split_whitespace().collect::<Vec<_>>().join(" "), chars).0;
    let mut failures: Vec<Judged> = postmortem::judged(cx, house, &project)?;
    failures.retain(|j| j.status != PostmortemStatus::Resolved && topic.touches(&cx.call.floorplan, &j.postmortem.files));
    failures.sort_by_key(|j| std::cmp::Reverse(j.postmortem.severity)); // newest first among equals
    failures.truncate(most);
    let claim = |claim: Claim| {
        let why = claim.draft.rationale.filter(|_| style == Style::Detailed).map_or_else(String::new, |r| format!(" Because: {}", cut(r.as_str())));
        format!("[{}] {}{why}", claim.id, cut(claim.draft.content.as_str()))
    };
    let failure = |Judged { postmortem: p, status, .. }: &Judged| match (style, p.prevention.first()) {
        (Style::Actionable, Some(step)) => format!("[{}] {} Do: {}", p.id, cut(&p.title), cut(step)),
        _ => format!("[{}] {} ({}, {}): {}", p.id, p.title, p.severity.name(), status.name(), cut(&p.what_happened)),
    };
    let session = |s: &Session| {
        let what = if s.summary.is_empty() { &s.goal } else { &s.summary };
        format!(
            "[{}] {} ({}){}",
            s.id,
            s.agent_type,
            s.state_at(now).name(),
            if what.is_empty() { String::new() } else { format!(": {}", cut(what)) }
        )
    };
    // A task is asked about everywhere: its words, not its place, tell what it is about.
    let (words, scope) = (topic.words.as_deref(), topic.words.is_none().then_some(&topic.scope));
    let decisions = held(cx, Kind::Decision, scope, words, limit)?.into_iter().map(claim).collect();
    let learnings = held(cx, Kind::Learning, scope, words, limit)?.into_iter().map(claim).collect();
    let sessions = cx.sessions(SessionFilter { active: None, limit: limit.min(5) })?.iter().map(session).collect();
    let waiting = match cx.waiting(now)? {
        0 => Vec::new(),
        n => vec![format!("{n} proposals wait for a human: palace review")],
    };
    let warnings = failures.iter().map(failure).collect();
    let told = if style == Style::Actionable {
        [("Do first", warnings), ("Keep to", decisions), ("Mind", learnings), ("Waiting", waiting), ("Recent work", sessions)]
    } else {
        [
            ("Decisions", decisions),
            ("Learnings", learnings),
            ("What went wrong and still can", warnings),
            ("Recent work", sessions),
            ("Waiting", waiting),
        ]
    };
    Ok(told.into_iter().map(|(title, lines)| Section { title, lines }).filter(|section| !section.lines.is_empty()).collect())
}

/// As many lines as there is room for, in order.
fn fit(title: &str, sections: Vec<Section>, chars: usize) -> Output {
    let total: usize = sections.iter().map(|section| section.lines.len()).sum();
    let mut text = search::bound(&format!("# {title}"), chars.min(TITLE_CHARS_MAX)).0 + "\n";
    let mut left = chars.saturating_sub(text.chars().count());
    let (mut kept, mut told) = (Vec::new(), 0);
    for Section { title, lines } in sections {
        let mut heading = format!("\n## {title}\n");
        let mut fitting = Vec::new();
        for line in lines {
            let block = format!("{heading}- {line}\n");
            let size = block.chars().count();
            if size > left {
                continue;
            }
            left -= size;
            heading.clear();
            let _ = write!(text, "{block}");
            fitting.push(line);
        }
        told += fitting.len();
        if !fitting.is_empty() {
            kept.push(Section { title, lines: fitting });
        }
    }
    Output { text, sections: kept, omitted: total - told }
}
