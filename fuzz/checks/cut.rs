//! Cutting, and with it reading signatures: whatever the text, nothing of it is lost, and every piece can be kept and says on which
//! lines it stands.

use ingest::{Compared, Document, FileLines, Fingerprint, Kind, PIECE_CHARS_MAX, Part, clean, cut, redact};
use kernel::text::Content;

/// Names that decide how a text is cut.
const PATHS: [&str; 8] = ["a.rs", "a.py", "a.go", "a.c", "a.sql", "a.md", "a", "a.rs#1"];

/// Files as people write them, to be damaged.
const EXAMPLES: [&str; 8] = [
    include_str!("../../crates/syntax/fixtures/sample.rs"),
    include_str!("../../crates/syntax/fixtures/sample.py"),
    include_str!("../../crates/syntax/fixtures/sample.go"),
    include_str!("../../crates/syntax/fixtures/sample.c"),
    include_str!("../../crates/syntax/fixtures/sample.ts"),
    include_str!("../../crates/syntax/fixtures/sample.md"),
    include_str!("../../crates/syntax/fixtures/sample.rb"),
    include_str!("../../crates/syntax/fixtures/Sample.java"),
];

/// Cuts a text made from bytes as every kind of document.
pub(crate) fn check(bytes: &[u8]) {
    let (choice, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let which = usize::from(choice / 3);
    let text = match choice % 3 {
        0 => hostile::text(rest),
        // The bytes themselves, so that whoever mutates them is not held to our pieces.
        1 => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(&hostile::damaged(EXAMPLES[which % EXAMPLES.len()].as_bytes(), rest)).into_owned(),
    };
    let path = PATHS[which % PATHS.len()];
    let cleaned = clean(&text);
    assert!(Content::parse(&cleaned).is_ok() || cleaned.trim().is_empty() || cleaned.chars().count() > Content::MAX, "{cleaned:?}");
    assert_eq!(clean(&cleaned), cleaned, "cleaning twice changes something");
    for kind in Kind::ALL {
        pieces(kind, path, &text);
    }
    let _ = (Fingerprint::of(&text), Compared::to(&text).is_near(&cleaned));
}

fn pieces(kind: Kind, path: &str, text: &str) {
    let dense = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let part =
        Part { text: text.to_owned(), author: text.chars().take(80).collect(), thread: "t\n1".into(), heading: "above".into(), ..Part::default() };
    let mut document = Document { path: path.to_owned(), title: text.chars().take(80).collect(), kind, parts: vec![part] };
    let cleaned = clean(text);
    let lines: Vec<&str> = cleaned.split('\n').collect();
    let pieces = cut(&document);
    assert_eq!(pieces.iter().map(|piece| dense(&piece.text)).collect::<String>(), dense(&cleaned), "{kind:?} {path} lost something");
    for piece in &pieces {
        assert_eq!(Content::parse(&piece.text).as_ref().map(Content::as_str), Ok(piece.text.as_str()), "{kind:?} {path}");
        assert!(piece.text.chars().count() <= PIECE_CHARS_MAX, "{} characters of {kind:?} {path}", piece.text.chars().count());
        let first = piece.text.split('\n').next().unwrap_or_default();
        let on = usize::try_from(piece.line).ok().and_then(|line| lines.get(line.checked_sub(1)?));
        assert!(on.is_some_and(|line| line.contains(first)), "line {} is {on:?}, not {first:?}", piece.line);
        assert!(piece.last >= piece.line && piece.last as usize <= lines.len(), "{}-{} of {}", piece.line, piece.last, lines.len());
    }
    // As the engine does it: without secrets, and with the lines of the file.
    let redacted = redact(&cleaned);
    let file = FileLines::of(&document).map(|lines| lines.joined(redacted.joined.clone()));
    document.parts[0].text = redacted.text.into_owned();
    let count = u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX);
    for piece in cut(&document) {
        if let Some(found) = file.as_ref().map(|file| file.span(piece.line, piece.last)) {
            assert!(found.first >= 1 && found.first <= found.last && found.last <= count, "{found:?} of {count}");
        }
    }
}
