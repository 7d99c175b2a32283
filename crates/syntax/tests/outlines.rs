//! Outlines of one small file in every language, and what holds for any text whatever.

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use syntax::{Language, Outline, Outliner, Tree, words};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// An outline as people read it.
fn told(outline: &Outline) -> String {
    let mut page = format!("lines {}\n", outline.lines);
    for import in &outline.imports {
        page.push_str(&format!("import {}: {}\n", import.line, import.what));
    }
    for symbol in &outline.symbols {
        let exported = if symbol.exported { "+" } else { "-" };
        let within = if symbol.parent.is_empty() { String::new() } else { format!(" of {}", symbol.parent) };
        page.push_str(&format!("{exported} {} {}{within} {}-{}: {}", symbol.kind.name(), symbol.name, symbol.line, symbol.end, symbol.signature));
        page.push_str(&if symbol.doc.is_empty() { "\n".to_owned() } else { format!("  # {}\n", symbol.doc) });
    }
    for mention in &outline.mentions {
        let inside = mention.inside.map_or("-", |place| outline.symbols[place as usize].name.as_str());
        page.push_str(&format!("{} {} {} in {inside}\n", mention.how.name(), mention.line, mention.name));
    }
    page
}

#[test]
fn every_language_has_a_fixture_and_its_outline_is_as_written() {
    let mut outliner = Outliner::default();
    let mut met = Vec::new();
    let mut differing = Vec::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(fixtures()).expect("fixtures").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending != "outline")) {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let text = std::fs::read_to_string(path).expect("a fixture");
        let language = Language::of(name, &text).expect(name);
        met.push(language);
        let outline = outliner.outline(language, &text);
        let golden = fixtures().join(format!("{name}.outline"));
        let page = told(&outline);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&golden, &page).expect("a golden file");
        }
        if std::fs::read_to_string(&golden).unwrap_or_default() != page {
            differing.push(format!("{name}:\n{page}"));
        }
        assert_eq!(Outline::from_bytes(&outline.to_bytes()).as_ref(), Some(&outline), "{name}");
        let symbols = Outline::symbols_from_bytes(&outline.to_bytes()).map(|read| read.symbols);
        assert_eq!(symbols.as_ref(), Some(&outline.symbols), "{name}");
    }
    assert!(differing.is_empty(), "outlines differ; if they should, run with UPDATE=1\n\n{}", differing.join("\n"));
    for language in Language::all().filter(|language| language.is_code()) {
        assert!(met.contains(&language), "{} has no fixture", language.name());
    }
}

/// Whatever holds of a text and its outline.
fn check(language: Language, text: &str) {
    let outline = Outliner::default().outline(language, text);
    let lines = u32::try_from(text.lines().count()).expect("few lines");
    assert!(outline.lines <= lines + 1, "{} lines of {lines}", outline.lines);
    let inside = |line: u32| line >= 1 && line <= outline.lines.max(1);
    for symbol in &outline.symbols {
        assert!(inside(symbol.line) && inside(symbol.end) && symbol.line <= symbol.end, "{symbol:?}");
        assert!(!symbol.signature.contains('\n') && !symbol.doc.contains('\n') && text.contains(&symbol.name), "{symbol:?}");
    }
    for mention in &outline.mentions {
        assert!(inside(mention.line) && text.contains(&mention.name), "{mention:?}");
        assert!(mention.inside.is_none_or(|place| (place as usize) < outline.symbols.len()), "{mention:?}");
    }
    assert!(outline.imports.iter().all(|import| inside(import.line)));
    assert_eq!(Outline::from_bytes(&outline.to_bytes()), Some(outline));
}

fn any_language() -> impl Strategy<Value = Language> {
    proptest::sample::select(Language::all().collect::<Vec<_>>())
}

fn any_fixture() -> impl Strategy<Value = String> {
    let texts: Vec<String> =
        std::fs::read_dir(fixtures()).expect("fixtures").filter_map(|entry| std::fs::read_to_string(entry.expect("an entry").path()).ok()).collect();
    proptest::sample::select(texts)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_in_any_language_has_an_outline(language in any_language(), text in "\\PC{0,200}|[ -~\\n\\t]{0,400}") {
        check(language, &text);
        let _ = words(&text);
    }

    #[test]
    fn code_cut_anywhere_and_read_as_anything_has_an_outline(language in any_language(), text in any_fixture(), from in 0_usize..900, to in 0_usize..900) {
        let cut: String = text.chars().skip(from).take(to).collect();
        check(language, &cut);
    }

    #[test]
    fn hostile_text_and_damaged_code_have_an_outline(
        language in any_language(),
        text in any_fixture(),
        damage in proptest::collection::vec(any::<u8>(), 0..48),
    ) {
        let hostile = hostile::text(&damage);
        check(language, &hostile);
        for word in words(&hostile) {
            prop_assert!(hostile.contains(word) && word.chars().all(|c| c == '_' || c.is_ascii_alphanumeric() || !c.is_ascii()), "{word:?}");
        }
        check(language, &String::from_utf8_lossy(&hostile::damaged(text.as_bytes(), &damage)));
    }

    #[test]
    fn any_bytes_are_an_outline_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Outline::from_bytes(&bytes);
    }

    #[test]
    fn any_import_means_files_of_the_tree_or_none(from in "[a-z/.]{0,20}", what in "\\PC{0,40}", language in any_language()) {
        let tree = Tree::new(vec!["a/b.rs".into(), "src/lib.rs".into(), "x.py".into(), "w/index.ts".into()]);
        let _ = tree.resolve(&from, language, &what);
    }
}
