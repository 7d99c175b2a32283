//! The finder of secrets: whatever the text, taking them out twice changes nothing, what is left is text, and it can say which line of
//! the given text each line was.

use ingest::{clean, redact, redact_field};

/// Names of fields, some of which tell.
const NAMES: [&str; 6] = ["", "password", "Authorization", "api_key", "note", "│"];

/// The test of what is found: its rows hold a secret of every kind, with marks that are taken out here.
const ROWS: &str = include_str!("../../crates/ingest/tests/secret.rs");

/// A few of its rows, with something wrong in them.
fn damaged(bytes: &[u8]) -> String {
    let (first, rest) = bytes.split_at(bytes.len().min(1));
    let first = usize::from(first.first().copied().unwrap_or(0));
    let rows = ROWS.lines().filter(|row| row.contains('«')).skip(first).take(3).collect::<Vec<_>>().join("\n");
    let rows = rows.replace(['·', '«', '»'], "").replace("\\n", "\n").replace("\\\"", "\"");
    String::from_utf8_lossy(&hostile::damaged(rows.as_bytes(), rest)).into_owned()
}

/// Takes the secrets out of a text made from bytes.
pub(crate) fn check(bytes: &[u8]) {
    let (choice, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let text = match choice % 3 {
        0 => hostile::text(rest),
        1 => String::from_utf8_lossy(rest).into_owned(),
        _ => damaged(rest),
    };
    for text in [text.as_str(), &clean(&text)] {
        let once = redact(text);
        let twice = redact(&once.text);
        assert_eq!(twice.text, once.text, "of {text:?}");
        assert!(twice.found.is_empty(), "{:?} in {:?}", twice.found, once.text);
        assert_eq!(once.found.is_empty(), once.text == text, "what was found is taken out, and nothing else");
        if let Some(joined) = &once.joined {
            let count = u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX);
            assert_eq!(joined.len(), once.text.split('\n').count());
            assert!(joined.is_sorted() && joined.iter().all(|line| *line < count), "{joined:?} of {count}");
        }
    }
    let name = NAMES[usize::from(choice / 3) % NAMES.len()];
    let once = redact_field(name, &text);
    assert!(redact_field(name, &once.text).found.is_empty(), "{:?} under {name}", once.text);
}
