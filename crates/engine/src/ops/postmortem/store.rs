//! Write a postmortem: its words become evidence that recall finds, and a row that briefings read.

use crate::{
    Dialect, Error, Method, Operation, Spec, Work,
    memory::{Secrets, redact, redact_text},
    ops::{evidence::record::note, missing},
};
use ::store::Postmortem;
use kernel::{
    actor::ActorKind,
    effect::Propose,
    evidence::Origin,
    id::{ClaimId, EvidenceId, PostmortemId, SessionId},
    refusal::Code,
    scope::ProjectPath,
    text::{Content, Name, Note},
    work::{PostmortemStatus, Severity},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Lessons, steps or files of one postmortem, at most.
const LISTED_MAX: usize = 100;

/// Writes a postmortem.
#[derive(Debug)]
pub struct Store;

/// What went wrong.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    /// What people will call it
    pub title: Name,
    /// What happened
    #[serde(alias = "what_happened")]
    pub what_happened: Note,
    /// Why it happened
    #[serde(default, alias = "root_cause")]
    pub root_cause: Option<Note>,
    /// What was learned (can be repeated)
    #[serde(default, alias = "lessons_learned")]
    pub lessons_learned: Vec<Note>,
    /// What keeps it from happening again (can be repeated)
    #[serde(default, alias = "prevention_steps")]
    pub prevention_steps: Vec<Note>,
    /// How bad it was (medium if left out)
    #[serde(default)]
    pub severity: Option<Severity>,
    /// File within the project that it was about (can be repeated)
    #[serde(default, alias = "affected_files")]
    pub affected_files: Vec<String>,
    /// Decision it was about
    #[serde(default, alias = "related_decision")]
    pub related_decision: Option<ClaimId>,
    /// Session it happened in
    #[serde(default, alias = "related_session")]
    pub related_session: Option<SessionId>,
}

/// The postmortem.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// Its id
    pub id: PostmortemId,
    /// Where it stands
    pub status: PostmortemStatus,
    /// How bad it was
    pub severity: Severity,
    /// The evidence that holds its words
    pub evidence: EvidenceId,
    /// Secrets that were taken out before anything was written, by kind
    #[serde(skip_serializing_if = "Secrets::is_empty")]
    pub redacted: Secrets,
}

impl Operation for Store {
    const SPEC: Spec = Spec::new("postmortem.store", "Write a postmortem: what went wrong, why, and what was learned")
        .http(Method::Post, "/v1/postmortems")
        .positional(&["title"])
        .also(&[(Dialect::Palace, "store_postmortem")]);
    type Effect = Propose;
    type Input = Input;
    type Output = Output;

    fn noted(input: &Json) -> Option<Json> {
        // The words are evidence, and can be erased there.
        Some(json!({ "severity": input["severity"], "affectedFiles": input["affectedFiles"] }))
    }

    fn run(cx: &mut Work<'_>, input: Input) -> Result<Output, Error> {
        let mut redacted = Secrets::new();
        let mut postmortem = drafted(cx, input, &mut redacted)?;
        let words = redact(told(&postmortem)?, &mut Secrets::new())?;
        let origin = if cx.call.actor.kind() == ActorKind::Human { Origin::Human } else { Origin::Agent };
        let (evidence, _) = note(cx, words, format!("postmortem {}", postmortem.id), origin)?;
        postmortem.evidence = evidence.id;
        cx.put_postmortem(&postmortem)?;
        cx.about(&postmortem.id);
        let Postmortem { id, severity, evidence, .. } = postmortem;
        Ok(Output { id, status: PostmortemStatus::Open, severity, evidence, redacted })
    }
}

/// The postmortem without its secrets, and without evidence yet.
fn drafted(cx: &mut Work<'_>, input: Input, redacted: &mut Secrets) -> Result<Postmortem, Error> {
    let counts = [
        ("lessonsLearned", input.lessons_learned.len()),
        ("preventionSteps", input.prevention_steps.len()),
        ("affectedFiles", input.affected_files.len()),
    ];
    if let Some((field, count)) = counts.into_iter().find(|(_, count)| *count > LISTED_MAX) {
        return Err(Code::InputInvalid.refuse(field, format!("at most {LISTED_MAX} are taken; {count} were given")).into());
    }
    let house = cx.house;
    if let Some(id) = &input.related_decision {
        // What is not believed does not exist for whoever writes this.
        match cx.claim(id)? {
            Some(claim) if house.is_authoritative(cx, &claim)? => {}
            Some(_) | None => return Err(missing("decision", id)),
        }
    }
    if let Some(id) = &input.related_session {
        cx.session(id)?.ok_or_else(|| missing("session", id))?;
    }
    let mut files = input.affected_files.iter().map(|path| ProjectPath::parse(path).map(|p| p.as_str().to_owned())).collect::<Result<Vec<_>, _>>()?;
    files.sort();
    files.dedup();
    let mut clean = |text: &str| redact_text(text, redacted);
    Ok(Postmortem {
        id: PostmortemId::mint("pm", &cx.call.tail()),
        evidence: EvidenceId::mint("e", "0"),
        anchor: cx.call.anchor.project(),
        title: clean(input.title.as_str()),
        what_happened: clean(input.what_happened.as_str()),
        root_cause: input.root_cause.map_or_else(String::new, |text| clean(text.as_str())),
        lessons: input.lessons_learned.iter().map(|text| clean(text.as_str())).collect(),
        prevention: input.prevention_steps.iter().map(|text| clean(text.as_str())).collect(),
        severity: input.severity.unwrap_or(Severity::Medium),
        files,
        related_decision: input.related_decision.map_or_else(String::new, String::from),
        related_session: input.related_session.map_or_else(String::new, String::from),
        principal: cx.call.actor.name().to_owned(),
        created_at: cx.call.now,
        resolved_at: None,
        resolved_by: String::new(),
        seal: None,
    })
}

/// The postmortem as a text to be found by.
fn told(p: &Postmortem) -> Result<Content, Error> {
    let mut lines = vec![format!("Postmortem: {}", p.title), format!("What happened: {}", p.what_happened)];
    if !p.root_cause.is_empty() {
        lines.push(format!("Root cause: {}", p.root_cause));
    }
    lines.extend(p.lessons.iter().map(|text| format!("Lesson: {text}")));
    lines.extend(p.prevention.iter().map(|text| format!("Prevention: {text}")));
    if !p.files.is_empty() {
        lines.push(format!("Files: {}", p.files.join(", ")));
    }
    Ok(Content::parse(&lines.join("\n")).map_err(|e| Code::InputInvalid.refuse("whatHappened", format!("all of it together: {e}")))?)
}
