//! The inbox without its screen: what a key does to what is decided so far. A pure machine, so that it can be tried key by key.
//!
//! Not here: the palace. What must be looked up or sealed is answered as a [`Wish`], and whoever holds the palace grants it.

use super::{alike, editor::Editor, item::Item, press::Press};
use engine::DECISIONS_MAX;
use kernel::{
    claim::Draft,
    text::{Content, Malformed, Note},
};
use std::collections::{BTreeMap, BTreeSet};

/// What a person decided about one proposal, before it is sealed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    Approve,
    /// Approve, with these words instead.
    Edited(Box<Draft>),
    /// Reject, with a note that whoever asked will read; it may be empty.
    Reject(String),
    Snooze,
}

impl Verdict {
    /// Whether it needs a seal.
    pub(crate) const fn is_sealed(&self) -> bool {
        !matches!(self, Self::Snooze)
    }
}

/// What is on the screen.
#[derive(Clone, Debug)]
pub(crate) enum Mode {
    List,
    Help,
    /// The words being looked for; and what they were before.
    Filter(String),
    Edit(Box<Edit>),
    /// Why these are rejected, being written.
    Note(Vec<usize>, Editor),
    Summary(Summary),
    /// Leaving would lose decisions.
    Leaving,
}

/// A claim being changed.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) id: String,
    pub(crate) fields: [(&'static str, Editor); 3],
    pub(crate) on: usize,
}

/// What is about to be sealed, as it was fixed before it was shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// One line for each decision.
    pub(crate) lines: Vec<(char, String)>,
    pub(crate) digest: String,
    /// What will be asked for.
    pub(crate) asks: String,
    pub(crate) scroll: usize,
}

/// What a key asks of whoever holds the palace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Nothing,
    /// Fix what would be sealed and show it.
    Summarise,
    /// Seal what is shown.
    Seal,
    Leave,
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Several that say nearly the same.
    Group {
        members: Vec<usize>,
        open: bool,
    },
    One {
        index: usize,
        inside: bool,
    },
}

impl Line {
    /// The proposals a decision on this line is about.
    pub(crate) fn targets(&self) -> Vec<usize> {
        match self {
            Self::Group { members, .. } => members.clone(),
            Self::One { index, .. } => vec![*index],
        }
    }
}

/// What waits, and what was decided of it so far.
#[derive(Debug)]
pub(crate) struct Inbox {
    pub(crate) items: Vec<Item>,
    groups: Vec<Vec<usize>>,
    /// Groups that are spread out, by their first member.
    open: BTreeSet<String>,
    decided: BTreeMap<String, Verdict>,
    marked: BTreeSet<String>,
    undo: Vec<Vec<(String, Option<Verdict>)>>,
    pub(crate) filter: String,
    pub(crate) at: usize,
    /// How far the right side is scrolled; drawing keeps it within bounds.
    pub(crate) scroll: usize,
    pub(crate) mode: Mode,
    pub(crate) notice: String,
    pub(crate) unsealed: bool,
}

impl Inbox {
    /// An inbox of these.
    pub(crate) fn new(items: Vec<Item>, unsealed: bool) -> Self {
        let mut inbox = Self {
            items,
            groups: Vec::new(),
            open: BTreeSet::new(),
            decided: BTreeMap::new(),
            marked: BTreeSet::new(),
            undo: Vec::new(),
            filter: String::new(),
            at: 0,
            scroll: 0,
            mode: Mode::List,
            notice: String::new(),
            unsealed,
        };
        inbox.regroup();
        inbox
    }

    fn regroup(&mut self) {
        let sorts: Vec<String> = self.items.iter().map(Item::sort).collect();
        self.groups = alike::groups(sorts.iter().map(String::as_str).zip(self.items.iter().map(|item| &item.words)));
    }

    /// The lines of the list, as the filter and the groups leave them.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for group in &self.groups {
            let members: Vec<usize> = group.iter().copied().filter(|index| self.items[*index].matches(&self.filter)).collect();
            match members.as_slice() {
                [] => {}
                [index] => lines.push(Line::One { index: *index, inside: false }),
                all => {
                    let open = self.open.contains(&self.items[group[0]].id);
                    lines.push(Line::Group { members: members.clone(), open });
                    if open {
                        lines.extend(all.iter().map(|index| Line::One { index: *index, inside: true }));
                    }
                }
            }
        }
        lines
    }

    /// The line under the cursor.
    pub(crate) fn line(&self) -> Option<Line> {
        self.lines().into_iter().nth(self.at)
    }

    /// The proposal under the cursor; of a group, its first.
    pub(crate) fn current(&self) -> Option<usize> {
        self.line()?.targets().first().copied()
    }

    pub(crate) fn verdict(&self, index: usize) -> Option<&Verdict> {
        self.decided.get(&self.items[index].id)
    }

    pub(crate) fn is_marked(&self, index: usize) -> bool {
        self.marked.contains(&self.items[index].id)
    }

    /// What was decided, in the order of the list.
    pub(crate) fn batch(&self) -> Vec<(usize, &Verdict)> {
        self.groups.iter().flatten().filter_map(|index| Some((*index, self.verdict(*index)?))).collect()
    }

    /// Takes a key.
    pub(crate) fn press(&mut self, press: &Press) -> Wish {
        match std::mem::replace(&mut self.mode, Mode::List) {
            Mode::List => return self.press_in_list(press),
            Mode::Help => self.press_in_help(press),
            Mode::Filter(before) => self.press_in_filter(press, before),
            Mode::Edit(edit) => self.press_in_edit(press, edit),
            Mode::Note(targets, editor) => self.press_in_note(press, targets, editor),
            Mode::Summary(summary) => return self.press_in_summary(press, summary),
            Mode::Leaving => {
                if matches!(press, Press::Char('y' | 'Y')) {
                    return Wish::Leave;
                }
                self.notice = "Nothing is lost; go on.".into();
            }
        }
        Wish::Nothing
    }

    fn press_in_list(&mut self, press: &Press) -> Wish {
        self.notice.clear();
        match press {
            Press::Up | Press::Char('k') => self.go(self.at.saturating_sub(1)),
            Press::Down | Press::Char('j') => self.go(self.at + 1),
            Press::Home | Press::Char('g') => self.go(0),
            Press::End | Press::Char('G') => self.go(usize::MAX),
            Press::PageDown | Press::Control('d') => self.scroll += 10,
            Press::PageUp | Press::Control('u') => self.scroll = self.scroll.saturating_sub(10),
            Press::Right | Press::Left | Press::Tab => self.spread(press),
            Press::Char(' ') => self.mark(),
            Press::Char('a') => self.decide_here(&Verdict::Approve),
            Press::Char('r') => self.decide_here(&Verdict::Reject(String::new())),
            Press::Char('n') => self.note(),
            Press::Char('s') => self.decide_here(&Verdict::Snooze),
            Press::Char('A') => self.decide_many(&Verdict::Approve),
            Press::Char('R') => self.decide_many(&Verdict::Reject(String::new())),
            Press::Char('e') => self.edit(),
            Press::Char('u') => self.take_back(),
            Press::Char('/') => self.mode = Mode::Filter(self.filter.clone()),
            Press::Char('?') => {
                self.scroll = 0;
                self.mode = Mode::Help;
            }
            Press::Escape => {
                let here = self.here();
                self.filter.clear();
                self.marked.clear();
                self.stay(&here);
            }
            Press::Enter if self.decided.is_empty() => self.notice = "Nothing is decided yet.".into(),
            Press::Enter => return Wish::Summarise,
            Press::Char('q') | Press::Control('c') if self.decided.is_empty() => return Wish::Leave,
            Press::Char('q') | Press::Control('c') => self.mode = Mode::Leaving,
            Press::Char(_) | Press::Control(_) | Press::Paste(_) | Press::Newline | Press::Backspace | Press::Delete | Press::Other => {}
        }
        Wish::Nothing
    }

    /// Any key goes back but those that show the rest of it.
    fn press_in_help(&mut self, press: &Press) {
        self.scroll = match press {
            Press::PageDown => self.scroll + 10,
            Press::PageUp => self.scroll.saturating_sub(10),
            _ => {
                self.scroll = 0;
                return;
            }
        };
        self.mode = Mode::Help;
    }

    fn go(&mut self, to: usize) {
        let at = to.min(self.lines().len().saturating_sub(1));
        if at != self.at {
            self.scroll = 0;
        }
        self.at = at;
    }

    /// What the cursor is on, then what comes after it, then what comes before it, nearest first.
    fn here(&self) -> Vec<String> {
        let lines = self.lines();
        let (before, after) = lines.split_at(self.at.min(lines.len()));
        after.iter().chain(before.iter().rev()).flat_map(Line::targets).map(|index| self.items[index].id.clone()).collect()
    }

    /// Keeps the cursor on the first of these that is still listed: lines come and go above it, and the next key decides.
    fn stay(&mut self, here: &[String]) {
        let lines = self.lines();
        let on = |id: &String| {
            let holds = |line: &Line| line.targets().iter().any(|index| self.items[*index].id == *id);
            // Of a group that is spread out it is the line of its own, unless the cursor is on the head.
            lines.get(self.at).is_some_and(holds).then_some(self.at).or_else(|| lines.iter().rposition(holds))
        };
        let found = here.iter().enumerate().find_map(|(place, id)| Some((place, on(id)?)));
        if found.is_none_or(|(place, _)| place > 0) {
            self.scroll = 0;
        }
        self.at = found.map_or(0, |(_, at)| at);
    }

    /// Spreads a group out, or folds it up again.
    fn spread(&mut self, press: &Press) {
        let Some(line) = self.line() else { return };
        let Some(group) = self.groups.iter().find(|group| line.targets().iter().all(|index| group.contains(index))) else { return };
        let first = self.items[group[0]].id.clone();
        let opens = match press {
            Press::Right => true,
            Press::Left => false,
            _ => !self.open.contains(&first),
        };
        if opens {
            self.open.insert(first);
        } else {
            self.open.remove(&first);
            let members = group.clone();
            // Folded up under the cursor, its head is where the cursor goes.
            let head = self.lines().iter().position(|line| line.targets().iter().any(|index| members.contains(index)));
            self.go(head.unwrap_or(0));
        }
    }

    fn mark(&mut self) {
        let Some(line) = self.line() else { return };
        let ids: Vec<String> = line.targets().into_iter().map(|index| self.items[index].id.clone()).collect();
        if ids.iter().all(|id| self.marked.contains(id)) {
            self.marked.retain(|id| !ids.contains(id));
        } else {
            self.marked.extend(ids);
        }
        self.go(self.at + 1);
    }

    fn decide_here(&mut self, verdict: &Verdict) {
        let Some(line) = self.line() else { return };
        if self.decide(&line.targets(), verdict) {
            self.go_on();
        }
    }

    fn listed(&self) -> BTreeSet<usize> {
        self.lines().iter().flat_map(Line::targets).collect()
    }

    /// All that are marked and listed.
    fn marked_here(&self) -> Vec<usize> {
        self.listed().into_iter().filter(|index| self.is_marked(*index)).collect()
    }

    /// Asks why the marked ones, or else what the cursor is on, are rejected.
    fn note(&mut self) {
        let mut targets = self.marked_here();
        if targets.is_empty() {
            targets = self.line().map(|line| line.targets()).unwrap_or_default();
        }
        let Some(first) = targets.first() else { return };
        let so_far = match self.verdict(*first) {
            Some(Verdict::Reject(note)) => note.as_str(),
            _ => "",
        };
        self.mode = Mode::Note(targets, Editor::new(so_far));
    }

    fn press_in_note(&mut self, press: &Press, targets: Vec<usize>, mut editor: Editor) {
        match press {
            Press::Escape | Press::Control('c') => {
                self.notice = "Nothing was rejected.".into();
                return;
            }
            Press::Enter => match noted(&editor.text()) {
                Ok(note) => {
                    if self.decide(&targets, &Verdict::Reject(note)) {
                        self.marked.clear();
                        self.go_on();
                    }
                    return;
                }
                Err(why) => self.notice = why.to_string(),
            },
            other => {
                self.notice.clear();
                editor.press(other);
            }
        }
        self.mode = Mode::Note(targets, editor);
    }

    /// Decides all that are marked, or the group that the cursor is in.
    fn decide_many(&mut self, verdict: &Verdict) {
        let listed = self.listed();
        let mut targets = self.marked_here();
        if targets.is_empty() {
            let Some(here) = self.current() else { return };
            let group = self.groups.iter().find(|group| group.contains(&here));
            targets = group.into_iter().flatten().copied().filter(|index| listed.contains(index)).collect();
        }
        if self.decide(&targets, verdict) {
            self.marked.clear();
            self.go_on();
        }
    }

    fn decide(&mut self, targets: &[usize], verdict: &Verdict) -> bool {
        let approves = matches!(verdict, Verdict::Approve | Verdict::Edited(_));
        let able: Vec<usize> = targets.iter().copied().filter(|index| !approves || self.items[*index].not_approvable().is_none()).collect();
        if let Some(left) = targets.iter().find(|index| !able.contains(index)) {
            self.notice = self.items[*left].not_approvable().unwrap_or_default();
        }
        let sealed = self.decided.values().filter(|v| v.is_sealed()).count();
        let more = able.iter().filter(|index| !self.verdict(**index).is_some_and(Verdict::is_sealed)).count();
        if verdict.is_sealed() && sealed + more > DECISIONS_MAX {
            self.notice = format!("One seal covers at most {DECISIONS_MAX} decisions: press enter to seal these first.");
            return false;
        }
        let ids = able.iter().map(|index| self.items[*index].id.clone());
        let before: Vec<_> = ids.map(|id| (id.clone(), self.decided.insert(id, verdict.clone()))).collect();
        if before.is_empty() {
            return false;
        }
        self.undo.push(before);
        true
    }

    /// To the next line with something left to decide, or one further.
    fn go_on(&mut self) {
        let lines = self.lines();
        let open = |line: &Line| line.targets().iter().any(|index| self.verdict(*index).is_none());
        let next = lines.iter().enumerate().skip(self.at + 1).find(|(_, line)| open(line)).map(|(place, _)| place);
        self.go(next.unwrap_or(self.at + 1));
    }

    fn take_back(&mut self) {
        let Some(before) = self.undo.pop() else {
            self.notice = "There is nothing to take back.".into();
            return;
        };
        let first = before.first().map(|(id, _)| id.clone());
        for (id, verdict) in before {
            match verdict {
                Some(verdict) => drop(self.decided.insert(id, verdict)),
                None => drop(self.decided.remove(&id)),
            }
        }
        let place = self.lines().iter().position(|line| line.targets().iter().any(|index| Some(&self.items[*index].id) == first.as_ref()));
        self.go(place.unwrap_or(self.at));
    }

    fn press_in_filter(&mut self, press: &Press, before: String) {
        match press {
            Press::Enter => {
                self.go(0);
                return;
            }
            Press::Escape | Press::Control('c') => {
                self.filter = before;
                self.go(0);
                return;
            }
            Press::Char(c) => self.filter.push(*c),
            Press::Paste(text) => self.filter.extend(text.chars().filter(|c| !c.is_control())),
            Press::Backspace => drop(self.filter.pop()),
            Press::Control('u') => self.filter.clear(),
            _ => {}
        }
        self.go(0);
        self.mode = Mode::Filter(before);
    }

    fn edit(&mut self) {
        let Some(index) = self.current() else { return };
        let item = &self.items[index];
        if let Some(why) = item.not_approvable() {
            self.notice = why;
            return;
        }
        let Some(original) = &item.claim else {
            self.notice = "Only the words of a claim can be edited; approve this as it is, or reject it.".into();
            return;
        };
        let draft = match self.verdict(index) {
            Some(Verdict::Edited(draft)) => draft,
            _ => original,
        };
        let editor = |text: Option<&Content>| Editor::new(text.map_or("", Content::as_str));
        let fields =
            [("Content", editor(Some(&draft.content))), ("Rationale", editor(draft.rationale.as_ref())), ("Context", editor(draft.context.as_ref()))];
        self.mode = Mode::Edit(Box::new(Edit { id: item.id.clone(), fields, on: 0 }));
    }

    fn press_in_edit(&mut self, press: &Press, mut edit: Box<Edit>) {
        match press {
            Press::Escape | Press::Control('c') => {
                self.notice = "The edit was dropped.".into();
                return;
            }
            Press::Tab => edit.on = (edit.on + 1) % edit.fields.len(),
            Press::Enter => match self.edited(&edit) {
                Ok((index, verdict)) => {
                    if self.decide(&[index], &verdict) {
                        self.go_on();
                    }
                    return;
                }
                Err(why) => self.notice = why.to_string(),
            },
            other => {
                self.notice.clear();
                edit.fields[edit.on].1.press(other);
            }
        }
        self.mode = Mode::Edit(edit);
    }

    /// What an edit comes to; words that are the same as before are a plain yes.
    fn edited(&self, edit: &Edit) -> Result<(usize, Verdict), Malformed> {
        let found = self.items.iter().enumerate().find_map(|(index, item)| Some((index, item.claim.as_ref()?)).filter(|_| item.id == edit.id));
        let Some((index, original)) = found else { return Err(Malformed::new(&edit.id, "a proposal that still waits")) };
        let [content, rationale, context] = edit.fields.each_ref().map(|(_, editor)| editor.text());
        let optional = |text: String| if text.trim().is_empty() { Ok(None) } else { Content::parse(&text).map(Some) };
        let draft = Draft { content: Content::parse(&content)?, rationale: optional(rationale)?, context: optional(context)?, ..original.clone() };
        Ok((index, if draft == *original { Verdict::Approve } else { Verdict::Edited(Box::new(draft)) }))
    }

    fn press_in_summary(&mut self, press: &Press, mut summary: Summary) -> Wish {
        match press {
            Press::Escape | Press::Char('q' | 'n') | Press::Control('c') => {
                self.notice = "Nothing was sealed; your decisions are still here.".into();
                return Wish::Nothing;
            }
            Press::Down | Press::Char('j') => summary.scroll += 1,
            Press::Up | Press::Char('k') => summary.scroll = summary.scroll.saturating_sub(1),
            Press::PageDown | Press::Char(' ') => summary.scroll += 10,
            Press::PageUp => summary.scroll = summary.scroll.saturating_sub(10),
            _ => {}
        }
        self.mode = Mode::Summary(summary);
        if *press == Press::Enter { Wish::Seal } else { Wish::Nothing }
    }

    /// Shows what would be sealed.
    pub(crate) fn show(&mut self, summary: Summary) {
        self.mode = Mode::Summary(summary);
    }

    /// Takes away what was decided for good.
    pub(crate) fn settle(&mut self, gone: &BTreeSet<String>) {
        let here = self.here();
        self.items.retain(|item| !gone.contains(&item.id));
        self.decided.retain(|id, _| !gone.contains(id));
        self.marked.retain(|id| !gone.contains(id));
        self.undo.clear();
        self.mode = Mode::List;
        self.regroup();
        self.stay(&here);
    }

    /// Takes a decision back because what it was about changed; shows what is there now in its place.
    pub(crate) fn renew(&mut self, item: Item) {
        let here = self.here();
        self.decided.remove(&item.id);
        self.undo.iter_mut().for_each(|step| step.retain(|(id, _)| *id != item.id));
        if let Some(place) = self.items.iter_mut().find(|old| old.id == item.id) {
            *place = item;
        }
        self.regroup();
        self.stay(&here);
    }
}

/// A note as it will stand on record; a blank one is none.
fn noted(text: &str) -> Result<String, Malformed> {
    if text.trim().is_empty() { Ok(String::new()) } else { Note::parse(text.trim()).map(String::from) }
}
