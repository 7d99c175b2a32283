//! Splits text into sentences. Not here: knowing abbreviations; a sentence cut at `e.g.` classifies as nothing.

use kernel::text::Slice;

/// Fewer words say nothing by themselves.
const WORDS_MIN: usize = 4;
/// A longer stretch is no sentence: a log, a table, a listing.
const CHARS_MAX: usize = 600;

/// The sentences of a text that somebody said themselves: not code, not quotations.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let (mut found, mut fenced) = (Vec::new(), false);
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            fenced = !fenced;
        } else if !fenced && !line.starts_with(['>', '|', '$', '#']) {
            split(line.trim_start_matches(['-', '*', '•', ' ']), &mut found);
        }
    }
    found.retain(|sentence| sentence.split_whitespace().nth(WORDS_MIN - 1).is_some() && sentence.chars().nth(CHARS_MAX).is_none());
    found
}

fn split<'t>(line: &'t str, found: &mut Vec<&'t str>) {
    let mut start = 0;
    for (at, mark) in line.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？')) {
        let end = at + mark.len_utf8();
        let rest = line.slice(end..);
        let wide = matches!(mark, '。' | '！' | '？');
        // `3.14`, `src/lib.rs` and "e.g. this" go on.
        let follows = rest.trim_start().chars().next();
        if wide || (rest.starts_with(char::is_whitespace) && !follows.is_some_and(char::is_lowercase)) {
            found.push(line.slice(start..end).trim());
            start = end;
        }
    }
    found.push(line.slice(start..).trim());
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn a_text_is_what_somebody_said_in_it() {
        let text = "We decided to use WAL in src/lib.rs. It costs 3.14 ms! OK.\n> quoted words that are not theirs\n```\nlet x = we_use_it;\n```\n- It turns out that e.g. this goes on\n";
        assert_eq!(sentences(text), ["We decided to use WAL in src/lib.rs.", "It costs 3.14 ms!", "It turns out that e.g. this goes on"]);
        assert!(sentences(&"word ".repeat(200)).is_empty(), "a wall of words is no sentence");
        assert!(sentences("").is_empty());
    }
}
