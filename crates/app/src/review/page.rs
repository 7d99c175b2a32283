//! What is written on the right side: everything a person needs to say yes or no to one proposal.

use super::{
    alike::{Part, difference},
    flow::{Stretch, Tone},
    item::{Change, Item, Nearest},
    state::{Inbox, Line, Verdict},
};
use kernel::{
    claim::Draft,
    text::Content,
    time::{DAY_MS, Moment},
};

/// A paragraph, and how far its lines after the first are set in.
pub(crate) type Paragraph = (Vec<Stretch>, usize);

/// Evidence longer than this is cut; its whole is one command away.
const EVIDENCE_CHARS: usize = 4_000;

/// Everything about the line under the cursor.
pub(crate) fn page(inbox: &Inbox, now: Moment) -> Vec<Paragraph> {
    match inbox.line() {
        None => Vec::new(),
        Some(Line::Group { members, .. }) => group(inbox, &members),
        Some(Line::One { index, .. }) => one(&inbox.items[index], inbox.verdict(index), now),
    }
}

fn plain(text: impl Into<String>) -> Paragraph {
    (vec![(Tone::Plain, text.into())], 0)
}

fn heading(text: &str) -> Paragraph {
    (vec![(Tone::Label, text.to_owned())], 0)
}

fn gap() -> Paragraph {
    plain("")
}

/// Deciding a group decides every line here.
fn group(inbox: &Inbox, members: &[usize]) -> Vec<Paragraph> {
    let mut page = vec![
        heading(&format!("{} that say nearly the same", members.len())),
        (vec![(Tone::Dim, "A decision here is about all of them. Tab spreads them out, to read or decide one by one.".into())], 0),
        gap(),
    ];
    let first = members.first().map(|index| inbox.items[*index].line.clone()).unwrap_or_default();
    for index in members {
        let item = &inbox.items[*index];
        let (mark, tone) = mark(inbox.verdict(*index), item);
        let mut words = vec![(tone, format!("{mark} "))];
        words.extend(said_anew(&first, &item.line));
        page.push((words, 2));
    }
    page
}

/// The sign for what was decided.
pub(crate) fn mark(verdict: Option<&Verdict>, item: &Item) -> (char, Tone) {
    match verdict {
        Some(Verdict::Approve) => ('+', Tone::Yes),
        Some(Verdict::Edited(_)) => ('~', Tone::Yes),
        Some(Verdict::Reject(_)) => ('-', Tone::No),
        Some(Verdict::Snooze) => ('z', Tone::Dim),
        None if item.not_approvable().is_some() => ('!', Tone::Warn),
        None => (' ', Tone::Plain),
    }
}

fn one(item: &Item, verdict: Option<&Verdict>, now: Moment) -> Vec<Paragraph> {
    let place = if item.place.is_empty() { String::new() } else { format!(" · {}", item.place) };
    let mut page = vec![(vec![(Tone::Label, item.kind.clone()), (Tone::Dim, format!("{place} · {}", item.id))], 0)];
    page.extend(decided(verdict));
    if let Some(why) = item.not_approvable() {
        page.push((vec![(Tone::Warn, why)], 0));
    }
    page.push(gap());
    let edited = match verdict {
        Some(Verdict::Edited(draft)) => Some(draft.as_ref()),
        _ => None,
    };
    match (edited.or(item.claim.as_ref()), &item.lesson) {
        (Some(draft), _) => claim(&mut page, item, draft, edited.is_some()),
        (None, Some(change)) => lesson(&mut page, change),
        (None, None) => page.push(plain(item.shows.trim_end())),
    }
    evidence(&mut page, item);
    page.push(gap());
    page.push(heading("Who asks"));
    page.extend(item.asks.iter().map(plain));
    if !item.guess.is_empty() {
        page.push(gap());
        page.push(heading(&format!("Why {}", item.kind)));
        page.push(plain(&item.guess));
    }
    page.push(gap());
    page.push((vec![(Tone::Dim, expiry(item.expires, now))], 0));
    page
}

fn decided(verdict: Option<&Verdict>) -> Option<Paragraph> {
    let (tone, words) = match verdict? {
        Verdict::Reject(note) if !note.is_empty() => return Some((vec![(Tone::No, format!("- reject: {note}   (u takes it back)"))], 2)),
        Verdict::Approve => (Tone::Yes, "+ approve"),
        Verdict::Edited(_) => (Tone::Yes, "~ approve as edited"),
        Verdict::Reject(_) => (Tone::No, "- reject"),
        Verdict::Snooze => (Tone::Dim, "z put off"),
    };
    Some((vec![(tone, format!("{words}   (u takes it back)"))], 0))
}

fn claim(page: &mut Vec<Paragraph>, item: &Item, draft: &Draft, edited: bool) {
    match (&item.claim, edited) {
        (Some(original), true) => {
            page.push(heading("Your edit"));
            page.push((changes(original.content.as_str(), draft.content.as_str()), 0));
        }
        _ => page.push(plain(draft.content.as_str())),
    }
    for (label, text) in [("Rationale", &draft.rationale), ("Context", &draft.context)] {
        if let Some(text) = text {
            page.push(gap());
            page.push(heading(label));
            page.push(plain(Content::as_str(text)));
        }
    }
    let mut notes = Vec::new();
    if !draft.tags.is_empty() {
        notes.push(format!("tags {}", draft.tags.iter().map(|tag| String::from(tag.clone())).collect::<Vec<_>>().join(", ")));
    }
    if let Some(sure) = draft.confidence {
        notes.push(format!("its author is {:.2} sure", f64::from(sure)));
    }
    if !notes.is_empty() {
        page.push((vec![(Tone::Dim, notes.join(" · "))], 0));
    }
    page.push(gap());
    page.push(heading("What would change"));
    match &item.nearest {
        Nearest::Unknown => page.push((vec![(Tone::Dim, "…".into())], 0)),
        Nearest::Nothing => page.push((vec![(Tone::Dim, "Nothing like it is believed yet.".into())], 0)),
        Nearest::Claim { id, content, alike } => {
            page.push((vec![(Tone::Dim, format!("It would stand beside {id} ({alike} of 100 words the same):"))], 0));
            page.push((changes(content, draft.content.as_str()), 0));
        }
    }
}

/// What would change about a piece of knowledge: the sentence first, then the step, then why.
fn lesson(page: &mut Vec<Paragraph>, change: &Change) {
    page.push(plain(&change.statement));
    page.push((vec![(Tone::Dim, change.about.clone())], 0));
    page.push(gap());
    page.push(plain(&change.content));
    page.push(gap());
    page.push(heading("What would change"));
    page.push(plain(&change.step));
    if !change.counts.is_empty() {
        page.push((vec![(Tone::Dim, format!("independent voices: {}", change.counts))], 0));
    }
    if !change.falls.is_empty() {
        page.push((vec![(Tone::Warn, format!("no longer believed with it: {}", change.falls.join(", ")))], 0));
    }
    if !change.reason.is_empty() {
        page.push(gap());
        page.push(heading("Reason given"));
        page.push(plain(&change.reason));
    }
}

/// What differs, with marks that need no colour.
fn changes(old: &str, new: &str) -> Vec<Stretch> {
    told(difference(old, new))
}

/// The new text alone, with what differs from the old one marked.
fn said_anew(old: &str, new: &str) -> Vec<Stretch> {
    told(difference(old, new).into_iter().filter(|part| !matches!(part, Part::Old(_))).collect())
}

fn told(parts: Vec<Part>) -> Vec<Stretch> {
    let mut words: Vec<Stretch> = Vec::new();
    for part in parts {
        if !words.is_empty() {
            words.push((Tone::Plain, " ".into()));
        }
        words.push(match part {
            Part::Both(text) => (Tone::Plain, text),
            Part::Old(text) => (Tone::Old, format!("[-{text}-]")),
            Part::New(text) => (Tone::New, format!("{{+{text}+}}")),
        });
    }
    words
}

fn evidence(page: &mut Vec<Paragraph>, item: &Item) {
    if item.evidence.is_empty() {
        return;
    }
    page.push(gap());
    let title = if item.lesson.is_some() { "Evidence" } else { "What it rests on" };
    page.push(heading(&format!("{title} ({})", item.evidence.len())));
    for seen in &item.evidence {
        page.push((vec![(Tone::Dim, seen.head.clone())], 2));
        let (text, cut) = search::bound(&seen.text, EVIDENCE_CHARS);
        let more = if cut { " (more: `palace evidence show`)" } else { "" };
        page.push((vec![(Tone::Plain, format!("  {text}{more}"))], 2));
    }
}

pub(crate) fn expiry(expires: Moment, now: Moment) -> String {
    let left = expires.millis() - now.millis();
    let day = expires.to_string().chars().take(10).collect::<String>();
    match left / DAY_MS {
        _ if left <= 0 => format!("Expired on {day}."),
        0 => format!("Expires within a day, on {day}."),
        1 => format!("Expires tomorrow, on {day}."),
        days => format!("Expires in {days} days, on {day}."),
    }
}
