//! Cutting: what a piece is in each kind of document, and what holds for every text there could be.
//!
//! Not here: which kind a file is. See the formats.

use ingest::{Document, Kind, PIECE_CHARS_GOAL, PIECE_CHARS_MAX, Part, Piece, Role, clean, cut};
use kernel::text::Content;
use proptest::prelude::*;

fn pieces(kind: Kind, path: &str, text: &str) -> Vec<Piece> {
    let part = Part { text: text.to_owned(), ..Part::default() };
    let pieces = cut(&Document { path: path.to_owned(), title: String::new(), kind, parts: vec![part] });
    holds(text, &pieces);
    pieces
}

/// Nothing is lost but whitespace; nothing is too long; everything can be kept; lines are where they say.
fn holds(text: &str, pieces: &[Piece]) {
    let dense = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let joined: String = pieces.iter().map(|piece| dense(&piece.text)).collect();
    assert_eq!(joined, dense(&clean(text)));
    let cleaned = clean(text);
    let lines: Vec<&str> = cleaned.split('\n').collect();
    for piece in pieces {
        assert_eq!(Content::parse(&piece.text).expect("a piece can be kept").as_str(), piece.text);
        assert!(piece.text.chars().count() <= PIECE_CHARS_MAX, "{} characters", piece.text.chars().count());
        let first = piece.text.split('\n').next().unwrap_or("");
        let at = usize::try_from(piece.line).expect("a line") - 1;
        assert!(lines[at].contains(first), "line {} is `{}`, not `{first}`", piece.line, lines[at]);
    }
}

fn headings(pieces: &[Piece]) -> Vec<&str> {
    pieces.iter().map(|piece| piece.heading.as_str()).collect()
}

/// So many characters of statements.
fn body(indent: &str, chars: usize) -> String {
    let line = format!("{indent}let total = total + counted;\n");
    line.repeat(chars / line.len() + 1)
}

#[test]
fn code_is_cut_between_definitions_which_keep_their_comments() {
    let text = format!(
        "//! A module.\n\nuse std::fmt;\n\n/// Opens it.\n#[must_use]\npub fn open() {{\n{}}}\n\n/// A store.\nstruct Store;\n\nimpl Store {{\n    /// Saves.\n    fn save(&self) {{\n{}    }}\n\n    /// Loads.\n    fn load(&self) {{\n{}    }}\n}}\n",
        body("    ", 600),
        body("        ", 700),
        body("        ", 700)
    );
    let pieces = pieces(Kind::Code, "src/store.rs", &text);
    assert_eq!(headings(&pieces), ["open, Store", "impl Store > save", "impl Store > load"]);
    assert!(pieces[0].text.starts_with("//! A module.") && pieces[0].text.contains("#[must_use]\npub fn open() {"));
    assert!(pieces[1].text.contains("/// Saves."), "{}", pieces[1].text);
    assert!(pieces[2].text.starts_with("/// Loads.") && pieces[2].text.ends_with("    }\n}"), "{}", pieces[2].text);
}

#[test]
fn every_common_language_is_cut_at_its_functions() {
    let long = |line: &str| line.repeat(700 / line.len() + 1);
    let cases = [
        (
            "a.py",
            format!(
                "@cached\ndef a(x):\n    \"\"\"Say.\n\nAt the margin.\n    \"\"\"\n{}\n\nclass B:\n    def c(self):\n{}\n    async def d(self):\n{}",
                long("    x = x + 1\n"),
                long("        y = y + 1\n"),
                long("        z = z + 1\n")
            ),
            vec!["a", "B > c", "B > d"],
        ),
        (
            "a.ts",
            format!(
                "export const a = async (x: number) => {{\n{}}};\n\nexport class B {{\n  c(x) {{\n{}  }}\n\n  private async d() {{\n{}  }}\n}}\n",
                long("  x = x + 1;\n"),
                long("    y = y + 1;\n"),
                long("    z = z + 1;\n")
            ),
            vec!["a", "B > c", "B > d"],
        ),
        (
            "a.c",
            format!(
                "#include <a.h>\n\nstatic int\na_b(int x)\n{{\n{}#ifdef C\n    x--;\n#endif\n}}\n\n/* Says\n * much. */\nint d(int x)\n{{\n{}}}\n",
                long("    x = x + 1;\n"),
                long("    y = y + 1;\n")
            ),
            vec!["a_b", "d"],
        ),
        (
            "a.go",
            format!(
                "package a\n\n// Open opens.\nfunc (s *Store) Open() error {{\n{}}}\n\nfunc Close() {{\n{}}}\n",
                long("\tx = x + 1\n"),
                long("\ty = y + 1\n")
            ),
            vec!["Store.Open", "Close"],
        ),
        (
            "a.rb",
            format!(
                "module A\n  class B\n    def c?(x)\n{}    end\n\n    def self.d\n{}    end\n  end\nend\n",
                long("      x = x + 1\n"),
                long("      y = y + 1\n")
            ),
            vec!["A > B > c?", "A > B > self.d"],
        ),
        (
            "a.sql",
            format!("create table a (\n{});\n\ncreate index if not exists b on a (\n{});\n", long("  x integer,\n"), long("  y,\n")),
            vec!["a", "b"],
        ),
        (
            "a.java",
            format!(
                "package a;\n\npublic class B {{\n    @Override\n    public void c(int x) throws E {{\n{}    }}\n\n    int d() {{\n{}    }}\n}}\n",
                long("        x = x + 1;\n"),
                long("        y = y + 1;\n")
            ),
            vec!["B > c", "B > d"],
        ),
    ];
    for (path, text, expected) in cases {
        let pieces = pieces(Kind::Code, path, &text);
        let mut found = headings(&pieces);
        found.dedup();
        assert_eq!(found, expected, "{path}: {pieces:#?}");
    }
}

#[test]
fn a_function_too_long_for_one_piece_is_cut_at_its_blank_lines() {
    let paragraph = body("    ", 500);
    let text = format!("fn long() {{\n{paragraph}\n{paragraph}\n{paragraph}\n{paragraph}}}\n");
    let pieces = pieces(Kind::Code, "a.rs", &text);
    assert_eq!(headings(&pieces), ["long"; 2]);
    assert_eq!(pieces[1].line as usize, text[..text.find(&pieces[1].text).expect("verbatim")].matches('\n').count() + 1);
    assert!(text[..text.find(&pieces[1].text).expect("verbatim")].trim_end_matches(' ').ends_with("\n\n"));
}

#[test]
fn tiny_definitions_share_a_piece_and_its_heading_names_them() {
    let pieces = pieces(Kind::Code, "a.rs", "fn a() {}\n\nfn b() {}\n\nfn c() {}\n");
    assert_eq!(headings(&pieces), ["a, b, c"]);
}

#[test]
fn markdown_is_cut_at_headings_and_says_the_way_to_them() {
    let words = "Evidence comes before assertion. ".repeat(20);
    let text = format!(
        "---\ntitle: A\n# not a heading\n---\n\n# Guide\n\n{words}\n\n## Install\n\n{words}\n\n```sh\n# not a heading\n{}```\n\n### Linux\n\n{words}\n\nUse\n---\n\n{words}\n",
        "make install\n".repeat(100)
    );
    let pieces = pieces(Kind::Markdown, "a.md", &text);
    assert_eq!(headings(&pieces), ["Guide", "Guide > Install", "Guide > Install", "Guide > Install > Linux", "Guide > Use"]);
    let fence = &pieces[2].text;
    assert!(fence.starts_with("```sh") && fence.ends_with("```"), "a fence is kept whole: {fence}");
}

#[test]
fn small_sections_are_kept_with_what_is_above_them() {
    let pieces = pieces(Kind::Markdown, "a.md", "# A\n\nOne.\n\n## B\n\n- two\n- three\n\n## C\n\nFour.\n");
    assert_eq!(headings(&pieces), ["A"]);
    assert_eq!(pieces[0].text.lines().count(), 12);
}

#[test]
fn a_list_is_cut_between_its_entries() {
    let entry = format!("- {}\n  and it goes on here\n", "word ".repeat(60).trim_end());
    for piece in pieces(Kind::Markdown, "a.md", &format!("# A\n\n{}", entry.repeat(12))) {
        assert!(piece.text.ends_with("goes on here"), "{}", piece.text);
    }
}

#[test]
fn text_is_cut_at_paragraphs_then_sentences_and_logs_at_lines() {
    let sentence = "Nobody remembers\nwhat nobody wrote down anywhere in the house. ";
    let text = format!("{}\n\n{}", sentence.repeat(10), sentence.repeat(60));
    let cut = pieces(Kind::Text, "a.txt", &text);
    assert!(cut.len() >= 4 && cut.iter().all(|piece| piece.text.ends_with("house.")), "{cut:#?}");
    let log = "2026-01-01 12:00:00 INFO it began. It went on\n".repeat(100);
    assert!(pieces(Kind::Text, "a.log", &log).iter().all(|piece| piece.text.starts_with("2026") && piece.text.ends_with("went on")));
}

#[test]
fn a_turn_is_a_piece_and_never_shares_one() {
    let part =
        |text: &str, role| Part { text: text.to_owned(), author: "Ada\u{200b}".to_owned(), role, thread: "t\n1".to_owned(), ..Part::default() };
    let long = "A paragraph of an answer. ".repeat(20);
    let answer = format!("{long}\n\n{long}\n\n{long}\n\n```\n{}```", "code\n".repeat(50));
    let parts = vec![part("yes", Role::User), part("", Role::User), part("no", Role::User), part(&answer, Role::Assistant)];
    let pieces = cut(&Document { path: "a#1".into(), title: String::new(), kind: Kind::Conversation, parts });
    assert_eq!(pieces.iter().map(|piece| piece.line).collect::<Vec<_>>(), [1, 1, 1, 5]);
    assert!(pieces.iter().all(|piece| piece.author == "Ada" && piece.thread == "t 1"));
    assert_eq!((pieces[0].text.as_str(), pieces[2].role), ("yes", Role::Assistant));
}

#[test]
fn a_commit_and_a_memory_are_one_piece_while_they_fit() {
    let text = format!("fix: a thing\n\n{}\n\nfiles:\n{}", "Because. ".repeat(100), "src/a.rs\n".repeat(80));
    assert!(text.chars().count() > PIECE_CHARS_GOAL);
    for kind in [Kind::Commit, Kind::Memory] {
        assert_eq!(pieces(kind, "a", &text).len(), 1);
        assert!(pieces(kind, "a", &text.repeat(3)).len() > 2);
    }
}

#[test]
fn a_line_of_a_million_characters_is_cut_too() {
    for unit in ["x", "var a=1;", "日本", "a b "] {
        let text = unit.repeat(1_000_000 / unit.len());
        for kind in Kind::ALL {
            assert!(pieces(kind, "a.min.js", &text).len() >= text.chars().count() / PIECE_CHARS_MAX);
        }
    }
}

#[test]
fn blank_documents_have_no_pieces() {
    for text in ["", " \n\t\n", "\u{feff}", "\u{c}\r\n"] {
        for kind in Kind::ALL {
            assert_eq!(pieces(kind, "a.rs", text), []);
        }
    }
}

/// Lines such as files are made of, and some that they should not be made of.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just(String::new()),
        2 => "[ \t]{0,8}(fn|def|class|impl|if|end|else|}|\\{|#|//|/\\*|\\*/|@|\"\"\")[ a-z(){:;]{0,30}",
        2 => "(#{1,7} |- |\\* |1\\. |> |\\||```|~~~|---|===|\\+\\+\\+)?[A-Za-z ,.;!?]{0,200}",
        1 => "[ ]{0,12}[a-z_]{1,20} = [a-z0-9\"']{1,40};?",
        1 => "\\PC{0,80}",
        1 => any::<String>(),
        1 => ("[a-z。é👩 ]{1,9}", 200..1_000_usize).prop_map(|(unit, times)| unit.repeat(times)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_the_text_nothing_is_lost_and_every_piece_can_be_kept(
        lines in prop::collection::vec(line(), 0..120),
        ends in prop_oneof![Just("\n"), Just("\r\n"), Just("\r")],
        path in prop_oneof![Just("a.rs"), Just("a.py"), Just("a.md"), Just("a")],
    ) {
        let text = lines.join(ends);
        for kind in Kind::ALL {
            pieces(kind, path, &text);
        }
    }
}
