//! One proposal as the inbox holds it: what it would change, who asks, what it rests on, and the digests of what was shown.

use super::alike;
use crate::{desk::Desk, render, terminal::visible_line};
use kernel::{claim::Draft, ledger::Digest, refusal::Refusal, time::Moment};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// The operation whose words a person may change before agreeing.
const ADOPT: &str = "claim.adopt";
/// The operation that a sitting ends with: several proposals, one seal.
pub(crate) const DECIDE: &str = "proposal.decide";
/// The operation that is decided by itself.
const ERASE: &str = "evidence.erase";

/// A proposal that waits.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) id: String,
    /// The call that approving it runs.
    pub(crate) op: String,
    /// The kind of belief, or the operation.
    pub(crate) kind: String,
    /// Where it would hold.
    pub(crate) place: String,
    /// What it says, in one line made safe to show.
    pub(crate) line: String,
    /// The claim it would adopt.
    pub(crate) claim: Option<Draft>,
    /// The knowledge it would change.
    pub(crate) lesson: Option<Change>,
    /// What the call shows of itself, where it changes neither.
    pub(crate) shows: String,
    pub(crate) evidence: Vec<Seen>,
    /// Who asks, in lines.
    pub(crate) asks: Vec<String>,
    /// Why it is of this kind.
    pub(crate) guess: String,
    pub(crate) expires: Moment,
    pub(crate) words: BTreeSet<String>,
    /// What a yes would cover, as it was when this was shown.
    pub(crate) covers: Vec<Digest>,
    /// Why it can no longer be approved.
    pub(crate) gone: Option<String>,
    pub(crate) nearest: Nearest,
}

/// A piece of evidence, as a person sees it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) head: String,
    pub(crate) text: String,
}

/// What is believed already and says nearly this.
#[derive(Clone, Debug, Default)]
pub(crate) enum Nearest {
    /// Nobody looked yet.
    #[default]
    Unknown,
    /// There is nothing like it.
    Nothing,
    /// This claim, sharing so many of a hundred words.
    Claim { id: String, content: String, alike: usize },
}

/// What a look at one proposal gave.
#[derive(Debug)]
pub(crate) struct Looked {
    /// What a decision on it shows.
    pub(crate) shown: Json,
    /// What a yes would cover; of one that can no longer be approved, what a no would.
    pub(crate) covers: Vec<Digest>,
    /// Why it can no longer be approved.
    pub(crate) gone: Option<String>,
}

/// A look at one proposal, and what a yes to it would cover. One that can no longer be carried out is looked at for a no.
pub(crate) fn look(desk: &Desk, id: &str) -> Result<Looked, Refusal> {
    let one = |verdict: &str| {
        let (statement, shown) = desk.preview(DECIDE, &json!({ "decisions": [{ "proposalId": id, "verdict": verdict }] }))?;
        Ok::<_, Refusal>((statement.covers, shown["decisions"][0].clone()))
    };
    match one("approve") {
        Ok((covers, shown)) => Ok(Looked { shown, covers, gone: None }),
        Err(why) => one("reject").map(|(covers, shown)| Looked { shown, covers, gone: Some(why.what().to_owned()) }),
    }
}

impl Item {
    /// The proposal as it was listed, with what was seen of it.
    pub(crate) fn read(listed: &Json, looked: Looked) -> Self {
        let text = |field: &str| listed[field].as_str().unwrap_or_default().to_owned();
        let (id, op, input, shows) = (text("id"), text("op"), &listed["input"], &looked.shown["shows"]);
        let claim = (op == ADOPT).then(|| serde_json::from_value::<Draft>(input.clone()).ok()).flatten();
        let kind = claim.as_ref().map_or_else(|| op.clone(), |draft| draft.kind.name().to_owned());
        let place = claim.as_ref().map_or_else(String::new, place);
        let lesson = Change::read(&op, shows);
        let said = said(claim.as_ref(), input, shows);
        let line = visible_line(&said.split_whitespace().collect::<Vec<_>>().join(" "));
        let evidence = shows["evidence"].as_array().into_iter().flatten().map(seen).collect();
        Self {
            line: if claim.is_some() { line } else { format!("{op}: {line}") },
            shows: if claim.is_some() || lesson.is_some() { String::new() } else { render::text(&op, shows) },
            asks: asks(listed),
            guess: guess(listed),
            expires: Moment::parse(&text("expiresAt")).unwrap_or(Moment::from_millis(0)),
            words: alike::words(&said),
            covers: looked.covers,
            gone: looked.gone,
            nearest: if claim.is_some() { Nearest::Unknown } else { Nearest::Nothing },
            id,
            op,
            kind,
            place,
            claim,
            lesson,
            evidence,
        }
    }

    /// What may stand together with it.
    pub(crate) fn sort(&self) -> String {
        format!("{} {} {}", self.op, self.kind, self.place)
    }

    /// Why it cannot be approved here, if it cannot.
    pub(crate) fn not_approvable(&self) -> Option<String> {
        if self.op == ERASE {
            return Some(format!("An erasure is decided by itself: run `palace approve {}`", self.id));
        }
        self.gone.as_ref().map(|why| format!("{} can no longer be approved: {why}", self.id))
    }

    /// Whether the words of a filter are in it.
    pub(crate) fn matches(&self, filter: &str) -> bool {
        let filter = filter.to_lowercase();
        let texts = [&self.line, &self.kind, &self.place, &self.id].into_iter().chain(&self.asks);
        filter.is_empty() || texts.into_iter().any(|text| text.to_lowercase().contains(&filter))
    }
}

/// What would change about a piece of knowledge, in lines made safe to show.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    pub(crate) statement: String,
    pub(crate) content: String,
    /// Where it stands and what it is about.
    pub(crate) about: String,
    /// From what to what.
    pub(crate) step: String,
    pub(crate) reason: String,
    /// How many independent voices speak, by role.
    pub(crate) counts: String,
    /// What would no longer be believed with it.
    pub(crate) falls: Vec<String>,
}

impl Change {
    /// What a call about knowledge shows; nothing, if the call is about something else.
    fn read(op: &str, shows: &Json) -> Option<Self> {
        if !op.starts_with("knowledge.") && !op.starts_with("card.") {
            return None;
        }
        let lesson = shows["knowledge"].as_object()?;
        let text = |value: Option<&Json>| visible_line(value.and_then(Json::as_str).unwrap_or_default());
        let told = |field: &str| text(lesson.get(field));
        let mut about = vec![text(shows.get("id")), told("tier"), told("domain"), told("field"), told("anchor")];
        about.retain(|part| !part.is_empty());
        let voices = ["supporting", "verification", "teaching", "counterexample"];
        let counts = voices.iter().filter_map(|role| Some(format!("{} {role}", shows["counts"][*role].as_u64()?)));
        let kind = shows["reasonType"].as_str().map_or_else(String::new, |kind| format!(" ({})", visible_line(kind)));
        Some(Self {
            statement: told("statement"),
            content: lesson.get("content").and_then(Json::as_str).unwrap_or_default().to_owned(),
            about: about.join(" · "),
            step: format!("{} → {}", text(shows.get("from")), text(shows.get("to"))),
            reason: format!("{}{kind}", text(shows.get("reason"))),
            counts: counts.collect::<Vec<_>>().join(", "),
            falls: shows["no longer believed with it"].as_array().into_iter().flatten().filter_map(Json::as_str).map(visible_line).collect(),
        })
    }
}

fn place(draft: &Draft) -> String {
    let path = draft.scope_path.as_deref().map_or_else(String::new, |path| format!(" {}", visible_line(path)));
    let project = draft.project.as_ref().map_or_else(String::new, |project| format!(" of {project}"));
    format!("{}{path}{project}", draft.scope.name())
}

/// The words by which a person knows a call: those of the claim it makes or speaks of, then what it would become, then its
/// reason, then all of it.
fn said(claim: Option<&Draft>, input: &Json, shows: &Json) -> String {
    let words = [&shows["claim"]["content"], &shows["knowledge"]["statement"], &input["content"]].into_iter().find_map(Json::as_str);
    let becomes = || {
        let what = ["drawerId", "cardId"].into_iter().find_map(|field| input[field].as_str())?;
        let to = ["status", "to"].into_iter().find_map(|field| input[field].as_str())?;
        Some(format!("{what} → {to}"))
    };
    let words = words.map(str::to_owned).or_else(becomes).or_else(|| input["reason"].as_str().map(str::to_owned));
    claim.map_or_else(|| words.unwrap_or_else(|| input.to_string()), |draft| draft.content.as_str().to_owned())
}

fn seen(piece: &Json) -> Seen {
    let text = |field: &str| visible_line(piece[field].as_str().unwrap_or_default());
    // What it is to the knowledge comes first: the same words for it and against it are not the same.
    let role = match (piece["role"].as_str(), piece["answered"] == true) {
        (None, _) => String::new(),
        (Some(role), false) => format!("{} · ", visible_line(role)),
        (Some(role), true) => format!("{}, answered · ", visible_line(role)),
    };
    let head = format!("{role}{} · {} {} · {}", text("id"), text("origin"), text("principal"), text("source"));
    Seen { head, text: piece["content"].as_str().unwrap_or_default().to_owned() }
}

fn asks(listed: &Json) -> Vec<String> {
    let text = |field: &str| visible_line(listed[field].as_str().unwrap_or_default());
    let mut lines = vec![format!("{} ({})", text("author"), text("authorKind"))];
    for (word, field) in [("through", "client"), ("in session", "session")] {
        if !text(field).is_empty() {
            lines.push(format!("{word} {}", text(field)));
        }
    }
    if text("source") != text("authorKind") {
        lines.push(format!("thought of by {}", text("source")));
    }
    if !listed["evidenceRefs"].is_null() {
        lines.push(format!("made from {}", visible_line(&listed["evidenceRefs"].to_string())));
    }
    lines.push(format!("filed {}", text("createdAt")));
    lines
}

fn guess(listed: &Json) -> String {
    let signals: Vec<String> = listed["signals"].as_array().into_iter().flatten().filter_map(Json::as_str).map(visible_line).collect();
    match listed["classificationConfidence"].as_f64() {
        _ if signals == ["explicit"] => "the author said so".to_owned(),
        Some(sure) if signals.is_empty() => format!("no words gave it away; {sure:.2} sure"),
        Some(sure) => format!("guessed from “{}”; {sure:.2} sure", signals.join("”, “")),
        None => String::new(),
    }
}
