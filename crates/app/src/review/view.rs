//! Draws the inbox. What is drawn follows from the state alone, so that a test can look at it.

use super::{
    editor::Editor,
    flow::{Stretch, Tone, fit, width, wrap},
    page::{mark, page},
    state::{Inbox, Line as Row, Mode, Summary, Verdict},
};
use crate::terminal::many;
use kernel::time::Moment;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Whether colours are wanted.
    pub(crate) paint: bool,
    /// So that a page can say how long something still waits.
    pub(crate) now: Moment,
}

/// Rows below a summary that questions are asked in: three tries, and what is said between them.
pub(crate) const ASKING_ROWS: u16 = 6;
/// Rows of what is said below the list or the summary, at most.
const TOLD_ROWS: usize = 3;
/// Below this there is no room to read what one decides.
const COLUMNS_MIN: u16 = 40;
const ROWS_MIN: u16 = 10;
/// Narrower than this, the list stands above the page instead of beside it.
const BESIDE_MIN: u16 = 64;

const HELP: &[(&str, &str)] = &[
    ("a", "approve; on a group, all that are listed in it"),
    ("r  n", "reject; n asks for a note that whoever proposed it will read"),
    ("e", "edit the words, then approve"),
    ("s", "put off for a week, or until a day before it expires"),
    ("space", "mark"),
    ("A  R", "approve or reject all marked; without marks, the group"),
    ("u", "take the last decision back"),
    ("tab ← →", "spread a group out, fold it up"),
    ("↑ ↓ j k", "move;  g G  to the first and the last"),
    ("PgUp PgDn", "scroll the right side"),
    ("/", "show only what holds these words;  esc  shows all again"),
    ("enter", "look at what is decided, then seal it"),
    ("q", "quit; asks first if decisions would be lost"),
];

/// Draws everything; keeps scrolling within bounds.
pub(crate) fn draw(frame: &mut Frame<'_>, inbox: &mut Inbox, look: Look) {
    let area = frame.area();
    if area.width < COLUMNS_MIN || area.height < ROWS_MIN {
        frame.render_widget(Paragraph::new(fit("The window is too small.", area.width.into())), area);
        return;
    }
    if let Mode::Summary(summary) = &mut inbox.mode {
        let notice = inbox.notice.clone();
        return draw_summary(frame, area, summary, &notice, look);
    }
    let (tone, said) = said(inbox);
    let said = told(tone, &said, area.width);
    let [head, body, notice, keys] = Layout::vertical([Constraint::Length(1), Constraint::Min(0), rows(&said), Constraint::Length(1)]).areas(area);
    bar(frame, head, &header(inbox), look);
    match inbox.mode {
        Mode::Help => draw_help(frame, body, &mut inbox.scroll, look),
        _ if inbox.items.is_empty() => frame.render_widget(Paragraph::new("\n  Nothing waits for you."), body),
        _ => draw_body(frame, body, inbox, look),
    }
    tell(frame, notice, &said, look);
    bar(frame, keys, hints(inbox, keys.width), look);
}

fn header(inbox: &Inbox) -> String {
    let batch = inbox.batch();
    let count = |is: fn(&Verdict) -> bool| batch.iter().filter(|(_, verdict)| is(verdict)).count();
    let mut head = format!(" Review · {} wait", inbox.items.len());
    for (count, words) in [
        (count(|v| matches!(v, Verdict::Approve | Verdict::Edited(_))), "to approve"),
        (count(|v| matches!(v, Verdict::Reject(_))), "to reject"),
        (count(|v| matches!(v, Verdict::Snooze)), "to put off"),
    ] {
        if count > 0 {
            head.push_str(&format!(" · {count} {words}"));
        }
    }
    if inbox.unsealed {
        head.push_str(" · UNSEALED: approvals carry no signature");
    }
    head
}

fn said(inbox: &Inbox) -> (Tone, String) {
    match &inbox.mode {
        Mode::Filter(_) => (Tone::Label, format!("/{}▏", inbox.filter)),
        Mode::Leaving => {
            let unsealed = many(inbox.batch().len(), "decision is not sealed. Quit and lose it", "decisions are not sealed. Quit and lose them");
            (Tone::Warn, format!("{unsealed}? (y, or any other key to stay)"))
        }
        _ if !inbox.notice.is_empty() => (Tone::Warn, inbox.notice.clone()),
        _ if !inbox.filter.is_empty() => (Tone::Dim, format!("only what holds “{}” (esc shows all)", inbox.filter)),
        _ => (Tone::Plain, String::new()),
    }
}

fn hints(inbox: &Inbox, columns: u16) -> &'static str {
    match inbox.mode {
        Mode::Edit(_) => " enter keep the edit · tab next field · ctrl-j new line · esc drop it",
        Mode::Help => " any key goes back",
        Mode::Filter(_) => " enter keep · esc back",
        Mode::Note(..) => " enter reject with this note · esc back",
        _ if inbox.items.is_empty() => " q quit",
        _ if columns >= 109 => " a approve  r reject  n note  e edit  s snooze  space mark  A all  u undo  / filter  ? help  enter seal  q quit",
        _ => " a approve  r reject  n note  e edit  s snooze  / find  ? help  enter seal",
    }
}

fn draw_body(frame: &mut Frame<'_>, area: Rect, inbox: &mut Inbox, look: Look) {
    let (list, right) = if area.width >= BESIDE_MIN {
        let [list, _, right] = Layout::horizontal([Constraint::Length(area.width * 2 / 5), Constraint::Length(1), Constraint::Min(0)]).areas(area);
        (list, right)
    } else {
        let [list, right] = Layout::vertical([Constraint::Length(area.height / 3), Constraint::Min(0)]).areas(area);
        (list, right)
    };
    if right.x > 0 {
        let rule = Rect { x: right.x - 1, width: 1, ..right };
        let bars: Vec<Line<'_>> = (0..rule.height).map(|_| Line::styled("│", style(Tone::Dim, look))).collect();
        frame.render_widget(Paragraph::new(bars), rule);
    }
    draw_list(frame, list, inbox, look);
    let columns = usize::from(right.width);
    let lines = match &inbox.mode {
        Mode::Edit(edit) => edit_lines(&edit.fields, edit.on, columns),
        Mode::Note(_, editor) => edit_lines(&[("Why it is rejected, for whoever proposed it", editor.clone())], 0, columns),
        _ => page(inbox, look.now).iter().flat_map(|(words, indent)| wrap(words, columns, *indent)).collect(),
    };
    scrolled(frame, right, &lines, &mut inbox.scroll, look);
}

/// Draws as much as fits, from where it is scrolled to; says when there is more.
fn scrolled(frame: &mut Frame<'_>, area: Rect, lines: &[Vec<Stretch>], scroll: &mut usize, look: Look) {
    let rows = usize::from(area.height);
    *scroll = (*scroll).min(lines.len().saturating_sub(rows));
    let mut shown: Vec<Line<'_>> = lines.iter().skip(*scroll).take(rows).map(|line| painted(line, look)).collect();
    let below = lines.len().saturating_sub(*scroll + rows);
    if below > 0
        && let Some(last) = shown.last_mut()
    {
        *last = painted(&[(Tone::Dim, fit(&format!("… {} more lines: PgDn", below + 1), area.width.into()))], look);
    }
    frame.render_widget(Paragraph::new(shown), area);
}

fn draw_list(frame: &mut Frame<'_>, area: Rect, inbox: &Inbox, look: Look) {
    let rows = usize::from(area.height).max(1);
    let lines = inbox.lines();
    if lines.is_empty() {
        frame.render_widget(Paragraph::new(fit("Nothing holds these words.", area.width.into())), area);
        return;
    }
    // Whole pages: a list that moves under the eye with every key is hard to read.
    let top = inbox.at / rows * rows;
    let shown: Vec<Line<'_>> = lines.iter().enumerate().skip(top).take(rows).map(|(place, row)| list_row(inbox, row, place, area, look)).collect();
    frame.render_widget(Paragraph::new(shown), area);
}

fn list_row(inbox: &Inbox, row: &Row, place: usize, area: Rect, look: Look) -> Line<'static> {
    let targets = row.targets();
    let Some(first) = targets.first().map(|index| &inbox.items[*index]) else { return Line::default() };
    let marks: Vec<(char, Tone)> = targets.iter().map(|index| mark(inbox.verdict(*index), &inbox.items[*index])).collect();
    let (sign, tone) = if marks.iter().all(|m| *m == marks[0]) { marks[0] } else { ('…', Tone::Dim) };
    let marked = if targets.iter().all(|index| inbox.is_marked(*index)) { '*' } else { ' ' };
    let text = match row {
        Row::Group { members, open } => format!("{} {}× {}", if *open { '▾' } else { '▸' }, members.len(), first.line),
        Row::One { inside, .. } => format!("{}{}", if *inside { "  " } else { "" }, first.line),
    };
    let here = if place == inbox.at { '>' } else { ' ' };
    let head = [(Tone::Label, format!("{here}{marked}")), (tone, format!("{sign} "))];
    let room = usize::from(area.width).saturating_sub(4);
    let text = fit(&text, room);
    let pad = " ".repeat(room.saturating_sub(width(&text)));
    let line = painted(&[&head[..], &[(Tone::Plain, format!("{text}{pad}"))]].concat(), look);
    if place == inbox.at { line.style(Style::new().add_modifier(Modifier::REVERSED)) } else { line }
}

fn edit_lines(fields: &[(&str, Editor)], at: usize, columns: usize) -> Vec<Vec<Stretch>> {
    let mut lines = Vec::new();
    for (place, (label, editor)) in fields.iter().enumerate() {
        let on = place == at;
        lines.push(vec![(if on { Tone::Label } else { Tone::Dim }, format!("{} {label}", if on { '>' } else { ' ' }))]);
        let (before, after) = editor.halves();
        let text =
            if on { vec![(Tone::Plain, before), (Tone::Label, "▏".into()), (Tone::Plain, after)] } else { vec![(Tone::Dim, before + &after)] };
        lines.extend(wrap(&text, columns, 0));
        lines.push(Vec::new());
    }
    lines
}

fn draw_help(frame: &mut Frame<'_>, area: Rect, scroll: &mut usize, look: Look) {
    let columns = usize::from(area.width);
    let mut lines = vec![Vec::new()];
    for (key, meaning) in HELP {
        let pad = " ".repeat(11_usize.saturating_sub(width(key)));
        lines.extend(wrap(&[(Tone::Label, format!("  {key}{pad}")), (Tone::Plain, (*meaning).to_owned())], columns, 13));
    }
    let last = "  + approve  ~ edited  - reject  z put off  ! cannot be approved  * marked";
    lines.push(Vec::new());
    lines.extend(wrap(&[(Tone::Dim, last.to_owned())], columns, 2));
    scrolled(frame, area, &lines, scroll, look);
}

/// What is said below the rest, in as many rows as it takes up to a few; where that is too few, it is marked.
fn told(tone: Tone, text: &str, columns: u16) -> Vec<Vec<Stretch>> {
    let mut lines = wrap(&[(tone, text.to_owned())], columns.into(), 0);
    if lines.len() > TOLD_ROWS {
        let rest: String = lines.drain(TOLD_ROWS - 1..).flatten().map(|(_, words)| words + " ").collect();
        lines.push(vec![(tone, fit(rest.trim_end(), columns.into()))]);
    }
    lines
}

/// Room for so many lines.
fn rows(lines: &[Vec<Stretch>]) -> Constraint {
    Constraint::Length(u16::try_from(lines.len()).unwrap_or(u16::MAX))
}

fn tell(frame: &mut Frame<'_>, area: Rect, lines: &[Vec<Stretch>], look: Look) {
    frame.render_widget(Paragraph::new(lines.iter().map(|line| painted(line, look)).collect::<Vec<_>>()), area);
}

fn draw_summary(frame: &mut Frame<'_>, area: Rect, summary: &mut Summary, notice: &str, look: Look) {
    let said = if notice.is_empty() { told(Tone::Label, &summary.asks, area.width) } else { told(Tone::Warn, notice, area.width) };
    let [head, body, digest, below, _asking] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1), rows(&said), Constraint::Length(ASKING_ROWS)])
            .areas(area);
    bar(frame, head, &format!(" You are about to decide {}", summary.lines.len()), look);
    let columns = usize::from(body.width);
    let line = |(sign, text): &(char, String)| {
        let tone = match sign {
            '+' | '~' => Tone::Yes,
            '-' => Tone::No,
            _ => Tone::Dim,
        };
        vec![(tone, format!(" {sign} ")), (Tone::Plain, fit(text, columns.saturating_sub(3)))]
    };
    let lines: Vec<Vec<Stretch>> = summary.lines.iter().map(line).collect();
    scrolled(frame, body, &lines, &mut summary.scroll, look);
    frame.render_widget(Paragraph::new(painted(&[(Tone::Dim, fit(&summary.digest, columns))], look)), digest);
    tell(frame, below, &said, look);
}

fn bar(frame: &mut Frame<'_>, area: Rect, text: &str, look: Look) {
    let text = fit(text, area.width.into());
    let line = painted(&[(Tone::Label, text)], look);
    frame.render_widget(Paragraph::new(line), area);
}

fn painted(words: &[Stretch], look: Look) -> Line<'static> {
    Line::from(words.iter().map(|(tone, text)| Span::styled(text.clone(), style(*tone, look))).collect::<Vec<_>>())
}

/// Colour only adds to what signs and weight already say.
fn style(tone: Tone, look: Look) -> Style {
    let plain = Style::new();
    let coloured = |colour| if look.paint { plain.fg(colour) } else { plain };
    match tone {
        Tone::Plain => plain,
        Tone::Label => plain.add_modifier(Modifier::BOLD),
        Tone::Dim => plain.add_modifier(Modifier::DIM),
        Tone::Old => coloured(Color::Red),
        Tone::New => coloured(Color::Green),
        Tone::Yes => coloured(Color::Green).add_modifier(Modifier::BOLD),
        Tone::No => coloured(Color::Red).add_modifier(Modifier::BOLD),
        Tone::Warn => coloured(Color::Yellow).add_modifier(Modifier::BOLD),
    }
}
