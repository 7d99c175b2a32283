//! One sitting at the inbox: loads what waits, turns keys into decisions, fixes what would be sealed before it is shown,
//! seals it once, and says what came of it.
//!
//! Not here: what a key does ([`super::state`]) and how it looks ([`super::view`]).

use super::{
    alike,
    item::{DECIDE, Item, Nearest, look},
    page::mark,
    press::presses,
    state::{Inbox, Mode, Summary, Verdict, Wish},
    view::{self, ASKING_ROWS, Look},
};
use crate::{
    desk::{Desk, now},
    sealing::{Sealer, asking},
    terminal::{AskError, Heard, Screen},
};
use engine::Envelope;
use kernel::{
    disclose::Disclosed,
    ledger::Digest,
    refusal::{Code, Refusal},
    seal::Statement,
};
use ratatui::{Terminal, backend::CrosstermBackend};
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, BufWriter},
};

/// What is compared with a proposal to find the nearest claim.
const NEAR_LOOKED_AT: u32 = 20;
/// Words of a proposal that are looked for, within what a question may hold.
const NEAR_CHARS: usize = 500;
/// Less than this in common, and a claim is not told of.
const NEAR_MIN: usize = 20;

/// What came of a sitting.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) approved: u64,
    pub(crate) rejected: u64,
    pub(crate) snoozed: usize,
    pub(crate) left: usize,
}

/// What will be sealed, exactly as it was fixed before it was shown.
struct Fixed {
    /// The input of the one call, and what a seal over it says; nothing if only snoozes were chosen.
    sealed: Option<(Json, Statement)>,
    snoozed: Vec<String>,
    ids: BTreeSet<String>,
    summary: Summary,
}

type Paper = Terminal<CrosstermBackend<BufWriter<File>>>;

/// A person at the inbox.
pub(crate) struct Sitting<'s, 'd> {
    desk: &'d Desk,
    sealer: &'s mut Sealer<'d>,
    inbox: Inbox,
    paint: bool,
    fixed: Option<Fixed>,
    tally: Tally,
}

/// What waits for whoever sits here, less what they put off: the same on a screen, line by line and over a pipe.
pub(crate) fn waiting(desk: &Desk) -> Result<Disclosed<Envelope>, Refusal> {
    desk.ask("proposal.list", json!({ "status": "inbox", "limit": 1000 }))
}

impl<'s, 'd> Sitting<'s, 'd> {
    /// Sits down with what waits; nothing if nothing does.
    pub(crate) fn new(desk: &'d Desk, sealer: &'s mut Sealer<'d>, unsealed: bool, paint: bool) -> Result<Option<Self>, Refusal> {
        let listed = waiting(desk)?;
        let mut items = Vec::new();
        for item in listed.get().result["proposals"].as_array().into_iter().flatten() {
            // One that is decided or gone by now is simply not there.
            if let Ok(looked) = look(desk, item["id"].as_str().unwrap_or_default()) {
                items.push(Item::read(item, looked));
            }
        }
        let sitting = Self { desk, sealer, inbox: Inbox::new(items, unsealed), paint, fixed: None, tally: Tally::default() };
        Ok((!sitting.inbox.items.is_empty()).then_some(sitting))
    }

    /// Goes on until the person leaves.
    pub(crate) fn run(mut self) -> Result<Tally, Refusal> {
        let mut screen = self.sealer.terminal.screen().map_err(|e| asking(&e))?;
        let ended = self.turn_pages(&mut screen);
        drop(screen);
        ended?;
        self.tally.left = self.inbox.items.len();
        Ok(self.tally)
    }

    fn turn_pages(&mut self, screen: &mut Screen) -> Result<(), Refusal> {
        let mut paper = fresh(screen)?;
        let mut typed = Vec::new();
        loop {
            self.look_near();
            self.draw(&mut paper)?;
            match screen.hear().map_err(broken)? {
                Heard::Resized => continue,
                Heard::Closed => return Ok(()),
                Heard::Bytes(bytes) => typed.extend(bytes),
            }
            for press in presses(&mut typed) {
                match self.inbox.press(&press) {
                    Wish::Nothing => continue,
                    Wish::Leave => return Ok(()),
                    Wish::Summarise => self.summarise()?,
                    Wish::Seal => {
                        self.ask_below(&mut paper)?;
                        self.seal()?;
                        paper = fresh(screen)?;
                    }
                }
                // What was typed before the next page is there was not typed at it, so nothing is agreed to unseen.
                screen.forget_typed().map_err(broken)?;
                typed.clear();
                break;
            }
        }
    }

    fn draw(&mut self, paper: &mut Paper) -> Result<(), Refusal> {
        let look = Look { paint: self.paint, now: now() };
        let inbox = &mut self.inbox;
        paper.draw(|frame| view::draw(frame, inbox, look)).map(drop).map_err(broken)
    }

    /// Puts the cursor where questions are asked, below what is shown.
    fn ask_below(&mut self, paper: &mut Paper) -> Result<(), Refusal> {
        self.inbox.notice.clear();
        self.draw(paper)?;
        let rows = paper.size().map_err(broken)?.height;
        paper.set_cursor_position((0, rows.saturating_sub(ASKING_ROWS))).map_err(broken)?;
        paper.show_cursor().map_err(broken)
    }

    /// Finds what is believed already and says nearly what the proposal under the cursor says.
    fn look_near(&mut self) {
        let Some(item) = self.inbox.current().and_then(|index| self.inbox.items.get_mut(index)) else { return };
        let (Nearest::Unknown, Some(claim)) = (&item.nearest, &item.claim) else { return };
        let query = search::bound(&claim.content.as_str().split_whitespace().collect::<Vec<_>>().join(" "), NEAR_CHARS).0;
        // Beside what holds in its own project, wherever the person sits who looks at it.
        let there = claim.project.clone().unwrap_or_default();
        let found = self.desk.ask("claim.recall", json!({ "query": query, "only": "authoritative", "anchor": there, "limit": NEAR_LOOKED_AT }));
        let found = found.map(|envelope| envelope.get().result["items"].as_array().cloned().unwrap_or_default()).unwrap_or_default();
        let near = found.iter().filter_map(|claim| {
            let (id, content) = (claim["id"].as_str()?.to_owned(), claim["content"].as_str()?.to_owned());
            let alike = alike::alike(&item.words, &alike::words(&content));
            (alike >= NEAR_MIN).then_some((alike, id, content))
        });
        item.nearest = near.max().map_or(Nearest::Nothing, |(alike, id, content)| Nearest::Claim { id, content, alike });
    }

    /// Fixes what would be sealed, and shows it. What changed since it was read is taken off the list and said.
    fn summarise(&mut self) -> Result<(), Refusal> {
        let stale = self.stale()?;
        let told = (!stale.is_empty()).then(|| told_stale(&stale));
        self.fixed = self.fix()?;
        match &self.fixed {
            Some(fixed) => self.inbox.show(fixed.summary.clone()),
            None => self.inbox.mode = Mode::List,
        }
        self.inbox.notice = told.unwrap_or_default();
        Ok(())
    }

    /// Takes back decisions about what is no longer as it was read. Answers which.
    fn stale(&mut self) -> Result<Vec<String>, Refusal> {
        let decided: Vec<(String, Vec<Digest>)> =
            self.inbox.batch().iter().map(|(index, _)| (self.inbox.items[*index].id.clone(), self.inbox.items[*index].covers.clone())).collect();
        let mut stale = Vec::new();
        for (id, covers) in decided {
            if look(self.desk, &id).is_ok_and(|looked| looked.covers == covers) {
                continue;
            }
            self.renew(&id)?;
            stale.push(id);
        }
        Ok(stale)
    }

    /// Shows a proposal as it is now, undecided; or no longer, if it does not wait any more.
    fn renew(&mut self, id: &str) -> Result<(), Refusal> {
        match look(self.desk, id) {
            Ok(looked) => {
                let shown = self.desk.ask("proposal.show", json!({ "proposalId": id }))?;
                self.inbox.renew(Item::read(&shown.get().result["proposal"], looked));
            }
            Err(_) => self.inbox.settle(&BTreeSet::from([id.to_owned()])),
        }
        Ok(())
    }

    fn fix(&mut self) -> Result<Option<Fixed>, Refusal> {
        let batch = self.inbox.batch();
        let (mut decisions, mut expected, mut snoozed, mut lines) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (index, verdict) in &batch {
            let item = &self.inbox.items[*index];
            lines.push((mark(Some(verdict), item).0, line_of(item, verdict)));
            let Some(decision) = decision(&item.id, verdict) else {
                snoozed.push(item.id.clone());
                continue;
            };
            expected.extend(self.sealer.preview(DECIDE, &json!({ "decisions": [decision] }))?.0.covers);
            decisions.push(decision);
        }
        let ids = batch.iter().map(|(index, _)| self.inbox.items[*index].id.clone()).collect();
        if batch.is_empty() {
            return Ok(None);
        }
        let mut summary = Summary { lines, ..Summary::default() };
        if decisions.is_empty() {
            summary.asks = " enter puts these off · esc goes back".into();
            return Ok(Some(Fixed { sealed: None, snoozed, ids, summary }));
        }
        let input = json!({ "decisions": decisions });
        let (statement, _) = self.sealer.preview(DECIDE, &input)?;
        if statement.covers != expected {
            return Err(Code::SealStale.refuse(DECIDE, "the list covers something else than its decisions do one by one"));
        }
        summary.digest = format!(" {} {}", if self.inbox.unsealed { "no seal over" } else { "one seal over" }, statement.digest());
        summary.asks = " enter seals all of it, once · esc goes back".into();
        Ok(Some(Fixed { sealed: Some((input, statement)), snoozed, ids, summary }))
    }

    /// Seals what is shown. Whatever goes wrong, no decision is lost but those that can no longer be made.
    fn seal(&mut self) -> Result<(), Refusal> {
        let Some(fixed) = self.fixed.take() else {
            self.inbox.mode = Mode::List;
            return Ok(());
        };
        let mut said = Vec::new();
        if let Some((input, statement)) = &fixed.sealed {
            let answer = if self.inbox.unsealed { self.desk.ask(DECIDE, input.clone()) } else { self.sealer.sealed(DECIDE, input, statement) };
            match answer {
                Ok(envelope) => {
                    let (result, receipt) = (&envelope.get().result, envelope.get().receipt.as_ref());
                    let (yes, no) = (result["approved"].as_u64().unwrap_or(0), result["rejected"].as_u64().unwrap_or(0));
                    self.tally.approved += yes;
                    self.tally.rejected += no;
                    said.push(format!("{yes} approved, {no} rejected under one seal; ledger entry {}", receipt.map_or(0, |r| r.seq)));
                }
                Err(refusal) => return self.not_sealed(&refusal, fixed),
            }
        }
        let (mut off, mut kept) = (0, BTreeSet::new());
        for id in &fixed.snoozed {
            match self.desk.ask("proposal.snooze", json!({ "proposalId": id })) {
                Ok(_) => off += 1,
                Err(refusal) => {
                    kept.insert(id.clone());
                    said.push(refusal.what().to_owned());
                }
            }
        }
        if off > 0 {
            said.push(format!("{off} put off"));
        }
        self.tally.snoozed += off;
        self.inbox.settle(&fixed.ids.difference(&kept).cloned().collect());
        self.inbox.notice = said.join("; ") + ".";
        Ok(())
    }

    fn not_sealed(&mut self, refusal: &Refusal, fixed: Fixed) -> Result<(), Refusal> {
        let stale: Vec<String> = refusal.details().and_then(|details| details["stale"].as_array()).into_iter().flatten().filter_map(id_of).collect();
        if !stale.is_empty() || refusal.code() == Code::SealStale {
            let changed = if stale.is_empty() { self.stale()? } else { stale };
            for id in &changed {
                self.renew(id)?;
            }
            self.inbox.mode = Mode::List;
            self.inbox.notice = told_stale(&changed);
            return Ok(());
        }
        // A wrong passphrase, a change of mind, a palace that is busy: the same list can be sealed again.
        self.inbox.show(fixed.summary.clone());
        self.inbox.notice = match refusal.code() {
            Code::SealCancelled => "Nothing was sealed. Enter asks again, esc goes back to the list.".into(),
            _ => format!("Nothing was sealed, nothing is lost: {}", refusal.what()),
        };
        self.fixed = Some(fixed);
        Ok(())
    }
}

fn id_of(stale: &Json) -> Option<String> {
    stale["proposalId"].as_str().map(str::to_owned)
}

fn told_stale(ids: &[String]) -> String {
    let (few, more) = (ids.iter().take(3).cloned().collect::<Vec<_>>().join(", "), ids.len().saturating_sub(3));
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("Changed while you read, and taken off the list: {few}{more}.")
}

/// A line of the summary: what is decided, in the words that will be believed.
fn line_of(item: &Item, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Edited(draft) => format!("{} {}", item.kind, draft.content.as_str().split_whitespace().collect::<Vec<_>>().join(" ")),
        Verdict::Reject(note) if !note.is_empty() => format!("{} {} · {note}", item.kind, item.line),
        Verdict::Approve | Verdict::Reject(_) | Verdict::Snooze if item.claim.is_some() => format!("{} {}", item.kind, item.line),
        Verdict::Approve | Verdict::Reject(_) | Verdict::Snooze => item.line.clone(),
    }
}

/// One decision of the call; nothing for what needs none.
fn decision(id: &str, verdict: &Verdict) -> Option<Json> {
    match verdict {
        Verdict::Approve => Some(json!({ "proposalId": id, "verdict": "approve" })),
        Verdict::Edited(draft) => Some(json!({ "proposalId": id, "verdict": "approve", "edited": draft })),
        Verdict::Reject(note) if note.is_empty() => Some(json!({ "proposalId": id, "verdict": "reject" })),
        Verdict::Reject(note) => Some(json!({ "proposalId": id, "verdict": "reject", "note": note })),
        Verdict::Snooze => None,
    }
}

/// Empty paper: whatever was on the screen, everything is drawn anew.
fn fresh(screen: &Screen) -> Result<Paper, Refusal> {
    use ratatui::backend::Backend;
    let mut backend = CrosstermBackend::new(BufWriter::new(screen.paper().map_err(broken)?));
    let ready = backend.clear().and_then(|()| backend.hide_cursor()).map_err(broken);
    ready.and_then(|()| Terminal::new(backend).map_err(broken))
}

fn broken(error: io::Error) -> Refusal {
    asking(&AskError::Io(error))
}
