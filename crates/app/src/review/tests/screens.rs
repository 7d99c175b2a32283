//! What people see, kept as text beside this file. `UPDATE=1` rewrites it, for a person to read before it is kept.

use super::{claim, inbox, type_in};
use crate::review::{
    item::Nearest,
    state::{Inbox, Summary},
    view::{Look, draw},
};
use kernel::time::Moment;
use ratatui::{Terminal, backend::TestBackend, buffer::Buffer, style::Color};
use serde_json::json;
use std::path::Path;

fn drawn(inbox: &mut Inbox, columns: u16, rows: u16, paint: bool) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a screen in memory");
    let look = Look { paint, now: Moment::parse("2026-01-02T00:00:00.000Z").expect("a moment") };
    terminal.draw(|frame| draw(frame, inbox, look)).expect("draw");
    terminal.backend().buffer().clone()
}

/// The screen as text, a line for each row.
fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let mut out = String::new();
    for row in buffer.content.chunks(width) {
        let mut line = String::new();
        let mut covered = 0;
        for cell in row {
            // A wide character stands in its first cell and covers the next.
            if covered > 0 {
                covered -= 1;
                continue;
            }
            line.push_str(cell.symbol());
            covered = crate::review::flow::width(cell.symbol()).saturating_sub(1);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn check(name: &str, inbox: &mut Inbox, columns: u16, rows: u16) {
    let seen = text(&drawn(inbox, columns, rows, false));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/review/tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE").is_some_and(|v| v == "1") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("make the folder");
        std::fs::write(&path, &seen).expect("write");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == seen, "{name} is not what is drawn now; UPDATE=1 rewrites it\n--- kept\n{kept}\n--- drawn\n{seen}");
}

#[test]
fn people_see_this() {
    let table: [(&str, &str, (u16, u16)); 13] = [
        ("group", "", (80, 24)),
        ("claim", "j", (80, 24)),
        ("claim_wide", "j", (120, 30)),
        ("claim_narrow", "j", (50, 20)),
        ("decided", "arsa", (80, 24)),
        ("marked_and_spread", "\tj  j", (80, 24)),
        ("noting", "jnNobody deploys on Thursdays", (80, 24)),
        ("noted", "jnNobody deploys on Thursdays\rk", (80, 24)),
        ("filter", "/serv", (80, 24)),
        ("help", "?", (80, 24)),
        ("help_narrow", "?", (60, 20)),
        ("leaving", "aq", (80, 24)),
        ("leaving_narrow", "aq", (40, 12)),
    ];
    for (name, keys, (columns, rows)) in table {
        let mut inbox = inbox();
        type_in(&mut inbox, keys);
        check(name, &mut inbox, columns, rows);
    }
}

#[test]
fn people_see_what_would_change() {
    let mut inbox = inbox();
    inbox.items[1].nearest = Nearest::Claim { id: "d_7".into(), content: "Deploys happen on Mondays".into(), alike: 60 };
    type_in(&mut inbox, "j");
    check("nearest", &mut inbox, 80, 24);
    type_in(&mut inbox, "e\x15We deploy on Fridays\nafter lunch");
    check("editing", &mut inbox, 80, 24);
    type_in(&mut inbox, "\rk");
    check("edited", &mut inbox, 80, 24);
}

#[test]
fn people_see_what_they_are_about_to_seal() {
    let mut inbox = inbox();
    let lines = ["+ decision We use one file", "~ decision We deploy on Fridays", "- idea A second cache", "z learning The cache is cold"];
    let lines = lines.iter().map(|line| (line.chars().next().unwrap_or(' '), line[2..].to_owned())).collect();
    let summary = Summary {
        lines,
        digest: format!(" one seal over {}", "ab".repeat(32)),
        asks: " enter seals all of it, once · esc goes back".into(),
        scroll: 0,
    };
    inbox.show(summary.clone());
    check("summary", &mut inbox, 80, 24);
    let many = (0..100).map(|n| ('+', format!("learning fact number {n}"))).collect();
    inbox.show(Summary { lines: many, ..summary });
    inbox.notice = "Nothing was sealed, nothing is lost: the passphrase is wrong".into();
    check("summary_long", &mut inbox, 80, 24);
    inbox.notice = "Nothing was sealed, nothing is lost: the passphrase does not open this key, or the key file was changed".into();
    check("summary_narrow", &mut inbox, 60, 16);
}

#[test]
fn people_see_what_they_would_believe_and_what_speaks_against_it() {
    let lesson = json!({
        "statement": "Measure before you change", "content": "A guess about speed is wrong half of the time.", "tier": "shu", "domain": "project",
        "field": "performance", "anchor": "repo://abc",
    });
    let piece = |id: &str, role: &str, from: &str, words: &str| json!({ "id": id, "role": role, "origin": "tool", "principal": "codex", "source": from, "content": words });
    let mut against = piece("e_3", "counterexample", "c.log", "It was slow on Tuesday");
    against["answered"] = json!(true);
    let evidence = json!([piece("e_1", "supporting", "a.log", "It was fast"), piece("e_2", "verification", "b.log", "It was fast again"), against]);
    let believe = json!({
        "knowledge": lesson, "id": "k_1", "from": "candidate", "to": "promoted", "reason": "it held twice",
        "counts": { "supporting": 1, "verification": 1, "teaching": 0, "counterexample": 0 }, "answered": ["e_3"], "evidence": evidence,
    });
    let demote = json!({
        "knowledge": lesson, "id": "card_1", "from": "promoted", "to": "demoted", "reason": "it lost data", "reasonType": "contradicted",
        "no longer believed with it": ["card_2"], "evidence": [piece("e_3", "counterexample", "c.log", "It was slow on Tuesday")],
    });
    let publish = json!({ "knowledge": lesson, "id": "k_1", "from": "worktree://abc/main", "to": "repo://abc", "reason": "all checkouts need it" });
    let raise = json!({
        "knowledge": lesson, "id": "k_2", "from": "shu", "to": "dao_ren", "status": "promoted", "reason": "it holds in the whole field",
        "counts": { "supporting": 2, "verification": 1, "teaching": 0, "counterexample": 0 }, "evidence": [piece("e_1", "supporting", "a.log", "It was fast")],
    });
    let table = [
        ("knowledge_promote", "knowledge.promote", believe, (80, 32)),
        ("card_demote", "card.demote", demote, (80, 28)),
        ("knowledge_publish", "knowledge.publish", publish, (80, 24)),
        ("knowledge_raise", "knowledge.raise", raise, (80, 28)),
    ];
    for (name, op, shows, (columns, rows)) in table {
        let mut inbox = Inbox::new(vec![super::shown("p_1", op, &shows)], false);
        check(name, &mut inbox, columns, rows);
    }
}

#[test]
fn people_see_when_nothing_is_left() {
    let mut inbox = Inbox::new(Vec::new(), true);
    inbox.notice = "100 approved, 0 rejected under one seal; ledger entry 101.".into();
    check("empty", &mut inbox, 80, 24);
}

#[test]
fn nothing_hides_in_what_agents_wrote() {
    let texts = [
        "plain \u{1b}[2J\u{1b}]0;title\u{7} escapes and \u{202e}reversed\u{202c} words",
        "zero\u{200b}width and \u{e0041}tags\u{e007f}",
        "מחר נפרוס את השרת, تنشر الخدمة غدا",
        "日本語と絵文字👩\u{200d}🚀が混ざった長い行です。日本語と絵文字が混ざった長い行です。",
        "e\u{301}\u{301}\u{301} stacked; ⟨U+202E⟩ spelled by hand",
    ];
    let hostile = |text: &str| {
        let mut item = claim("p_1", "x");
        // The store refuses such words; a row changed behind its back does not.
        item.line = crate::terminal::visible_line(text);
        item.evidence[0].text = text.to_owned();
        item.evidence[0].head = crate::terminal::visible_line(text);
        item.asks = vec![crate::terminal::visible_line(text)];
        item
    };
    let mut seen = String::new();
    for words in texts {
        let mut inbox = Inbox::new(vec![hostile(words)], false);
        for (columns, rows) in [(40, 10), (80, 24), (200, 60)] {
            let shown = text(&drawn(&mut inbox, columns, rows, true));
            assert!(!shown.contains(|c: char| c.is_control() && c != '\n' || "\u{202e}\u{200b}\u{e0041}\u{200d}".contains(c)), "{shown:?}");
            for line in shown.lines() {
                assert!(crate::review::flow::width(line) <= usize::from(columns), "{line:?}");
            }
            if columns == 80 {
                seen.push_str(&shown);
            }
        }
    }
    assert!(seen.contains("⟨U+202E⟩reversed") && seen.contains("⟨U+001B⟩[2J") && seen.contains("zero⟨U+200B⟩width"), "{seen}");
}

#[test]
fn a_window_of_any_size_draws_something() {
    for (columns, rows) in [(1, 1), (10, 3), (39, 9), (40, 10), (64, 10), (63, 11), (300, 5), (300, 100)] {
        for keys in ["", "j", "?", "je", "/x", "aq"] {
            let mut inbox = inbox();
            type_in(&mut inbox, keys);
            drawn(&mut inbox, columns, rows, true);
            inbox.show(Summary { lines: vec![('+', "x".repeat(500)); 50], ..Summary::default() });
            drawn(&mut inbox, columns, rows, true);
        }
    }
}

#[test]
fn without_colour_the_signs_say_it_all() {
    let mut inbox = inbox();
    inbox.items[1].nearest = Nearest::Claim { id: "d_7".into(), content: "Deploys happen on Mondays".into(), alike: 60 };
    type_in(&mut inbox, "arjk");
    let (plain, painted) = (drawn(&mut inbox, 80, 24, false), drawn(&mut inbox, 80, 24, true));
    assert_eq!(text(&plain), text(&painted));
    assert!(plain.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    assert!(painted.content.iter().any(|cell| cell.fg != Color::Reset));
}
